// Provokes nothing: one round trip through Foundation's JSON coders, to be measured.
import Foundation
import OrielExtension

private struct Message: Codable {
  var text: String
  var numbers: [Int]
}

private struct FoundationJSON: RequestHandler {
  func handle(_ request: ExtensionRequest) async throws -> Response {
    let message = Message(text: request.text ?? "", numbers: Array(0..<10))
    let data = try JSONEncoder().encode(message)
    let copy = try JSONDecoder().decode(Message.self, from: data)
    return [ReturnedItem(text: "\(copy.text) \(copy.numbers.reduce(0, +))")]
  }
}

/// The entry of the extension.
@c(oriel_extension_entry)
public func entry() -> UnsafeRawPointer? { unsafe ExtensionMain.entry { FoundationJSON() } }
