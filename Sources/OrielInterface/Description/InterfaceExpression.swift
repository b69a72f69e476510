/// An integer that is computed from the values of a call: most often how long something is.
///
/// All of it is computed without overflow: a result that 64 bits with a sign cannot hold, a length
/// below zero and a division by zero are errors of the call, never a wrong length.
public indirect enum InterfaceExpression: Sendable, Hashable {
  /// A number.
  case integer(Int64)
  /// A constant, or a name of an enumeration.
  case constant(String)
  /// The integer parameter of this name or, in a structure, the field.
  ///
  /// In a callback that does not have the parameter it is that of the call it was given to.
  case value(String)
  /// The field of a parameter that is a handle or a structure.
  case field(of: String, String)
  /// The size of a structure in bytes.
  case sizeOf(String)
  /// The number of elements that the host gave for the memory of a parameter.
  case count(of: String)
  /// What another function returns, asked right after the call.
  ///
  /// Only for the length of what a function returns, as `sqlite3_column_bytes` is for
  /// `sqlite3_column_blob`.
  case answer(InterfaceDescription.Query)
  /// Two integers combined.
  case combined(Operator, InterfaceExpression, InterfaceExpression)

  /// What combines two integers.
  public enum Operator: String, Sendable, Hashable, CaseIterable {
    /// The sum.
    case plus = "+"
    /// The difference.
    case minus = "-"
    /// The product.
    case times = "*"
    /// The quotient, rounded toward zero.
    case dividedBy = "/"
  }
}

extension InterfaceExpression: ExpressibleByIntegerLiteral {
  /// A number.
  public init(integerLiteral value: Int64) {
    self = .integer(value)
  }
}

extension InterfaceExpression: ExpressibleByStringLiteral {
  /// The parameter or field of a name.
  public init(stringLiteral value: String) {
    self = .value(value)
  }
}

extension InterfaceExpression {
  /// The product of two expressions.
  public static func * (left: Self, right: Self) -> Self { .combined(.times, left, right) }
  /// The sum of two expressions.
  public static func + (left: Self, right: Self) -> Self { .combined(.plus, left, right) }
  /// The difference of two expressions.
  public static func - (left: Self, right: Self) -> Self { .combined(.minus, left, right) }
  /// The quotient of two expressions.
  public static func / (left: Self, right: Self) -> Self { .combined(.dividedBy, left, right) }
}
