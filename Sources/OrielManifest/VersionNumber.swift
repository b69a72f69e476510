/// A version of up to three numbers.
public struct VersionNumber: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The first number.
  public let major: Int
  /// The second number.
  public let minor: Int
  /// The third number; zero is left out when the version is shown.
  public let patch: Int

  /// Creates a version.
  public init(_ major: Int, _ minor: Int, _ patch: Int = 0) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// Creates a version from text such as `2.36`, or nothing when the text has another form.
  public init?(_ text: some StringProtocol) {
    var numbers = (0, 0, 0)
    var place = 0
    var digits = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "."):
        guard digits > 0, place < 2 else { return nil }
        place += 1
        digits = 0
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits += 1
        guard digits <= 9 else { return nil }
        let digit = Int(byte - UInt8(ascii: "0"))
        switch place {
        case 0: numbers.0 = numbers.0 * 10 + digit
        case 1: numbers.1 = numbers.1 * 10 + digit
        default: numbers.2 = numbers.2 * 10 + digit
        }
      default: return nil
      }
    }
    guard digits > 0 else { return nil }
    self.init(numbers.0, numbers.1, numbers.2)
  }

  /// Whether the left version is the older one.
  public static func < (left: VersionNumber, right: VersionNumber) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }

  /// The numbers with dots, as `2.36` or `6.3.1`.
  public var description: String {
    patch == 0 ? "\(major).\(minor)" : "\(major).\(minor).\(patch)"
  }
}
