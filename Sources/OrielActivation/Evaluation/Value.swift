/// A value while a predicate is evaluated; it holds no references.
enum Value: Sendable, Hashable {
  /// A number.
  case number(RuleNumber)
  /// A string of the predicate, by its index.
  case literal(Int)
  /// A type of the request, by the index of the distinct type.
  case type(Int)
  /// True or false.
  case boolean(Bool)
  /// NIL.
  case null
  /// The root object.
  case root
  /// An item.
  case item(Int)
  /// An attachment, counted through all items.
  case attachment(Int)
  /// Elements in order.
  case collection(Elements)
  /// What compares with nothing: the number of elements of what is no collection.
  case incomparable
  /// What makes its comparison false.
  case unknown

  /// The elements of a collection.
  enum Elements: Sendable, Hashable {
    /// Items that follow each other.
    case items(Range<Int>)
    /// Attachments that follow each other.
    case attachments(Range<Int>)
    /// Registered types that follow each other.
    case types(Range<Int>)
    /// Values that were put together, by their places in the evaluator's memory.
    case gathered(Range<Int>)

    /// The number of elements.
    var count: Int {
      switch self {
      case .items(let range), .attachments(let range), .types(let range), .gathered(let range):
        range.count
      }
    }
  }
}
