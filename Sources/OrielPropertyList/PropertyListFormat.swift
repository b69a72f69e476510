/// The formats of property lists that can be read.
public enum PropertyListFormat: String, Sendable, Hashable, CaseIterable {
  /// XML with the elements of Apple's document type.
  case xml
  /// The binary format, version 0.
  case binary
  /// OpenStep text, in braces or, as strings files have it, without them.
  case openStep
  /// JSON.
  case json

  /// The format that the start of a file announces; only a reader can tell whether it is kept.
  ///
  /// Text that begins with `<` is XML, unless only hexadecimal digits and white space come before
  /// the next `>`: that is data of the text format, and no element has such a name. Text that begins
  /// with `[`, or with `{` and a quoted key before a `:`, is JSON.
  public static func detect(_ bytes: [UInt8]) -> PropertyListFormat? {
    if bytes.starts(with: "bplist".utf8) { return .binary }
    guard !bytes.isEmpty else { return nil }
    var units = TextEncoding.units(of: bytes).drop { OpenStepScanner.isSpace($0) }
    guard let first = units.popFirst() else { return .openStep }
    switch first {
    case UInt16(ascii: "<"):
      let content = units.drop {
        OpenStepScanner.isSpace($0) || OpenStepScanner.hexadecimalDigit($0) != nil
      }
      return content.first == UInt16(ascii: ">") ? .openStep : .xml
    case UInt16(ascii: "["): return .json
    case UInt16(ascii: "{"): return isJSONObject(units) ? .json : .openStep
    case UInt16(ascii: "("), UInt16(ascii: "\""), UInt16(ascii: "'"): return .openStep
    default: return OpenStepScanner.isUnquoted(first) ? .openStep : nil
    }
  }

  /// Whether what follows an opening brace is a key as JSON has it.
  private static func isJSONObject(_ units: TextEncoding.Units) -> Bool {
    var rest = units.drop { OpenStepScanner.isSpace($0) }
    guard rest.popFirst() == UInt16(ascii: "\"") else { return false }
    while let unit = rest.popFirst(), unit != UInt16(ascii: "\"") {
      if unit == UInt16(ascii: "\\") { _ = rest.popFirst() }
    }
    return rest.drop { OpenStepScanner.isSpace($0) }.first == UInt16(ascii: ":")
  }
}

extension UInt16 {
  /// The code unit of an ASCII character.
  init(ascii scalar: Unicode.Scalar) { self = UInt16(UInt8(ascii: scalar)) }
}
