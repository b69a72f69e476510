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

  /// Looks at one bundle; never fails, whatever is there.
  ///
  /// - Parameters:
  ///   - path: The path of the bundle.
  ///   - facts: The system the extension shall run on.
  public init(inspecting path: String, facts: SystemFacts = .current) {
    self.path = path
    state = .broken([])
    let last = path.split(separator: "/").last.map(String.init) ?? path
    displayName = Printable.name(last)
    diagnostics = []
    do throws(DiagnosticError) {
      try inspect(try ExtensionBundle.open(path), facts)
    } catch {
      diagnostics.append(error.diagnostic)
    }
    if case .broken = state {
      state = .broken(diagnostics.filter { $0.severity == .error })
    }
  }

  /// Reads the manifest and looks at the library.
  private mutating func inspect(
    _ bundle: borrowing ExtensionBundle,
    _ facts: SystemFacts
  ) throws(DiagnosticError) {
    path = bundle.path
    displayName = Printable.name(bundle.name)
    let reading = ExtensionManifest.read(try bundle.readManifestFile(), bundleName: bundle.name)
    identifier = reading.identifier?.rawValue
    displayName = reading.displayName
    diagnostics += reading.diagnostics
    guard let manifest = reading.manifest else { return }
    self.manifest = manifest
    let (inspection, identity) = try bundle.inspectExecutable(
      named: manifest.executableName,
      facts: facts
    )
    executable = inspection
    diagnostics += inspection.diagnostics
    switch inspection.verdict {
    case .refused: return
    case .incompatible(let needs, let has): state = .incompatible(needs: needs, has: has)
    case .fits:
      state = .usable
      installed = InstalledExtension(
        path: bundle.path,
        manifest: manifest,
        executable: inspection,
        bundleIdentity: bundle.identity,
        executableIdentity: identity
      )
    }
  }
}
