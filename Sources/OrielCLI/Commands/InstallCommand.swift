internal import OrielHost
internal import OrielManifest

/// `oriel install`: installs extensions for the user.
enum InstallCommand: Command {
  static let specification = CommandSpecification(
    name: "install",
    summary: "install extensions from bundles and archives",
    operands: "BUNDLE|ARCHIVE…",
    operandCount: 1...64,
    discussion: """
      Copies a bundle NAME.appex or a container NAME.app, or what an archive holds, to the folder for
      the user's extensions. An archive is tar, plain or compressed with gzip, xz, bzip2 or zstd, or
      zip, and holds one bundle or container and nothing else. It is unpacked in the sandbox, and
      links, special files and paths that lead out are refused. At most 4,096 files and folders with
      256 MiB may come.

      Nothing of an extension is run. One that could not be started here is refused with the reason.
      A newer or older version takes the place of the one that is there, in one step; what it has
      kept in its container stays. Of several BUNDLE|ARCHIVE, each is installed or refused by itself.
      """,
    options: [
      .value("--to", "DIR", "install into this folder instead"),
      .flag("--json", "print JSON"),
    ],
    examples: [
      ("oriel install Greeting.appex", "installs the bundle for this user"),
      ("oriel install greeting-1.0.tar.xz", "unpacks the archive in the sandbox and installs it"),
      (
        "oriel install Notes.app --to /usr/local/share/oriel/extensions",
        "as root, installs a container for all users"
      ),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) async throws(Complaint) -> ExitCode {
    let installer = ExtensionInstaller(configuration: HostStarter.configuration([], console))
    var done: [Installation] = []
    var failure: ExitCode?
    for source in arguments.operands {
      let name = TerminalText.line(source.split(separator: "/").last.map(String.init) ?? source)
      let result = await ProgressLine.during("installing \(name)", on: console) {
        await install(source, to: arguments.values["--to"], with: installer)
      }
      switch result {
      case .success(let installation):
        done.append(installation)
        if !arguments.has("--json") { try console.print(InstallationText.lines(installation)) }
      case .failure(let error):
        let complaint = InstallationText.complaint(error)
        console.say(complaint.message)
        failure = failure ?? complaint.code
      }
      if Task.isCancelled { break }
    }
    if arguments.has("--json") {
      try console.print(.array(done.map(InstallationText.json)))
    }
    return failure ?? .completed
  }

  /// Installs one.
  private static func install(
    _ source: String,
    to folder: String?,
    with installer: ExtensionInstaller
  ) async -> Result<Installation, InstallationError> {
    do throws(InstallationError) {
      return .success(try await installer.install(source, to: folder))
    } catch {
      return .failure(error)
    }
  }
}
