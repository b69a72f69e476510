import Foundation
import OrielSystem
import OrielTesting
import Testing

@Suite("Measuring and emptying directories")
struct StorageTests {
  /// A folder that is gone after the test.
  private final class Folder {
    let path = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("oriel-\(UUID().uuidString)").path

    init() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func opened() throws -> Descriptor {
      try Descriptor.open(path, [.readOnly, .directory])
    }
  }

  @Test("Files, names of any bytes and nested directories count, and links are not followed")
  func usage() throws {
    let folder = try Folder()
    let empty = try folder.opened().storageUsage(entryLimit: 10, depthLimit: 3)
    #expect(empty.entries == 0)
    #expect(empty.bytes == 0)
    try Data(count: 100_000).write(to: URL(fileURLWithPath: "\(folder.path)/a"))
    let raw: [CChar] = "\(folder.path)/".utf8.map { CChar(bitPattern: $0) } + [-1, -2, 0]
    unsafe #expect(mkdir(raw, 0o700) == 0)
    let inner: [CChar] = raw.dropLast() + [47, 120, 0]
    let file = unsafe open(inner, O_WRONLY | O_CREAT, 0o600)
    #expect(ftruncate(file, 1 << 30) == 0)
    close(file)
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/link",
      withDestinationPath: "/usr"
    )
    let usage = try folder.opened().storageUsage(entryLimit: 10, depthLimit: 3)
    #expect(usage.flaw == nil)
    #expect(usage.entries == 4)
    #expect(usage.bytes >= 100_000 + 1 << 30)
    #expect(usage.bytes < (100_000 + 1 << 30) + 65_536)
    #expect(try folder.opened().storageUsage(entryLimit: 4, depthLimit: 3).flaw == nil)
    #expect(
      try folder.opened().storageUsage(entryLimit: 3, depthLimit: 3).flaw == .tooManyEntries
    )
    #expect(try folder.opened().storageUsage(entryLimit: 9, depthLimit: 1).flaw == .tooDeep)
  }

  @Test("Reading a directory does not show in its access time")
  func accessTime() throws {
    let folder = try Folder()
    try Data().write(to: URL(fileURLWithPath: "\(folder.path)/a"))
    var before = stat()
    unsafe #expect(stat(folder.path, &before) == 0)
    _ = try folder.opened().storageUsage(entryLimit: 10, depthLimit: 3)
    var after = stat()
    unsafe #expect(stat(folder.path, &after) == 0)
    #expect(before.st_atim.tv_sec == after.st_atim.tv_sec)
    #expect(before.st_atim.tv_nsec == after.st_atim.tv_nsec)
  }

  @Test("Everything is removed, however deep, closed or named, and nothing behind a link")
  func removal() throws {
    let folder = try Folder()
    let other = try Folder()
    try Data().write(to: URL(fileURLWithPath: "\(other.path)/kept"))
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/link",
      withDestinationPath: other.path
    )
    let deep = "\(folder.path)/" + Array(repeating: "d", count: 300).joined(separator: "/")
    try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: "\(deep)/f"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0],
      ofItemAtPath: "\(folder.path)/d/d"
    )
    let raw: [CChar] = "\(folder.path)/".utf8.map { CChar(bitPattern: $0) } + [-1, -2, 0]
    unsafe #expect(mkdir(raw, 0o700) == 0)
    try folder.opened().removeContents()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    #expect(FileManager.default.fileExists(atPath: "\(other.path)/kept"))
  }

  @Test("What is mounted somewhere is neither entered nor removed, and that is told", .requiresRoot)
  func mounts() throws {
    func run(_ command: String, _ arguments: [String]) throws -> Int32 {
      let process = try Process.run(URL(filePath: command), arguments: arguments)
      process.waitUntilExit()
      return process.terminationStatus
    }
    let other = try Folder()
    for depth in 0..<4 {
      for isFile in [false, true] {
        let folder = try Folder()
        let above = "\(folder.path)/" + Array(repeating: "d/", count: depth).joined()
        let place = "\(above)mount"
        let source = "\(other.path)/\(isFile ? "file" : "folder")"
        for path in [place, source] {
          try FileManager.default.createDirectory(
            atPath: isFile ? (path as NSString).deletingLastPathComponent : path,
            withIntermediateDirectories: true
          )
          if isFile { try Data([1]).write(to: URL(filePath: path)) }
        }
        let kept = isFile ? source : "\(source)/kept"
        try Data([1]).write(to: URL(filePath: kept))
        try #require(try run("/bin/mount", ["--bind", source, place]) == 0)
        // Where it is by then: a folder that it lies in may have another name.
        defer {
          let paths = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
          for path in paths.compactMap({ $0 as? String }) where path.hasSuffix("mount") {
            _ = try? run("/bin/umount", ["-l", "\(folder.path)/\(path)"])
          }
        }
        let error = #expect(throws: SystemError.self) { try folder.opened().removeContents() }
        #expect(error?.errno == .busy, "\(depth) \(isFile)")
        #expect(FileManager.default.fileExists(atPath: kept), "\(depth) \(isFile)")
      }
    }
  }
}
