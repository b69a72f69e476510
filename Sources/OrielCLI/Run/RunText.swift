internal import OrielHost
internal import OrielTypes

/// A result as a person reads it.
enum RunText {
  /// The lines that tell a completed request: name, outcome, items, and where they were written.
  static func completed(
    _ items: [ReturnedItem],
    by name: String,
    after time: Duration?,
    _ files: ReturnedFiles
  ) -> [String] {
    var table = TextTable()
    table.add("extension", name)
    table.add("outcome", time.map { "completed in \(milliseconds($0))" } ?? "completed")
    for (index, item) in items.enumerated() {
      if items.count > 1 { table.add("item \(index + 1)") }
      add(item, index, files, to: &table)
    }
    if items.isEmpty { table.add("returned", "nothing") }
    return table.lines()
  }

  /// Adds the rows of an item.
  private static func add(
    _ item: ReturnedItem,
    _ index: Int,
    _ files: ReturnedFiles,
    to table: inout TextTable
  ) {
    add("title", item.title, to: &table)
    add("text", item.text, to: &table)
    if item.userInfo != nil { table.add("user info", bytes(UInt64(item.userInfoSize))) }
    for (number, attachment) in item.attachments.enumerated() {
      let name = attachment.suggestedName.map { TerminalText.line($0) } ?? "without a name"
      table.add("attachment", name)
      for content in attachment.representations {
        table.add("", "\(TerminalText.line(content.type.rawValue)), \(bytes(content.size))")
        if content.type.conforms(to: .url), let link = link(content) { table.add("", link) }
      }
      if let path = files.paths[.init(item: index, attachment: number)] {
        table.add("written to", TerminalText.line(path))
      }
    }
  }

  /// The text of a representation that is a link.
  private static func link(_ content: ReturnedRepresentation) -> String? {
    guard let bytes = try? content.bytes(limit: 1 << 16) else { return nil }
    return TerminalText.line(String(decoding: bytes, as: UTF8.self))
  }

  /// Adds a text of one or more lines.
  private static func add(_ label: String, _ text: String?, to table: inout TextTable) {
    guard let text else { return }
    for (index, line) in TerminalText.lines(text).enumerated() {
      table.add(index == 0 ? label : "", line)
    }
  }

  /// A time as a person reads it.
  static func milliseconds(_ time: Duration) -> String {
    "\((time / .milliseconds(1)).text(decimals: 1)) ms"
  }

  /// A count of bytes with its thousands apart.
  static func bytes(_ count: UInt64) -> String {
    var digits = String(count)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    let number = ([digits] + groups).joined(separator: ",")
    return count == 1 ? "1 byte" : "\(number) bytes"
  }
}
