internal import OrielSystem

/// The extensions that were found in the places of a search path.
public struct ExtensionCatalog: Sendable, Hashable {
  /// The bundles in the order in which they were found, the broken ones too.
  public private(set) var entries: [CatalogEntry] = []
  /// What is wrong with the places themselves.
  public private(set) var diagnostics: [Diagnostic] = []
  /// The system the extensions shall run on.
  private let facts: SystemFacts

  /// The most bundles that are looked at.
  public static let greatestCount: Int = 4096

  /// Looks for bundles in all places of a search path.
  ///
  /// Every bundle gives an entry, whatever is wrong with it, and none stops the others.
  ///
  /// - Parameters:
  ///   - path: The places to look in.
  ///   - facts: The system the extensions shall run on.
  /// - Returns: All that was found.
  public static func search(
    _ path: SearchPath = .current(),
    facts: SystemFacts = .current
  ) -> ExtensionCatalog {
    var catalog = ExtensionCatalog(facts: facts)
    for location in path.locations { catalog.look(in: location) }
    catalog.hideDuplicates()
    return catalog
  }

  /// Creates an empty catalog.
  private init(facts: SystemFacts) { self.facts = facts }

  /// The extensions that can be started and are not hidden by others.
  public var usable: [InstalledExtension] {
    entries.compactMap { $0.hiddenBy == nil ? $0.installed : nil }
  }

  // MARK: - Looking

  /// Looks in one place.
  private mutating func look(in location: SearchPath.Location) {
    let path = Self.trimmed(location.path)
    // Nobody misses the places that are looked in by default.
    let isExpected = location.origin == .explicit || location.origin == .environment
    if path.hasSuffix(ExtensionBundle.suffix) {
      add(path)
    } else {
      lookInDirectory(path.hasSuffix(".app") ? path + "/PlugIns" : path, isExpected: isExpected)
    }
  }

  /// Looks at the bundles and containers in a directory.
  private mutating func lookInDirectory(_ path: String, isExpected: Bool) {
    do throws(SystemError) {
      let canonical = try canonicalPath(path)
      let directory = try Descriptor.open(
        canonical,
        [.readOnly, .directory],
        resolve: [.noSymbolicLinks]
      )
      let (names, isCut) = try directory.names(limit: FileSystem.greatestEntryCount)
      if isCut {
        diagnostics.append(
          Diagnostic(
            .warning,
            file: path,
            "has more than \(FileSystem.greatestEntryCount) entries; the rest is not looked at"
          )
        )
      }
      for name in names where !name.hasPrefix(".") {
        if name.hasSuffix(ExtensionBundle.suffix) {
          add("\(canonical)/\(name)")
        } else if name.hasSuffix(".app") {
          lookInDirectory("\(canonical)/\(name)/PlugIns", isExpected: false)
        }
      }
    } catch {
      if error.errno == .noSuchFile, !isExpected { return }
      let problem = ExtensionBundle.diagnostic(for: error, path: path)
      diagnostics.append(
        Diagnostic(.warning, file: path, problem.message, advice: problem.advice)
      )
    }
  }

  /// Adds the bundle at a path, unless it is there already.
  private mutating func add(_ path: String) {
    guard entries.count < Self.greatestCount else {
      if entries.count == Self.greatestCount, diagnostics.last?.file != path {
        diagnostics.append(
          Diagnostic(.warning, file: path, "is not looked at: there are too many bundles")
        )
      }
      return
    }
    let entry = CatalogEntry(inspecting: path, facts: facts)
    if entries.contains(where: { $0.path == entry.path }) { return }
    entries.append(entry)
  }

  /// Marks the bundles whose identifier another one has; of several the first usable one counts,
  /// of several that are not usable the first.
  private mutating func hideDuplicates() {
    let groups = Dictionary(grouping: entries.indices) { entries[$0].identifier }
    for (identifier, indices) in groups where identifier != nil && indices.count > 1 {
      let chosen = indices.first { entries[$0].installed != nil } ?? indices[0]
      for index in indices where index != chosen {
        entries[index].hiddenBy = entries[chosen].path
        entries[index].diagnostics.append(
          Diagnostic(
            .warning,
            file: entries[index].path,
            "has the identifier '\(identifier ?? "")' of \(Printable.text(entries[chosen].path)),"
              + " which is used instead",
            advice: "remove one of the two bundles"
          )
        )
      }
    }
  }

  /// A path without slashes at its end.
  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  // MARK: - Finding

  /// The entry of an extension by identifier, or of a bundle by path.
  ///
  /// What holds a `/` or ends with `.appex` is a path; the bundle need not be in the search path.
  ///
  /// - Parameter name: The identifier or path.
  /// - Returns: The entry, usable or not.
  /// - Throws: That nothing is there, with the names that may have been meant.
  public func find(_ name: String) throws(CatalogError) -> CatalogEntry {
    if name.contains("/") || name.hasSuffix(ExtensionBundle.suffix) {
      return CatalogEntry(inspecting: Self.trimmed(name), facts: facts)
    }
    if let entry = entries.first(where: { $0.identifier == name && $0.hiddenBy == nil }) {
      return entry
    }
    let nearest = NearestNames.of(name, in: Set(entries.compactMap(\.identifier)))
    throw CatalogError(.unknown(nearest: nearest), name: Printable.text(name))
  }

  /// The extension to start by identifier or path.
  ///
  /// - Parameter name: The identifier, or the path of a bundle.
  /// - Returns: The extension.
  /// - Throws: Why there is none that can be started.
  public func usableExtension(_ name: String) throws(CatalogError) -> InstalledExtension {
    let entry = try find(name)
    if let installed = entry.installed { return installed }
    switch entry.state {
    case .incompatible(let needs, let has):
      throw CatalogError(.incompatible(needs: needs, has: has), name: Printable.text(name))
    case .broken(let diagnostics):
      throw CatalogError(.broken(diagnostics), name: Printable.text(name))
    case .usable:
      throw CatalogError(.broken([]), name: Printable.text(name))
    }
  }
}
