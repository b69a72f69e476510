import Foundation
import OrielHost
import OrielTesting
import Testing

/// What an extension can do with what it was lent, and what is told at the end of a request.
@Suite(.requiresBundles, .timeLimit(.minutes(5))) struct LentFileTests {
  /// errno values that mean "refused", from the kernel's <asm-generic/errno-base.h> and <errno.h>:
  /// EPERM, EBADF, EACCES, ENOTDIR, EINVAL, EOPNOTSUPP.
  private static let refused: Set<String> = ["1", "9", "13", "20", "22", "95"]

  /// A file of this user that nobody else may read.
  private func file() throws -> String {
    let path = NSTemporaryDirectory() + "/oriel-\(UUID().uuidString).txt"
    #expect(
      FileManager.default.createFile(
        atPath: path,
        contents: Data("private".utf8),
        attributes: [.posixPermissions: 0o600]
      )
    )
    return path
  }

  /// What must not change: mode, times and content.
  private func state(of path: String) throws -> [String] {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    let content = try String(contentsOfFile: path, encoding: .utf8)
    return [
      "\(String(describing: attributes[.posixPermissions]))",
      "\(String(describing: attributes[.modificationDate]))", content,
    ]
  }

  @Test("A file that was lent can be read and not changed in any way")
  func lentFile() async throws {
    let path = try file()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let before = try state(of: path)
    let item = ExtensionItem(attachments: [ItemProvider(contentsOfFile: path)])
    let result = try await Fixtures.run("TouchFile", items: [item])
    let text = try #require(result.texts.first ?? nil, "\(result.outcome)")
    let answers = text.split(separator: "\n").map { $0.split(separator: "=").map(String.init) }
    #expect(answers.contains(["read", "0"]))
    #expect(answers.count > 15)
    for answer in answers where answer.count == 2 {
      // Flags of the open file are the extension's own.
      let isHarmless = ["read", "setfl"].contains(answer[0])
      #expect(isHarmless || Self.refused.contains(answer[1]), "\(answer)")
    }
    #expect(try state(of: path) == before)
  }

  @Test("Every load and task is told and released once, also when the request ends before")
  func pendingLoads() async throws {
    let path = try file()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let item = ExtensionItem(attachments: [ItemProvider(contentsOfFile: path)])
    for _ in 0..<10 {
      let result = try await Fixtures.run("PendingLoads", items: [item])
      let line = try #require(result.log.last?.message, "\(result.outcome)")
      #expect(line.hasPrefix("started=32 loaded=32 released=32 twice=0 "), "\(line)")
      #expect(line.hasSuffix("task-released=1"), "\(line)")
    }
  }

  @Test("Many large results at once all arrive")
  func manyResults() async throws {
    // Every one sends 32 MiB; with descriptors on their way the kernel would refuse most of them.
    let huge = try Fixtures.named("HugeOutput")
    let host = try #require(Fixtures.host)
    let completed = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<12 {
        group.addTask {
          guard case .completed = await host.perform(huge, items: []).outcome else { return false }
          return true
        }
      }
      return await group.reduce(into: 0) { count, isCompleted in count += isCompleted ? 1 : 0 }
    }
    #expect(completed == 12)
  }
}
