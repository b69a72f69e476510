// Provokes nothing: returns the input text in upper case with the SDK and the standard library only.
import OrielExtension

private struct SwiftText: RequestHandler {
  func handle(_ request: ExtensionRequest) async throws -> Response {
    [ReturnedItem(text: (request.text ?? "").uppercased())]
  }
}

/// The entry of the extension.
@c(oriel_extension_entry)
public func entry() -> UnsafeRawPointer? { unsafe ExtensionMain.entry { SwiftText() } }
