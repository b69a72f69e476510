internal import OrielPropertyList

/// What a search has to know of a manifest; the rest is read when somebody asks for it.
///
/// It is what ``ExtensionManifest`` has under the same names, when there is one.
struct ManifestEssentials {
  /// The identifier.
  private(set) var identifier: String?
  /// The file name of the shared library.
  private(set) var executableName: String?

  /// Reads the bytes of a manifest; there is nothing of what cannot be read.
  init(_ bytes: [UInt8], file: String = ExtensionManifest.fileName) {
    let format = ExtensionManifest.format(of: file)
    guard let list = try? PropertyList(parsing: bytes, limits: .manifest, format: format),
      let root = list.root.dictionary
    else { return }
    /// The text under a key.
    func text(_ key: String) -> String? {
      root[key]?.string.flatMap { BuildSetting.first(in: $0) == nil ? $0 : nil }
    }
    identifier = text("CFBundleIdentifier").flatMap { BundleIdentifier($0)?.rawValue }
    executableName = text("CFBundleExecutable").flatMap { name in
      ManifestReader.problem(ofExecutableName: name) == nil ? name : nil
    }
  }
}
