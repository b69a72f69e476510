import Foundation

/// A directory of its own for one test, which is gone after it.
struct TemporaryDirectory: ~Copyable {
  /// The absolute path without symbolic links.
  let path: String

  /// Makes a directory.
  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("oriel-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.resolvingSymlinksInPath().path
  }

  deinit {
    // What a test made unreadable must still go.
    let files = FileManager.default
    for name in files.enumerator(atPath: path)?.compactMap({ $0 as? String }) ?? [] {
      try? files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: "\(path)/\(name)")
    }
    try? files.removeItem(atPath: path)
  }

  /// Writes a file, with the directories it lies in.
  func write(_ bytes: [UInt8], to name: String) throws {
    let url = URL(fileURLWithPath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(bytes).write(to: url)
  }

  /// Makes a named pipe, which nobody will ever write to.
  static func makePipe(_ path: String) throws {
    // The temporary C string lives as long as the call.
    guard unsafe mkfifo(path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Makes a bundle with a manifest and, unless there are no bytes, a library.
  func makeBundle(
    _ name: String,
    identifier: String,
    library: [UInt8]?,
    point: String = "org.oriel.share"
  ) throws {
    let manifest = """
      <plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>\(identifier)</string>
        <key>CFBundleExecutable</key><string>Code.so</string>
        <key>NSExtension</key><dict>
          <key>NSExtensionPointIdentifier</key><string>\(point)</string>
        </dict>
      </dict></plist>
      """
    try write(Array(manifest.utf8), to: "\(name)/Info.plist")
    if let library { try write(library, to: "\(name)/Code.so") }
  }
}
