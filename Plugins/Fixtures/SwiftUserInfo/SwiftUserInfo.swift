// Provokes user info from Swift: reads what came, and returns as much of it as the text says.
import OrielExtension

/// Returns an item for each one that came, with its user info, and in its text what is under the key
/// `word`; with the text `deep N`, `many N` or `long N`, user info that is so deep, many or long.
private struct SwiftUserInfo: RequestHandler {
  func handle(_ request: ExtensionRequest) async throws -> Response {
    var items: [ReturnedItem] = []
    for item in request.items {
      let words = (item.text ?? "").split(separator: " ")
      if words.count == 2, let count = Int(words[1]) {
        items.append(ReturnedItem(userInfo: value(words[0], count)))
      } else {
        let word = item.userInfo?.dictionary?["word"]?.string
        items.append(ReturnedItem(text: word ?? "no word", userInfo: item.userInfo))
      }
    }
    return Response(items: items)
  }

  private func value(_ kind: Substring, _ count: Int) -> PropertyListValue {
    switch kind {
    case "deep": (1..<max(count, 1)).reduce(.array([])) { value, _ in .array([value]) }
    case "many": .array(Array(repeating: .boolean(true), count: max(count - 1, 0)))
    default: .data([UInt8](repeating: 7, count: count))
    }
  }
}

/// The entry of the extension.
@c(oriel_extension_entry)
public func entry() -> UnsafeRawPointer? { unsafe ExtensionMain.entry { SwiftUserInfo() } }
