package import OrielSystem

/// An extension that was found, was checked and can be started.
public struct InstalledExtension: Sendable, Hashable {
  /// The absolute path of the bundle, without symbolic links.
  public let path: String
  /// What its Info.plist says.
  public let manifest: ExtensionManifest
  /// What its shared library needs.
  public let executable: ExecutableInspection
  /// The identity of the bundle directory.
  package let bundleIdentity: FileIdentity
  /// The identity of the shared library that was checked; what runs must have the same.
  package let executableIdentity: FileIdentity
  /// The hash of everything in the bundle; nil when it has none.
  public let contentHash: ContentHash?
  /// Who named the place in which it was found; nil when it was named by its own path.
  public internal(set) var origin: SearchPath.Location.Origin?

  /// The identifier of the bundle.
  public var identifier: String { manifest.identifier.rawValue }
  /// The name for people.
  public var displayName: String { manifest.displayName }
  /// The extension point it is for.
  public var extensionPoint: ExtensionPointIdentifier { manifest.extensionPoint }
}
