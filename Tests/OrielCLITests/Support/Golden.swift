import Foundation
import Testing

/// Texts that the program printed when it was last looked at by a person.
///
/// With `ORIEL_RECORD_GOLDENS=1` in the environment the texts are recorded anew instead; look at
/// the difference before it is committed.
enum Golden {
  /// The folder of the recorded texts.
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Goldens")

  /// Expects a text to be the recorded one.
  static func expect(
    _ text: String,
    is name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appending(path: "\(name).txt")
    if ProcessInfo.processInfo.environment["ORIEL_RECORD_GOLDENS"] == "1" {
      try Data(text.utf8).write(to: file)
      return
    }
    let recorded = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(text == recorded, "\(name).txt differs", sourceLocation: sourceLocation)
  }
}
