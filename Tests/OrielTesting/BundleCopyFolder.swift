import Foundation

/// A folder with a copy of a fixture, to change it.
public final class BundleCopyFolder {
  /// The folder that holds the bundle.
  public let folder: String
  /// The bundle.
  public let bundle: String

  /// Copies a fixture, by content: it may be another user's, whose ownership cannot be copied.
  public init(_ name: String, as other: String? = nil) throws {
    folder =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("oriel-\(UUID().uuidString)").path
    bundle = "\(folder)/\(other ?? name).appex"
    let source = BuiltProducts.bundle(name)
    try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
    for file in try FileManager.default.contentsOfDirectory(atPath: source) {
      let content = try Data(contentsOf: URL(fileURLWithPath: "\(source)/\(file)"))
      try content.write(to: URL(fileURLWithPath: "\(bundle)/\(file)"))
    }
    // Instances of a host that is root run as somebody else.
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Writes a file of the bundle.
  public func write(_ text: String, to file: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(bundle)/\(file)"))
  }
}
