// Provokes an allocation that fails in the Swift runtime, when the text is a number of bytes.
import OrielExtension

/// Makes an array of as many bytes as the text says.
private struct SwiftMemoryBomb: RequestHandler {
  func handle(_ request: ExtensionRequest) async throws -> Response {
    let count = request.text.flatMap { Int($0) } ?? 0
    let bytes = [UInt8](repeating: 1, count: count)
    return [ReturnedItem(text: "\(bytes.count) bytes")]
  }
}

/// The entry of the extension.
@c(oriel_extension_entry)
public func entry() -> UnsafeRawPointer? { unsafe ExtensionMain.entry { SwiftMemoryBomb() } }
