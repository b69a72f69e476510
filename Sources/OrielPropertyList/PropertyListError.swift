/// Why bytes are not a property list that may be used, and where.
public struct PropertyListError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, for programs.
  public enum Code: String, Sendable, Hashable {
    /// The bytes are in no known property list format.
    case unknownFormat
    /// The bytes break the rules of the format.
    case malformed
    /// The text is not in the encoding it claims, or in one that is not read.
    case encoding
    /// The format allows the value, a property list does not.
    case unsupported
    /// One of the limits was reached.
    case limit
  }

  /// What is wrong, for programs.
  public let code: Code
  /// What is wrong, for people; without the place.
  public let message: String
  /// Where it is, when there is a place.
  public let position: PropertyListPosition?

  /// Creates an error.
  init(_ code: Code, _ message: String, at position: PropertyListPosition? = nil) {
    self.code = code
    self.message = message
    self.position = position
  }

  /// The place and the message as one line.
  public var description: String {
    position.map { "\($0): \(message)" } ?? message
  }
}

/// Something that is worth knowing about a property list that could be read.
public struct PropertyListRemark: Sendable, Hashable, CustomStringConvertible {
  /// What it is, for people; without the place.
  public let message: String
  /// The value it is about.
  public let path: [PropertyListPathComponent]
  /// Where it is.
  public let position: PropertyListPosition

  /// The largest number of remarks that are kept for one file.
  static let greatestCount = 32

  /// The place and the message as one line.
  public var description: String { "\(position): \(message)" }
}
