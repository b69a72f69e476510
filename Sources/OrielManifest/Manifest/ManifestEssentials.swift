internal import OrielPropertyList

/// What a search has to know of a manifest; the rest is read when somebody asks for it.
///
/// It is what ``ExtensionManifest`` has under the same names, when there is one.
struct ManifestEssentials {
  /// The identifier.
  private(set) var identifier: String?
  /// The file name of the shared library.
  private(set) var executableName: String?
  /// Whether hosts call its functions as an interface describes them, and it has no entry function.
  private(set) var hasInterface = false

  /// Reads the bytes of a manifest; there may be something of one that cannot be read whole.
  init(_ bytes: [UInt8], file: String = ExtensionManifest.fileName) {
    let texts = PropertyList.texts(
      under: ["CFBundleIdentifier", "CFBundleExecutable", ExtensionManifest.interfaceKey],
      of: bytes,
      limits: .manifest,
      format: ExtensionManifest.format(of: file)
    ).filter { BuildSetting.first(in: $0.value) == nil }
    hasInterface = texts[ExtensionManifest.interfaceKey] != nil
    identifier = texts["CFBundleIdentifier"].flatMap { BundleIdentifier($0)?.rawValue }
    executableName = texts["CFBundleExecutable"].flatMap { name in
      ManifestReader.problem(ofExecutableName: name) == nil ? name : nil
    }
  }
}
