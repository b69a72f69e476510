internal import OrielHost
internal import OrielManifest
internal import OrielSystem

/// `oriel uninstall`: removes an extension.
enum UninstallCommand: Command {
  static let specification = CommandSpecification(
    name: "uninstall",
    summary: "remove an extension that is installed",
    operands: "EXTENSION",
    operandCount: 1...1,
    discussion: """
      Removes the bundle of an extension from a folder that is the user's to change, at once and
      without asking. EXTENSION is the identifier of one in the user's own folder, or the path of a
      bundle or container; what holds a '/' or ends in '.appex' or '.app' is a path. What the
      extension has kept in its container stays unless --data is given and no other copy of it is
      left, and so does what was decided about it, which 'oriel forget' forgets. A request that runs
      goes on, and finds the files of its bundle until it ends.
      """,
    options: [
      .flag("--data", "remove what the extension has kept in its container, too"),
      .flag("--json", "print JSON"),
    ],
    examples: [
      ("oriel uninstall com.example.greeting", "removes the bundle of the extension"),
      (
        "oriel uninstall ~/.local/share/oriel/extensions/Notes.app --data",
        "removes a container with all its extensions, and all they have kept"
      ),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    _ console: Console
  ) async throws(Complaint) -> ExitCode {
    let path = try path(arguments.operands[0])
    let removed: Uninstallation
    do throws(InstallationError) {
      removed = try await ExtensionInstaller().uninstall(path)
    } catch {
      throw InstallationText.complaint(error)
    }
    let registry = try RegistryStarter.registry()
    let remaining = registry.snapshot().entries
    // Extensions of single hosts keep their data in the same places as all others.
    let places = SearchPath.current(host: RegistryStarter.host).placesOfHosts
    let others = ExtensionCatalog.search(places).entries
    var kept: [KeptData] = []
    var decisions: [KeptDecision] = []
    for entry in removed.extensions {
      guard let identifier = entry.identifier.flatMap(BundleIdentifier.init) else { continue }
      // Another copy keeps its data in the same place.
      let user =
        remaining.first { $0.identifier == identifier.rawValue }?.path
        ?? others.first { $0.identifier == identifier.rawValue }?.path
      let isRemoved = arguments.has("--data")
      if let data = try data(of: identifier, isRemoved: isRemoved, usedBy: user) {
        kept.append(data)
      }
      let states = registry.keptStates(of: identifier.rawValue)
      if !states.isEmpty { decisions.append(KeptDecision(identifier: identifier, states: states)) }
    }
    if arguments.has("--json") {
      try console.print(InstallationText.json(removed, kept, decisions))
    } else {
      try console.print(InstallationText.lines(removed, kept, decisions))
    }
    return .completed
  }

  /// The path of what is meant.
  private static func path(_ name: String) throws(Complaint) -> String {
    if name.contains("/") || name.hasSuffix(".appex") || name.hasSuffix(".app") { return name }
    let entry = try ExtensionFinder().entry(name)
    // A link may lead to where somebody works on the extension, and ORIEL_PATH may name that place.
    let places = SearchPath.current(host: RegistryStarter.host).locations
    let isOwn = places.contains { location in
      guard location.origin == .user, let folder = try? canonicalPath(location.path) else {
        return false
      }
      return entry.path.hasPrefix("\(folder)/")
    }
    guard isOwn else {
      let path = TerminalText.line(entry.path, limit: 2000)
      throw Complaint(
        .extension,
        "\(TerminalText.line(name)) is at \(path), which is not in your own folder of extensions; "
          + "name that path to remove it"
      )
    }
    return entry.path
  }

  /// What an extension has kept, removed if it is to be; nil when there is nothing.
  private static func data(
    of identifier: BundleIdentifier,
    isRemoved: Bool,
    usedBy user: String?
  ) throws(Complaint) -> KeptData? {
    let area = StorageArea.container(identifier)
    do throws(StorageError) {
      // Where there can be no containers there is nothing to remove.
      guard let storage = try? ExtensionStorage(), let usage = try storage.usage(of: area),
        usage.files > 0
      else { return nil }
      let isRemoved = isRemoved && user == nil
      if isRemoved { _ = try storage.clear(area) }
      return KeptData(
        identifier: identifier,
        path: storage.path(of: area),
        bytes: usage.bytes,
        isRemoved: isRemoved,
        user: user
      )
    } catch {
      throw Complaint(
        .input,
        "the extension is removed, but not what it has kept: "
          + TerminalText.line(error.description, limit: 2000)
      )
    }
  }
}

/// What an extension that is uninstalled has kept in its container.
struct KeptData {
  /// The extension.
  let identifier: BundleIdentifier
  /// The path of the container.
  let path: String
  /// The bytes in it.
  let bytes: UInt64
  /// Whether they are removed.
  let isRemoved: Bool
  /// The path of another bundle with the same identifier, which uses them; nil when there is none.
  let user: String?
}

/// What is still decided about an extension that is uninstalled.
struct KeptDecision {
  /// The extension.
  let identifier: BundleIdentifier
  /// What was decided, each as the end of a sentence about it.
  let states: [String]
}
