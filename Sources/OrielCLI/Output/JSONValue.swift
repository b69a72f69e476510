internal import OrielManifest
internal import OrielText

/// A JSON value whose object members keep their order.
///
/// The Foundation encoder sorts members or leaves their order open, and costs the command half of
/// its start-up time.
indirect enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([(String, JSONValue)])

  /// A string, or null.
  static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// The value as text, two spaces a level, with a line end.
  var text: String {
    var text = ""
    write(to: &text, indentation: "")
    text.append("\n")
    return text
  }

  /// Appends the value to a text.
  private func write(to text: inout String, indentation: String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    // JSON has no infinities and no NaN.
    case .number(let value): text += value.isFinite ? String(value) : "null"
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      Self.write(values, "[", "]", to: &text, indentation) { value, text, inner in
        value.write(to: &text, indentation: inner)
      }
    case .object(let members):
      Self.write(members, "{", "}", to: &text, indentation) { member, text, inner in
        Self.write(member.0, to: &text)
        text += ": "
        member.1.write(to: &text, indentation: inner)
      }
    }
  }

  /// Appends elements between brackets, one a line.
  private static func write<Element>(
    _ elements: [Element],
    _ opening: String,
    _ closing: String,
    to text: inout String,
    _ indentation: String,
    _ writeElement: (Element, inout String, String) -> Void
  ) {
    guard !elements.isEmpty else {
      text += opening + closing
      return
    }
    let inner = indentation + "  "
    text += opening
    for (index, element) in elements.enumerated() {
      text += index == 0 ? "\n" : ",\n"
      text += inner
      writeElement(element, &text, inner)
    }
    text += "\n" + indentation + closing
  }

  /// Appends a string in quotes.
  ///
  /// What could act on a terminal is escaped too, since JSON is often looked at in one.
  private static func write(_ string: String, to text: inout String) {
    text += "\""
    var filter = PrintableFilter()
    var rest = string.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default:
        if filter.takes(scalar, before: rest.first) {
          text.unicodeScalars.append(scalar)
        } else {
          for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
          }
        }
      }
    }
    text += "\""
  }
}
