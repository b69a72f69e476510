/// A length that cannot be computed.
public enum InterfaceArithmeticError: Error, Sendable, Hashable {
  /// A result does not fit into 64 bits with a sign.
  case overflow
  /// Something is divided by zero.
  case divisionByZero
  /// A name has no value.
  case unknown(InterfaceExpression)
}

extension InterfaceExpression {
  /// Computes the integer.
  ///
  /// - Parameter value: The value of a constant, a parameter, a field, a size, a number of elements
  ///   or an answer; nil if there is none.
  /// - Returns: The integer.
  /// - Throws: Why it cannot be computed.
  public func evaluated(
    _ value: (InterfaceExpression) -> Int128?
  ) throws(InterfaceArithmeticError) -> Int64 {
    guard let result = Int64(exactly: try wide(value)) else { throw .overflow }
    return result
  }

  /// Computes the integer with 128 bits.
  ///
  /// The checker bounds how deep expressions are.
  private func wide(
    _ value: (InterfaceExpression) -> Int128?
  ) throws(InterfaceArithmeticError) -> Int128 {
    switch self {
    case .integer(let integer): return Int128(integer)
    case .combined(let operation, let left, let right):
      let (left, right) = (try left.wide(value), try right.wide(value))
      let (result, overflowed) =
        switch operation {
        case .plus: left.addingReportingOverflow(right)
        case .minus: left.subtractingReportingOverflow(right)
        case .times: left.multipliedReportingOverflow(by: right)
        case .dividedBy: left.dividedReportingOverflow(by: right)
        }
      guard operation != .dividedBy || right != 0 else { throw .divisionByZero }
      guard !overflowed else { throw .overflow }
      return result
    default:
      guard let result = value(self) else { throw .unknown(self) }
      return result
    }
  }

  /// The operands, from left to right.
  public var operands: [InterfaceExpression] {
    var operands: [InterfaceExpression] = []
    var rest = [self]
    while let last = rest.popLast() {
      if case .combined(_, let left, let right) = last {
        rest += [right, left]
      } else {
        operands.append(last)
      }
    }
    return operands
  }

  /// How deep operators are nested, up to a limit.
  func depth(limit: Int) -> Int {
    guard limit > 0, case .combined(_, let left, let right) = self else { return 1 }
    return 1 + max(left.depth(limit: limit - 1), right.depth(limit: limit - 1))
  }
}
