internal import OrielHost
internal import OrielManifest
internal import OrielSystem

/// Finds the extension that a person names.
struct ExtensionFinder {
  /// What extensions are found with, and what keeps what was decided about them.
  let registry: ExtensionRegistry
  /// What was found, and what was decided about it.
  let snapshot: RegistrySnapshot

  /// Looks in the places of the environment, and in some more before them.
  init(alsoIn places: [String] = []) throws(Complaint) {
    self.init(try RegistryStarter.registry(alsoIn: places))
  }

  /// Looks in the places of a registry.
  init(_ registry: ExtensionRegistry) {
    self.registry = registry
    snapshot = registry.snapshot()
  }

  /// Looks first for the fixtures of a build, which lie beside its programs.
  static func withFixtures() throws(Complaint) -> ExtensionFinder {
    try ExtensionFinder(alsoIn: Environment.programFolder.map { ["\($0)/extensions"] } ?? [])
  }

  /// Says what is wrong with the places that were looked in, and with what is kept.
  func noteProblems(on console: Console) {
    for diagnostic in snapshot.diagnostics {
      console.say(TerminalText.line(diagnostic.description))
    }
  }

  /// What is known about an extension, usable or not.
  func entry(_ name: String) throws(Complaint) -> RegistryEntry {
    do {
      return try snapshot.find(name)
    } catch {
      throw Complaint(.extension, TerminalText.line(error.description, limit: 2000))
    }
  }

  /// The extension to start.
  ///
  /// Who names a bundle by its path wants that one, however often it failed.
  func usable(_ name: String) throws(Complaint) -> InstalledExtension {
    do {
      return try snapshot.usableExtension(name)
    } catch {
      let entry = try entry(name)
      if case .quarantined? = entry.obstacle, let found = entry.installed, found.origin == nil {
        return found
      }
      throw Complaint(.extension, TerminalText.line(error.description, limit: 2000))
    }
  }
}
