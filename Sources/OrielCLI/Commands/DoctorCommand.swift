internal import OrielHost

/// `oriel doctor`: tells which layers of the sandbox hold on this system.
enum DoctorCommand: Command {
  static let specification = CommandSpecification(
    name: "doctor",
    summary: "check which layers of the sandbox hold here",
    operands: "",
    operandCount: 0...0,
    discussion: """
      Starts the runner and reports each layer as the processes in the sandbox found it: full,
      partial or none, why, and how to mend it. Also shows the kernel, the user that extensions run
      as, and where the runner and extensions are looked for. Exits with 5 when a layer that is
      required does not hold.

      \(Weakenings.help)
      """,
    options: [Weakenings.option, .flag("--json", "print JSON")],
    examples: [
      ("oriel doctor", "shows every layer"),
      (
        "oriel doctor --json | jq '.layers[] | select(.state != \"full\")'", "shows what is missing"
      ),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) async throws(Complaint) -> ExitCode {
    let weakenings = try Weakenings.read(arguments, for: specification)
    let system = try SystemDescription()
    let report: EnforcementReport
    do {
      report = try await ExtensionHost.examineSandbox(
        configuration: HostStarter.configuration(weakenings, console)
      )
    } catch {
      throw Complaint(.sandbox, TerminalText.line(error.description, limit: 2000))
    }
    if arguments.has("--json") {
      try console.print(
        .object([
          ("version", .integer(Int64(Version.output))),
          ("sufficient", .bool(report.isSufficient)),
          ("system", system.json),
          ("weakenings", Weakenings.json(report.weakenings)),
          ("layers", ReportTable.json(report)),
        ])
      )
    } else {
      try console.print(
        system.lines + ["", console.bold("Layers of the sandbox")]
          + ReportTable.lines(report, console) + ["", verdict(report)]
      )
    }
    return report.isSufficient ? .completed : .sandbox
  }

  /// The report in one sentence.
  private static func verdict(_ report: EnforcementReport) -> String {
    let toMend = report.entries.filter { $0.remedy != nil }
    func names(_ entries: [EnforcementReport.Entry]) -> String {
      entries.map { TerminalText.line($0.name) }.joined(separator: ", ")
    }
    guard report.isSufficient else {
      let unmet = toMend.filter { $0.isRequired && $0.state == .none }
      return "Extensions cannot be run here until this is mended: \(names(unmet))."
    }
    guard !toMend.isEmpty else { return "Extensions can be run. Every layer holds in full." }
    return "Extensions can be run. These do not hold in full: \(names(toMend))."
  }
}
