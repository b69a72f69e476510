/// A step of a predicate that is worked out for all attachments, or all items, at once.
///
/// A value on the stack has a bit for each attachment, a bit for each item, or one bit for the request,
/// in as many words as the request needs: which attachments, which items, or whether at all.
struct MaskInstruction: Sendable, Hashable {
  /// What bits stand for.
  enum Lanes: UInt8, Sendable {
    /// The request: one bit.
    case request
    /// The items.
    case items
    /// The attachments of all items.
    case attachments
  }

  /// What a step does.
  enum Operation: UInt8, Sendable {
    /// Pushes no bit.
    case none
    /// Pushes every bit of the lanes.
    case every
    /// Pushes the attachments of which a type passes the test with the number.
    case anyType
    /// Pushes the attachments of which every type passes it.
    case everyType
    /// Turns the bits of the lanes over.
    case not
    /// Takes two values and pushes the bits that both have.
    case and
    /// Takes two values and pushes the bits that one has.
    case or
    /// Takes a value with the lanes and pushes whether the number of its bits compares with the number.
    case count
    /// Takes attachments and pushes the items of which the number of attachments among them does.
    case countInItems
  }

  /// What the step does.
  let operation: Operation
  /// What the bits stand for.
  var lanes = Lanes.request
  /// How a number of bits is compared.
  var relation = Comparison.Relation.equal
  /// What it is compared with, or which test it is.
  var number: Int64 = 0

  /// Stands for the number of all lanes, for a number of bits to be compared with.
  static let every: Int64 = -1
}
