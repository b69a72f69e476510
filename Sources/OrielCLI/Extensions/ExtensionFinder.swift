internal import OrielHost
internal import OrielManifest
internal import OrielSystem

/// Finds the extension that a person names.
struct ExtensionFinder {
  /// What was found, and what was decided about it.
  let snapshot: RegistrySnapshot
  /// The extensions that were found.
  var catalog: ExtensionCatalog { snapshot.catalog }

  /// Looks in the places of the environment, and in some more before them.
  init(alsoIn places: [String] = []) {
    snapshot = RegistryStarter.registry(alsoIn: places).snapshot()
  }

  /// Looks first for the fixtures of a build, which lie beside its programs.
  static func withFixtures() -> ExtensionFinder {
    ExtensionFinder(alsoIn: Environment.programFolder.map { ["\($0)/extensions"] } ?? [])
  }

  /// Says what is wrong with the places that were looked in.
  func noteProblems(on console: Console) {
    for diagnostic in snapshot.diagnostics {
      console.say(TerminalText.line(diagnostic.description))
    }
  }

  /// What is known about an extension, usable or not.
  func entry(_ name: String) throws(Complaint) -> CatalogEntry {
    do {
      return try snapshot.find(name).found
    } catch {
      throw Complaint(.extension, TerminalText.line(error.description, limit: 2000))
    }
  }

  /// The extension to start.
  func usable(_ name: String) throws(Complaint) -> InstalledExtension {
    do {
      return try snapshot.usableExtension(name)
    } catch {
      throw Complaint(.extension, TerminalText.line(error.description, limit: 2000))
    }
  }
}
