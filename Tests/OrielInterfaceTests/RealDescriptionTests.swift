import Foundation
import OrielInterface
import Testing

/// Descriptions of real libraries.
@Suite struct RealDescriptionTests {
  /// The libraries.
  static let names = ["zlib", "sqlite3", "turbojpeg", "libc", "frei0r", "ladspa"]

  /// The text of a description.
  static func text(_ name: String) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return try String(
      contentsOf: folder.appending(path: "Descriptions/\(name).interface"),
      encoding: .utf8
    )
  }

  @Test("A real library can be described", arguments: names)
  func isAccepted(_ name: String) throws {
    let text = try Self.text(name)
    do {
      _ = try InterfaceParser.parse(text)
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test("What is printed is read back as the same", arguments: names)
  func roundTrips(_ name: String) throws {
    let first = try InterfaceParser.parse(try Self.text(name))
    let printed = first.description.text
    do {
      let second = try InterfaceParser.parse(printed)
      #expect(second == first)
      #expect(second.description.text == printed)
    } catch {
      Issue.record("\(error)\n\(printed)")
    }
  }
}
