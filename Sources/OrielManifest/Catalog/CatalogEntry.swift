internal import OrielText

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
  /// How others than the user and root could change the bundle, as the end of a sentence about it.
  public internal(set) var exposure: String?
  /// Why not everything in the bundle could be looked at, as the end of a sentence about it; what was
  /// not may be anything, whatever `exposure` says.
  package internal(set) var contentProblem: String?
  /// Whether the bundle holds a manifest, usable or not.
  package internal(set) var hasManifest = false
  /// Who named the place in which it was found; nil when it was named by its own path.
  public internal(set) var origin: SearchPath.Location.Origin? {
    didSet { installed?.origin = origin }
  }

  /// Looks at one bundle; never fails, whatever is there.
  ///
  /// - Parameters:
  ///   - path: The path of the bundle.
  ///   - facts: The system the extension shall run on.
  public init(inspecting path: String, facts: SystemFacts = .current) {
    do throws(DiagnosticError) {
      self.init(try CatalogEntrySources(examining: path, facts: facts))
    } catch {
      self.init(path, error.diagnostic)
    }
  }

  /// The entry of a bundle of which nothing can be read.
  init(_ path: String, _ diagnostic: Diagnostic) {
    self.init(path: path)
    diagnostics = [diagnostic]
    state = .broken(diagnostics)
  }

  /// Makes an entry again from what it was made from.
  package init(_ sources: CatalogEntrySources) {
    let name = ExtensionBundle.name(ofPath: sources.path)
    self.init(
      sources,
      ExtensionManifest.read(
        sources.manifest,
        file: sources.manifestName,
        bundleName: name,
        strings: sources.strings
      )
    )
  }

  /// An entry about which nothing is known yet.
  private init(path: String) {
    self.path = path
    state = .broken([])
    displayName = Printable.name(ExtensionBundle.name(ofPath: path))
    diagnostics = []
  }

  /// Puts together what was found.
  private init(_ sources: CatalogEntrySources, _ reading: ExtensionManifest.Reading) {
    self.init(path: sources.path)
    hasManifest = true
    identifier = reading.identifier?.rawValue
    displayName = reading.displayName
    diagnostics = reading.diagnostics
    manifest = reading.manifest
    contentHash = sources.contentHash
    if sources.hasSecondManifest {
      diagnostics.append(
        Diagnostic(
          .warning,
          file: ExtensionManifest.jsonFileName,
          "is not read, because there is an \(ExtensionManifest.fileName)",
          advice: "remove one of the two files"
        )
      )
    }
    exposure = sources.exposure
    if let exposure {
      diagnostics.append(
        Diagnostic(
          .warning,
          file: sources.path,
          exposure,
          advice: "take that right away with 'chmod -R o-w' or 'chown'"
        )
      )
    }
    contentProblem = sources.contentProblem
    if let problem = contentProblem {
      diagnostics.append(
        Diagnostic(
          .note,
          file: sources.path,
          "\(problem), so it has no hash and cannot be approved for one content"
        )
      )
    }
    if manifest != nil, let problem = sources.libraryProblem { diagnostics.append(problem) }
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
          executableIdentity: library.identity,
          contentHash: sources.contentHash
        )
      }
    }
    if case .broken = state {
      state = .broken(diagnostics.filter { $0.severity == .error })
    }
  }
}
