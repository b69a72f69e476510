import Foundation

/// A folder of a test's own.
struct TemporaryFolder {
  /// Where the folder is.
  let url: URL

  /// Makes a folder that every user may enter.
  init() throws {
    url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "oriel-cli-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// The path of a file in the folder.
  func path(_ name: String) -> String { url.appending(path: name).path }

  /// Writes a file, and the folders it lies in.
  @discardableResult
  func write(_ name: String, _ content: String = "") throws -> String {
    try write(name, Data(content.utf8))
  }

  /// Writes a file, and the folders it lies in.
  @discardableResult
  func write(_ name: String, _ content: Data) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try content.write(to: file)
    return file.path
  }

  /// Makes a folder in the folder.
  @discardableResult
  func makeFolder(_ name: String) throws -> String {
    let folder = url.appending(path: name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.path
  }

  /// An empty file that is open for writing.
  func handle(_ name: String) throws -> FileHandle {
    try FileHandle(forWritingTo: URL(filePath: write(name)))
  }

  /// The text of a file.
  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
  }

  /// The names in the folder, or in a folder of it, hidden ones too.
  func names(in name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.appending(path: name).path).sorted()
  }

  /// Removes the folder and what is in it.
  func remove() {
    try? FileManager.default.removeItem(at: url)
  }
}
