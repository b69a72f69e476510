import Foundation
import Testing

@testable import oriel

/// Names under which returned attachments are stored.
@Suite struct FileNameTests {
  @Test(
    arguments: [
      ("photo.jpg", "photo.jpg"), ("photo", "photo.jpg"), (nil, "attachment.jpg"),
      ("", "attachment.jpg"), ("../../etc/passwd", "_.._etc_passwd"),
      ("/etc/passwd", "_etc_passwd.jpg"), ("..", "attachment.jpg"), (".", "attachment.jpg"),
      (".bashrc", "bashrc.jpg"), ("-rf", "rf.jpg"), ("~root.jpg", "root.jpg"),
      ("a\nb.jpg", "a_b.jpg"), ("a\u{0}b.jpg", "a_b.jpg"), ("a\u{202e}gpj.exe", "a_gpj.exe"),
      ("c:\\x.jpg", "c:_x.jpg"), ("photo.jpg. ", "photo.jpg"), (" . -", "attachment.jpg"),
      ("dots.in.name.png", "dots.in.name.png"),
    ] as [(String?, String)]
  )
  func `Suggested names become harmless`(suggestion: String?, name: String) {
    #expect(FileName(suggestion: suggestion, fallbackSuffix: "jpg").text == name)
  }

  @Test(arguments: ["a", "é", "👩‍👩‍👧", "e\u{301}\u{301}\u{301}"])
  func `Long names are cut at a character and keep their suffix`(character: String) {
    let long = String(repeating: character, count: 300) + ".jpeg"
    let name = FileName(suggestion: long, fallbackSuffix: nil)
    #expect(name.numbered(9999).utf8.count <= 255)
    #expect(name.suffix == ".jpeg")
    #expect(long.hasPrefix(name.stem))
  }

  @Test func `A single endless character is cut`() {
    let name = FileName(
      suggestion: "a" + String(repeating: "\u{301}", count: 5000),
      fallbackSuffix: "txt"
    )
    #expect(name.text == "a" + String(repeating: "\u{301}", count: 6) + ".txt")
  }

  @Test func `Numbers stand before the suffix`() {
    let name = FileName(suggestion: "photo.jpg", fallbackSuffix: nil)
    #expect(name.numbered(0) == "photo.jpg")
    #expect(name.numbered(12) == "photo-12.jpg")
  }
}
