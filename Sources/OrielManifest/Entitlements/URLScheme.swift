internal import OrielText

/// The scheme of links that the host opens for an extension, in lower case.
public struct URLScheme: Sendable, Hashable, CustomStringConvertible {
  /// The scheme without its colon.
  public let rawValue: String

  /// The longest scheme, in bytes.
  public static let greatestLength: Int = 64

  /// Schemes that can never be asked for: they name files, or run or show what they hold.
  public static let forbidden: Set<String> = [
    "about", "blob", "data", "file", "filesystem", "jar", "javascript", "vbscript", "view-source",
  ]

  /// Creates a scheme, or nothing when the text is none or one that is never opened.
  public init?(_ text: String) {
    guard let scheme = try? URLScheme(parsing: text) else { return nil }
    self = scheme
  }

  /// Reads a scheme.
  init(parsing text: String) throws(EntitlementProblem) {
    let lower = text.lowercased()
    guard text.utf8.count <= Self.greatestLength,
      let first = text.utf8.first, Self.isLetter(first), text.utf8.allSatisfy(Self.isAllowed)
    else {
      throw EntitlementProblem(
        "'\(Printable.text(text))' is no scheme of a link",
        advice: "write the part of the link before its colon, such as 'https'"
      )
    }
    guard !Self.forbidden.contains(lower) else {
      throw EntitlementProblem(
        "links with the scheme '\(lower)' are never opened for an extension",
        advice: "remove it"
      )
    }
    guard text == lower else {
      throw EntitlementProblem("the scheme is not in lower case", advice: "write '\(lower)'")
    }
    rawValue = text
  }

  /// Whether a byte is a letter of ASCII.
  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Whether a byte may be in a scheme.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  /// The scheme without its colon.
  public var description: String { rawValue }
}
