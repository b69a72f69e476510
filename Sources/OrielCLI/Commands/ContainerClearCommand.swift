internal import OrielHost
internal import OrielManifest

/// `oriel container clear`: removes what an extension has kept.
enum ContainerClearCommand: Command {
  static let specification = CommandSpecification(
    name: "container clear",
    summary: "remove what an extension has kept in its container",
    operands: "EXTENSION",
    operandCount: 1...1,
    discussion: """
      Removes everything in the container of an extension, which may be uninstalled by now; the
      empty container stays. EXTENSION is an identifier, or the path of a bundle; what holds a '/'
      or ends in '.appex' is a path. Directories that it shares with others of its publisher are
      not touched. 'oriel show EXTENSION' tells where a container lies and how much it holds.
      """,
    options: [],
    examples: [
      ("oriel container clear com.example.notes", "removes what the extension has kept")
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) async throws(Complaint) -> ExitCode {
    let identifier = try identifier(arguments.operands[0])
    let area = StorageArea.container(identifier)
    do throws(StorageError) {
      let storage = try ExtensionStorage()
      let path = TerminalText.line(storage.path(of: area))
      if try storage.clear(area) {
        try? console.print(["\(path) is empty"])
      } else {
        try? console.print(["\(path) is not there; there is nothing to remove"])
      }
    } catch {
      throw Complaint(.input, TerminalText.line(error.description, limit: 2000))
    }
    return .completed
  }

  /// The identifier that is meant; one that is well formed needs no bundle.
  private static func identifier(_ name: String) throws(Complaint) -> BundleIdentifier {
    if let identifier = BundleIdentifier(name), !name.hasSuffix(".appex") { return identifier }
    let entry = try ExtensionFinder().entry(name)
    guard let identifier = entry.identifier.flatMap(BundleIdentifier.init) else {
      throw Complaint(.extension, "\(TerminalText.line(name)) has no valid identifier")
    }
    return identifier
  }
}
