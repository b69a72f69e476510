import Foundation
import OrielSystem
import Testing

@testable import oriel

/// Files that appear whole or not at all.
@Suite struct OutputFolderTests {
  /// A name.
  private func name(_ text: String) -> FileName { FileName(suggestion: text, fallbackSuffix: nil) }

  @Test func `Files get free numbers and replace nothing`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.write("photo.jpg", "old")
    let output = try OutputFolder(path: folder.url.path)
    let paths = try output.write([
      (name("photo.jpg"), Array("one".utf8)), (name("photo.jpg"), Array("two".utf8)),
      (name("note.txt"), []),
    ])
    #expect(paths == ["photo-1.jpg", "photo-2.jpg", "note.txt"].map(folder.path))
    #expect(try folder.names() == ["note.txt", "photo-1.jpg", "photo-2.jpg", "photo.jpg"])
    #expect(try folder.text("photo.jpg") == "old")
    #expect(try folder.text("photo-1.jpg") == "one")
    #expect(try folder.text("photo-2.jpg") == "two")
  }

  @Test func `A symbolic link is not written through`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let target = try folder.write("elsewhere/target", "old")
    try folder.makeFolder("out")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("out/a.txt"),
      withDestinationPath: target
    )
    let paths = try OutputFolder(path: folder.path("out")).write([(name("a.txt"), [65])])
    #expect(paths == [folder.path("out/a-1.txt")])
    #expect(try folder.text("elsewhere/target") == "old")
  }

  @Test(arguments: [true, false])
  func `A file is not visible before it is complete`(unnamed: Bool) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let directory = try Descriptor.open(folder.url.path, [.readOnly, .directory])
    let file = try StagedFile(in: directory, unnamed: unnamed)
    try file.fill(with: Array("content".utf8))
    #expect(try folder.names().filter { !$0.hasPrefix(".") } == [])
    try file.publish(as: "a.txt", in: directory)
    #expect(try folder.names() == ["a.txt"])
    #expect(try folder.text("a.txt") == "content")
  }

  @Test(arguments: [true, false])
  func `A file that is given up leaves nothing`(unnamed: Bool) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.write("a.txt", "old")
    let directory = try Descriptor.open(folder.url.path, [.readOnly, .directory])
    let file = try StagedFile(in: directory, unnamed: unnamed)
    try file.fill(with: Array("new".utf8))
    let error = #expect(throws: SystemError.self) { try file.publish(as: "a.txt", in: directory) }
    #expect(error?.errno == .fileExists)
    file.discard(in: directory)
    #expect(try folder.names() == ["a.txt"])
    #expect(try folder.text("a.txt") == "old")
  }
}
