/// The identifier of a bundle in reverse-DNS form, such as `com.example.photoblog`.
public struct BundleIdentifier: Sendable, Hashable, CustomStringConvertible {
  /// The identifier as it was written.
  public let rawValue: String

  /// The longest identifier, in bytes.
  public static let greatestLength: Int = 255

  /// The form, in words.
  static let form =
    "two or more parts of letters, digits and '-', joined with '.', such as 'com.example.photoblog'"

  /// Creates an identifier, or nothing when the text has another form.
  public init?(_ rawValue: String) {
    guard rawValue.utf8.count <= Self.greatestLength else { return nil }
    let parts = rawValue.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    // A leading hyphen would look like an option wherever an identifier is an argument.
    guard parts.count >= 2,
      parts.allSatisfy({
        !$0.isEmpty && $0.first != UInt8(ascii: "-") && $0.allSatisfy(Self.isAllowed)
      })
    else { return nil }
    self.rawValue = rawValue
  }

  /// Whether a byte may be in a part of an identifier.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// The identifier as it was written.
  public var description: String { rawValue }
}
