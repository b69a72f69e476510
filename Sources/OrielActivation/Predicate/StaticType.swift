/// What is known about a value of a predicate before there is a request.
struct StaticType: Sendable, Hashable {
  /// The kind of a value, or of the elements of a collection.
  enum Kind: Sendable, Hashable {
    /// The object that bare key paths begin at.
    case root
    /// An item.
    case item
    /// An attachment.
    case attachment
    /// Text; the identifiers of types are.
    case text
    /// A number.
    case number
    /// True or false.
    case boolean
    /// NIL.
    case null
    /// Nothing: the elements of an empty list.
    case nothing
    /// What depends on the request, or differs.
    case anything

    /// What it is, for people.
    var name: String {
      switch self {
      case .root: "the root object"
      case .item: "an item"
      case .attachment: "an attachment"
      case .text: "text"
      case .number: "a number"
      case .boolean: "a Boolean"
      case .null: "NIL"
      case .nothing: "nothing"
      case .anything: "a value"
      }
    }
  }

  /// The kind of the value or of the elements.
  var kind: Kind
  /// Whether it is a collection.
  var isCollection = false
  /// Whether it makes its comparison false: a key path in it leads to nothing.
  var isUnknown = false

  /// What a value is that makes its comparison false.
  static let unknown = StaticType(kind: .anything, isUnknown: true)

  /// What a key of this value is.
  ///
  /// - Returns: The type, and whether the value can have such a key.
  func type(of key: PredicateTree.Key) -> (type: StaticType, fits: Bool) {
    if isUnknown { return (self, true) }
    switch key {
    case .unknown: return (.unknown, false)
    case .count:
      if isCollection { return (StaticType(kind: .number), true) }
      return (StaticType(kind: .anything), kind == .anything)
    case .items: return (StaticType(kind: .item, isCollection: true), has(.root))
    case .attachments: return (StaticType(kind: .attachment, isCollection: true), has(.item))
    case .types: return (StaticType(kind: .text, isCollection: true), has(.attachment))
    }
  }

  /// Whether a value of a kind may be here.
  private func has(_ other: Kind) -> Bool {
    kind == other || kind == .anything || kind == .nothing
  }

  /// What the elements of a list are.
  static func list(of elements: [StaticType]) -> StaticType {
    var result = StaticType(kind: .nothing, isCollection: true)
    for element in elements {
      if element.isUnknown { return .unknown }
      let kind = element.isCollection ? .anything : element.kind
      result.kind = result.kind == .nothing || result.kind == kind ? kind : .anything
    }
    return result
  }
}
