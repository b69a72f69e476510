import Foundation
import OrielHost
import OrielTesting
import Testing

/// A folder to install into, and bundles and archives to install; all are gone with it.
final class InstallationFixture: Sendable {
  /// The folder that a test may do anything in.
  let scratch: String
  /// The folder for extensions, which is not made.
  let target: String

  init() throws {
    scratch =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("oriel-\(UUID().uuidString)").path
    target = scratch + "/target"
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: scratch) }

  /// A library that can be started.
  static func library() throws -> [UInt8] {
    try Self.bytes(of: BuiltProducts.bundle("CompleteEarly") + "/CompleteEarly.so")
  }

  /// A manifest.
  static func manifest(
    _ identifier: String = "com.example.install",
    version: String = "1.0"
  ) -> [UInt8] {
    Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
      <key>CFBundleIdentifier</key><string>\(identifier)</string>
      <key>CFBundleDisplayName</key><string>Install</string>
      <key>CFBundleExecutable</key><string>Install.so</string>
      <key>CFBundleShortVersionString</key><string>\(version)</string>
      <key>NSExtension</key><dict>
      <key>NSExtensionPointIdentifier</key><string>org.oriel.action</string>
      <key>NSExtensionAttributes</key><dict>
      <key>NSExtensionActivationRule</key><string>TRUEPREDICATE</string></dict>
      </dict></dict></plist>
      """.utf8
    )
  }

  /// Makes a bundle, in a folder of its own if one is named.
  func bundle(
    _ name: String = "Install.appex",
    in folder: String = "source",
    identifier: String = "com.example.install",
    version: String = "1.0"
  ) throws -> String {
    let path = "\(scratch)/\(folder)/\(name)"
    try write(Self.manifest(identifier, version: version), to: "\(path)/Info.plist")
    try write(try Self.library(), to: "\(path)/Install.so")
    try write(Array("text".utf8), to: "\(path)/Resources/deep/text.txt")
    return path
  }

  /// A tar archive of a bundle, with something more.
  static func tar(
    root: String = "Install.appex",
    _ more: (inout TarArchive) throws -> Void = { _ in }
  ) throws -> [UInt8] {
    var archive = TarArchive()
    archive.add("\(root)/", kind: "5")
    archive.add("\(root)/Info.plist", manifest())
    archive.add("\(root)/Install.so", try library())
    try more(&archive)
    return archive.ended
  }

  /// A zip archive of a bundle, with something more.
  static func zip(_ more: (inout ZipArchive) -> Void = { _ in }) throws -> [UInt8] {
    var archive = ZipArchive()
    archive.add("Install.appex/", mode: 0o040755)
    archive.add("Install.appex/Info.plist", manifest())
    archive.add("Install.appex/Install.so", try library())
    more(&archive)
    return archive.ended
  }

  /// Writes a file, with the folders that it lies in.
  func write(_ bytes: [UInt8], to path: String) throws {
    let url = URL(filePath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(bytes).write(to: url)
  }

  /// The bytes of a file.
  static func bytes(of path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path)))
  }

  /// Everything in the folder for extensions, hidden names too, and nil when it is not there.
  var names: [String]? { try? FileManager.default.contentsOfDirectory(atPath: target).sorted() }

  /// Installs, and gives the reason where that is refused.
  func install(
    _ source: String,
    with installer: ExtensionInstaller = ExtensionInstaller()
  ) async -> Result<Installation, InstallationError> {
    do throws(InstallationError) {
      return .success(try await installer.install(source, to: target))
    } catch {
      return .failure(error)
    }
  }

  /// Installs an archive with these bytes.
  func install(
    archive bytes: [UInt8],
    with installer: ExtensionInstaller = ExtensionInstaller()
  ) async throws -> Result<Installation, InstallationError> {
    let path = "\(scratch)/archive"
    try write(bytes, to: path)
    return await install(path, with: installer)
  }
}

extension Result where Success == Installation, Failure == InstallationError {
  /// Why nothing was installed.
  var code: InstallationError.Code? {
    guard case .failure(let error) = self else { return nil }
    return error.code
  }
}

extension Trait where Self == ConditionTrait {
  /// The runner, the bundles, and the service that unpacks archives.
  static var requiresUnpacker: ConditionTrait {
    requires("the service Unpack is missing: install libarchive-dev, run Scripts/bundle-extensions")
    {
      FileManager.default.fileExists(atPath: "\(BuiltProducts.folder)/services/Unpack.appex")
        && FileManager.default.fileExists(atPath: BuiltProducts.bundle("CompleteEarly"))
    }
  }
}
