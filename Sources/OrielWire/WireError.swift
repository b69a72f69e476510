/// Why bytes are not a valid message, or a value does not fit into one.
package enum WireError: Error, Hashable, Sendable {
  /// The bytes end before the message does.
  case truncated
  /// Bytes follow the end of the message.
  case trailingBytes(Int)
  /// The length in the header is not that of the payload.
  case wrongLength(announced: UInt64, found: UInt64)
  /// The header has a version that is not known here.
  case unsupportedVersion(UInt16)
  /// The header has a type that does not exist in this direction.
  case unknownType(UInt16)
  /// A text, byte string, list or payload is longer than allowed.
  case tooLong(length: UInt64, limit: UInt64)
  /// A text is not UTF-8.
  case notUnicode
  /// A name is empty or holds a zero.
  case malformedName
  /// A number is none of those that have a meaning there.
  case meaningless(UInt64)
  /// The message came with a wrong number of descriptors.
  case wrongDescriptorCount(Int)
}

extension WireError: CustomStringConvertible {
  /// What is wrong, as part of a sentence.
  package var description: String {
    switch self {
    case .truncated: "a message ends too early"
    case .trailingBytes(let count): "\(count) bytes follow the end of a message"
    case .wrongLength(let announced, let found):
      "a message announces \(announced) bytes and has \(found)"
    case .unsupportedVersion(let version): "a message has the unknown version \(version)"
    case .unknownType(let type): "a message has the unknown type \(type)"
    case .tooLong(let length, let limit):
      "a part of a message has the length \(length), more than \(limit)"
    case .notUnicode: "a text in a message is not UTF-8"
    case .malformedName: "a name in a message is empty or holds a zero"
    case .meaningless(let value): "a message holds the meaningless number \(value)"
    case .wrongDescriptorCount(let count):
      "a message came with \(count) descriptors, which is not what its type carries"
    }
  }
}
