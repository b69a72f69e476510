/// A place such as `$(PRODUCT_NAME)` that a build tool should have filled in.
enum BuildSetting {
  /// The first such place in a text: `$(NAME)`, `${NAME}`, or either with an operator, as in
  /// `$(PRODUCT_BUNDLE_IDENTIFIER:rfc1034identifier)`.
  static func first(in text: String) -> String? {
    let bytes = Array(text.utf8)
    var index = 0
    while index + 2 < bytes.count {
      if bytes[index] == UInt8(ascii: "$") {
        let close: UInt8? =
          switch bytes[index + 1] {
          case UInt8(ascii: "("): UInt8(ascii: ")")
          case UInt8(ascii: "{"): UInt8(ascii: "}")
          default: nil
          }
        if let close {
          let start = index
          index += 2
          while index < bytes.count, isPart(bytes[index]) { index += 1 }
          if index < bytes.count, bytes[index] == close, index > start + 2 {
            return String(decoding: bytes[start...index], as: UTF8.self)
          }
          // What was walked over holds no '$', so nothing begins in it.
          continue
        }
      }
      index += 1
    }
    return nil
  }

  /// Whether a byte may stand in the name of a setting or in its operators.
  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: ":"),
      UInt8(ascii: "-"), UInt8(ascii: "="), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
