/// A bundle that was found, usable or not.
public struct CatalogEntry: Sendable, Hashable {
  /// Whether an extension can be started.
  public enum State: Sendable, Hashable {
    /// It can be started.
    case usable
    /// It was built for another system.
    case incompatible(needs: String, has: String)
    /// It cannot be started, for these reasons, which are all errors.
    case broken([Diagnostic])
  }

  /// The absolute path of the bundle; as it was found when it cannot be opened.
  public internal(set) var path: String
  /// Whether the extension can be started.
  public internal(set) var state: State
  /// The identifier, when there is a valid one, whatever else is wrong.
  public internal(set) var identifier: String?
  /// The name for people, from the manifest or else from the path.
  public internal(set) var displayName: String
  /// What its Info.plist says, when that can be used.
  public internal(set) var manifest: ExtensionManifest?
  /// What its shared library needs, when that could be looked at.
  public internal(set) var executable: ExecutableInspection?
  /// The extension to start, when it is usable.
  public internal(set) var installed: InstalledExtension?
  /// The path of the bundle that was found first under the same identifier and is used instead.
  public internal(set) var hiddenBy: String?
  /// All that is wrong or odd, the errors among them.
  public internal(set) var diagnostics: [Diagnostic]

  /// The hash of everything in the bundle; nil when it has none, as a note then tells.
  public internal(set) var contentHash: ContentHash?

  /// Looks at one bundle; never fails, whatever is there.
  ///
  /// - Parameters:
  ///   - path: The path of the bundle.
  ///   - facts: The system the extension shall run on.
  public init(inspecting path: String, facts: SystemFacts = .current) {
    self = Self.examine(path, facts: facts).entry
  }

  /// Looks at one bundle; gives what it is made from, too, when that is enough to make it again.
  package static func examine(
    _ path: String,
    facts: SystemFacts
  ) -> (entry: CatalogEntry, sources: CatalogEntrySources?) {
    var entry = CatalogEntry(path: path)
    var sources: CatalogEntrySources?
    do throws(DiagnosticError) {
      let bundle = try ExtensionBundle.open(path)
      entry.path = bundle.path
      entry.displayName = Printable.name(bundle.name)
      let contents = bundle.contents()
      let manifest = try bundle.readManifestFile(contents)
      let reading = ExtensionManifest.read(
        manifest,
        bundleName: bundle.name,
        strings: contents.strings
      )
      var library: CatalogEntrySources.Library?
      var libraryProblem: Diagnostic?
      if let name = reading.manifest?.executableName {
        do throws(DiagnosticError) {
          let (inspection, identity) = try bundle.inspectExecutable(
            named: name,
            in: contents,
            facts: facts
          )
          library = CatalogEntrySources.Library(inspection: inspection, identity: identity)
        } catch {
          libraryProblem = error.diagnostic
        }
      }
      let found = CatalogEntrySources(
        path: bundle.path,
        manifest: manifest,
        strings: contents.strings,
        library: library,
        bundleIdentity: bundle.identity,
        nodes: contents.nodes,
        contentHash: contents.hash,
        contentProblem: contents.problem
      )
      entry = CatalogEntry(found, reading)
      if let libraryProblem { throw DiagnosticError(libraryProblem) }
      sources = found
    } catch {
      entry.diagnostics.append(error.diagnostic)
      entry.state = .broken(entry.diagnostics.filter { $0.severity == .error })
    }
    return (entry, sources)
  }

  /// Makes an entry again from what it was made from.
  package init(_ sources: CatalogEntrySources) {
    let name = ExtensionBundle.name(ofPath: sources.path)
    self.init(
      sources,
      ExtensionManifest.read(sources.manifest, bundleName: name, strings: sources.strings)
    )
  }

  /// An entry about which nothing is known yet.
  private init(path: String) {
    self.path = path
    state = .broken([])
    displayName = Printable.name(path.split(separator: "/").last.map(String.init) ?? path)
    diagnostics = []
  }

  /// Puts together what was found.
  private init(_ sources: CatalogEntrySources, _ reading: ExtensionManifest.Reading) {
    self.init(path: sources.path)
    identifier = reading.identifier?.rawValue
    displayName = reading.displayName
    diagnostics = reading.diagnostics
    manifest = reading.manifest
    contentHash = sources.contentHash
    if let problem = sources.contentProblem {
      diagnostics.append(
        Diagnostic(
          .note,
          file: sources.path,
          "\(problem), so it has no hash and cannot be approved for one content"
        )
      )
    }
    if let manifest, let library = sources.library {
      executable = library.inspection
      diagnostics += library.inspection.diagnostics
      switch library.inspection.verdict {
      case .refused: break
      case .incompatible(let needs, let has): state = .incompatible(needs: needs, has: has)
      case .fits:
        state = .usable
        installed = InstalledExtension(
          path: path,
          manifest: manifest,
          executable: library.inspection,
          bundleIdentity: sources.bundleIdentity,
          executableIdentity: library.identity
        )
      }
    }
    if case .broken = state {
      state = .broken(diagnostics.filter { $0.severity == .error })
    }
  }
}
