/// A place in the file a property list came from.
public enum PropertyListPosition: Sendable, Hashable, CustomStringConvertible {
  /// A place in text; both count from 1, columns in Unicode scalars.
  case text(line: Int, column: Int)
  /// A place in a binary file, in bytes from its start.
  case byte(offset: Int)

  /// The place in words: `line 3, column 7` or `byte 42`.
  public var description: String {
    switch self {
    case .text(let line, let column): "line \(line), column \(column)"
    case .byte(let offset): "byte \(offset)"
    }
  }

  /// The place of a byte in UTF-8 text, where lines end with LF, CR or CR LF.
  static func locate(_ offset: Int, in text: [UInt8]) -> PropertyListPosition {
    var line = 1
    var column = 1
    var index = 0
    let end = min(offset, text.count)
    while index < end {
      let byte = text[index]
      let endsLine =
        byte == 0x0A || (byte == 0x0D && !(index + 1 < text.count && text[index + 1] == 0x0A))
      if endsLine {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80, byte != 0x0D {
        // Continuation bytes belong to a scalar that was counted, a CR to the LF that follows it.
        column += 1
      }
      index += 1
    }
    return .text(line: line, column: column)
  }
}

/// One step from a value to a value inside it.
public enum PropertyListPathComponent: Sendable, Hashable, CustomStringConvertible {
  /// The value under a key of a dictionary.
  case key(String)
  /// The element of an array, counted from 0.
  case index(Int)

  /// The step in words: the key, or the index in brackets.
  public var description: String {
    switch self {
    case .key(let key): key
    case .index(let index): "[\(index)]"
    }
  }
}
