internal import OrielHost
internal import OrielInterface
internal import OrielManifest

/// `oriel adopt`: makes an extension of an existing library.
enum AdoptCommand: Command {
  static let specification = CommandSpecification(
    name: "adopt",
    summary: "make an extension of an existing library, as it is",
    operands: "LIBRARY",
    operandCount: 1...1,
    discussion: """
      Makes a bundle NAME.appex of a library that knows nothing of extensions: a copy of it, the
      description of its functions, and a manifest. Hosts connect to such an extension and call its
      functions in the sandbox, as 'oriel call' does.

      Nothing of the library is run. One that lacks a function of the description is refused, and so
      is a description with a mistake; 'oriel interface check' tells more about both. A bundle of the
      same name and identifier is replaced in one step, and nothing else is.
      """,
    options: [
      .value("--interface", "FILE", "the description of the functions; needed"),
      .value("--id", "ID", "the identifier of the extension, such as net.zlib; needed"),
      .value("--name", "NAME", "its name; without it that of the library"),
      .value("--to", "DIR", "make the bundle in this folder instead of the current one"),
      .flag("--json", "print JSON"),
    ],
    examples: [
      (
        "oriel adopt /usr/lib/x86_64-linux-gnu/libz.so.1 --interface zlib.interface --id net.zlib",
        "makes z.appex in the current folder"
      ),
      ("oriel call ./z.appex crc32 0 hello", "calls a function of it"),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) async throws(Complaint) -> ExitCode {
    let interface = try needed("--interface", arguments)
    let name = try needed("--id", arguments)
    guard let identifier = BundleIdentifier(name) else {
      throw Complaint(
        .usage,
        "'\(TerminalText.line(name))' is no identifier; use letters, digits, '-' and '.', such as "
          + "com.example.library"
      )
    }
    let adoption = LibraryAdoption(
      library: arguments.operands[0],
      interface: try InterfaceFile.content(of: interface),
      identifier: identifier,
      name: arguments.values["--name"]
    )
    let installation: Installation
    do throws(InstallationError) {
      installation = try await ExtensionInstaller().adopt(
        adoption,
        to: arguments.values["--to"] ?? "."
      )
    } catch {
      throw InstallationText.complaint(error)
    }
    if arguments.has("--json") {
      try console.print(InstallationText.json(installation))
    } else {
      try console.print(InstallationText.lines(installation))
    }
    return .completed
  }

  /// The value of an option that must be there.
  private static func needed(
    _ option: String,
    _ arguments: ParsedArguments
  ) throws(Complaint) -> String {
    guard let value = arguments.values[option] else {
      throw Complaint(.usage, "\(option) is missing; see 'oriel adopt --help'")
    }
    return value
  }
}
