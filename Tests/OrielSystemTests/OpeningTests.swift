import Foundation
import OrielSystem
import Testing

/// Opening files without being led astray.
@Suite struct OpeningTests {
  /// A directory with a file, a link to the file, a link that leaves, and a directory.
  private let root: String

  init() throws {
    root = NSTemporaryDirectory() + "/oriel-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: root + "/sub",
      withIntermediateDirectories: true
    )
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: root + "/file"))
    try FileManager.default.createSymbolicLink(
      atPath: root + "/link",
      withDestinationPath: "file"
    )
    try FileManager.default.createSymbolicLink(
      atPath: root + "/out",
      withDestinationPath: "/etc/passwd"
    )
  }

  @Test("Links, ways out and absolute paths are refused beneath a directory")
  func beneath() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    let directory = try Descriptor.open(root, [.readOnly, .directory])
    let status = try directory.open("file", .readOnly, resolve: [.beneath, .noSymbolicLinks])
      .status()
    #expect(status.kind == .regular)
    #expect(status.identity.size == 3)
    #expect(throws: SystemError("openat2", .tooManySymbolicLinks)) {
      _ = try directory.open("link", .readOnly, resolve: [.beneath, .noSymbolicLinks])
    }
    for path in ["out", "../x", "sub/../../x", "/etc/passwd"] {
      #expect(throws: SystemError.self) {
        _ = try directory.open(path, .readOnly, resolve: .beneath)
      }
    }
    #expect(throws: SystemError("openat2", .invalidArgument)) {
      _ = try directory.open("file\u{0}x", .readOnly)
    }
  }

  @Test("A file that is written anew has another identity")
  func identity() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    let before = try Descriptor.open(root + "/file", .readOnly).status().identity
    #expect(try Descriptor.open(root + "/file", .readOnly).status().identity == before)
    try Data([4, 5, 6]).write(to: URL(fileURLWithPath: root + "/file"), options: .atomic)
    #expect(try Descriptor.open(root + "/file", .readOnly).status().identity != before)
  }

  @Test("An error has its name and message")
  func errors() {
    #expect(Errno.noSuchFile.name == "ENOENT")
    #expect(Errno.noSuchFile.message == "No such file or directory")
    #expect(Errno(rawValue: 99_999).name == "errno 99999")
  }
}
