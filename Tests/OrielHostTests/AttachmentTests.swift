import Foundation
import OrielHost
import OrielTesting
import OrielTypes
import Testing

/// Attachments of every source in every form, as a real extension gets them.
@Suite(.requiresBundles, .timeLimit(.minutes(5))) struct AttachmentTests {
  /// A folder for the files of one test.
  private let folder = NSTemporaryDirectory() + "/oriel-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  @Test("Bytes and files arrive the same in every form, small and large")
  func forms() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let small = [UInt8]("small".utf8)
    let large = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try Data(large).write(to: URL(fileURLWithPath: folder + "/large.jpg"))
    let item = ExtensionItem(
      title: "Title",
      text: "Text",
      userInfo: .dictionary(["number": .integer(3)]),
      attachments: [
        ItemProvider(small, type: .plainText, suggestedName: "small.txt"),
        ItemProvider(large, type: .png),
        ItemProvider(contentsOfFile: folder + "/large.jpg"),
        ItemProvider(url: "https://example.com/a?b=c"),
      ]
    )
    let result = try await Fixtures.run("EchoItems", items: [item])
    guard case .completed(let items, _) = result.outcome, items.count == 2 else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(items[0].title == "Title" && items[0].text == "Text")
    #expect(items[0].userInfo == item.userInfo)
    let back = items[0].attachments
    #expect(try back[0].representations.map { try $0.bytes(limit: 1 << 20) } == [small])
    #expect(back[0].suggestedName == "small.txt")
    #expect(try back[1].representations.map { try $0.bytes(limit: 1 << 20) } == [large])
    #expect(try back[2].representations.first?.bytes(limit: 1 << 20) == large)
    #expect(back[2].representations.first?.type == .jpeg)
    #expect(back[2].suggestedName == "large.jpg")
    // The extension's own account: the length and checksum of every load.
    let report = try #require(items[1].text)
    for line in [checksumLine(small), checksumLine(large)] {
      #expect(report.contains("bytes blocking: \(line)"))
      #expect(report.contains("bytes async: \(line)"))
      #expect(report.contains("descriptor blocking: \(line)"))
      #expect(report.contains("URL async: \(line)"))
    }
    #expect(report.contains("https://example.com/a?b=c"))
  }

  @Test(
    "A file that is not there, is a directory or became a link is a status, not a failure",
    arguments: ["missing", "directory", "link"]
  )
  func badFiles(_ kind: String) async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/file.txt"
    var provider = ItemProvider(contentsOfFile: path)
    // The fixture gives back what it could load, and an attachment without content is refused.
    provider.representations.append(.init(type: .json, source: .bytes([1])))
    switch kind {
    case "directory":
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case "link":
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
    default: break
    }
    let result = try await Fixtures.run(
      "EchoItems",
      items: [ExtensionItem(attachments: [provider])]
    )
    let report = try #require(result.texts.last ?? nil, "\(result.outcome)")
    let status = ["missing": "NOT_FOUND", "directory": "UNSUPPORTED", "link": "DENIED"][kind]
    #expect(report.contains("bytes blocking: \(try #require(status))"), "\(report)")
    #expect(!report.contains("root:"))
  }

  @Test("A returned attachment is written as a new file, and never over one that is there")
  func writing() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let result = try await Fixtures.run("HugeOutput")
    guard case .completed(let items, _) = result.outcome,
      let content = items.first?.attachments.first?.representations.first
    else {
      Issue.record("\(result.outcome)")
      return
    }
    let path = folder + "/out"
    try content.write(toNewFile: path)
    #expect(FileManager.default.contents(atPath: path).map { $0.count } == 32 << 20)
    #expect(throws: AttachmentError.self) { try content.write(toNewFile: path) }
    #expect(throws: AttachmentError.self) { try content.write(toNewFile: folder + "/none/out") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["out"])
  }

  @Test("Items over the limits are refused with a sentence, before anything is started")
  func tooMuch() async throws {
    let long = ExtensionItem(text: String(repeating: "x", count: 65_537))
    for items in [[long], Array(repeating: ExtensionItem(), count: 65)] {
      let result = try await Fixtures.run("CompleteEarly", items: items)
      #expect(result.failure?.code == "setup")
      #expect(result.timings.launched == nil)
    }
  }

  /// The length and FNV-1a checksum of bytes, as the fixture writes them.
  private func checksumLine(_ bytes: [UInt8]) -> String {
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return "\(bytes.count) bytes \(String(repeating: "0", count: 16 - digits.count))\(digits)"
  }
}
