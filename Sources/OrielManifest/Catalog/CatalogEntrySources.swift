package import OrielSystem

/// What a catalog's entry is made from: all of it that has to be read or worked out from files.
package struct CatalogEntrySources: Sendable {
  /// What was found out about the shared library.
  package struct Library: Sendable {
    /// What it needs.
    package var inspection: ExecutableInspection
    /// What tells whether it is still the same.
    package var identity: FileIdentity

    /// Gathers the parts.
    package init(inspection: ExecutableInspection, identity: FileIdentity) {
      self.inspection = inspection
      self.identity = identity
    }
  }

  /// The absolute path of the bundle, without symbolic links.
  package var path: String
  /// The bytes of the manifest.
  package var manifest: [UInt8]
  /// The name of the file that holds the manifest.
  package var manifestName: String
  /// Whether there is a second manifest, which does not count.
  package var hasSecondManifest: Bool
  /// The names in several languages.
  package var strings: [LocalizedStrings]
  /// The shared library, when the manifest names one.
  package var library: Library?
  /// Why the shared library that the manifest names cannot be looked at.
  package var libraryProblem: Diagnostic?
  /// What tells whether the bundle's directory is still the same.
  package var bundleIdentity: FileIdentity
  /// The files and directories of the bundle.
  package var nodes: [BundleContents.Node]
  /// The hash of everything in the bundle.
  package var contentHash: ContentHash?
  /// Why there is no hash.
  package var contentProblem: String?
  /// How others could change the bundle.
  package var exposure: String?
  /// Whether something that is there could not be read a second time, which may be otherwise in a
  /// moment.
  package var isDoubtful = false

  /// The identifier, when the manifest was just read and holds one.
  package var identifier: String?

  /// Gathers the parts.
  package init(
    path: String,
    manifest: [UInt8],
    manifestName: String,
    hasSecondManifest: Bool,
    strings: [LocalizedStrings],
    library: Library?,
    libraryProblem: Diagnostic?,
    bundleIdentity: FileIdentity,
    nodes: [BundleContents.Node],
    contentHash: ContentHash?,
    contentProblem: String?
  ) {
    self.path = path
    self.manifest = manifest
    self.manifestName = manifestName
    self.hasSecondManifest = hasSecondManifest
    self.strings = strings
    self.library = library
    self.libraryProblem = libraryProblem
    self.bundleIdentity = bundleIdentity
    self.nodes = nodes
    self.contentHash = contentHash
    self.contentProblem = contentProblem
  }
}
