/// A value of an activation rule as a manifest holds it, free of any file format.
public indirect enum RuleValue: Sendable, Hashable {
  /// Text: a predicate, or a number that was written as text.
  case string(String)
  /// A whole number; one that is out of range is given as the nearest that is not.
  case integer(Int64)
  /// True or false.
  case boolean(Bool)
  /// A number that was written as a real.
  case real(Double)
  /// A value that no rule takes, such as a date, by the name of its kind.
  case other(kind: String)
  /// Values in order.
  case array([RuleValue])
  /// Values by key, in the order of the file; of equal keys the first counts.
  case dictionary([RuleEntry])

  /// What kind of value it is, for people.
  var kind: String {
    switch self {
    case .string: "a string"
    case .integer: "an integer"
    case .boolean: "a Boolean"
    case .real: "a real number"
    case .other(let kind): kind
    case .array: "an array"
    case .dictionary: "a dictionary"
    }
  }
}

/// A key of a rule's dictionary with its value.
public struct RuleEntry: Sendable, Hashable {
  /// The key.
  public let key: String
  /// The value.
  public let value: RuleValue

  /// Creates an entry.
  public init(key: String, value: RuleValue) {
    self.key = key
    self.value = value
  }
}

/// A key of activation rules that a manifest holds where none is read.
public struct MisplacedKey: Sendable, Hashable {
  /// The key.
  public let key: String
  /// The dictionary that holds it, such as `NSExtensionAttributes`; nothing stands for the root.
  public let place: String?

  /// Creates a misplaced key.
  public init(key: String, place: String?) {
    self.key = key
    self.place = place
  }
}
