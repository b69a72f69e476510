// Provokes a trap of the Swift runtime: the handler calls fatalError.
import OrielExtension

private struct SwiftFatalError: RequestHandler {
  func handle(_ request: ExtensionRequest) async throws -> Response {
    fatalError("provoked on purpose")
  }
}

/// The entry of the extension.
@c(oriel_extension_entry)
public func entry() -> UnsafeRawPointer? { unsafe ExtensionMain.entry { SwiftFatalError() } }
