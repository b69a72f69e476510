/// A description that makes sense: its names are declared, its lengths can be computed, and its
/// structures have a layout.
public struct CheckedInterface: Sendable, Hashable {
  /// The description.
  public let description: InterfaceDescription
  /// The layouts of structures and tables by name.
  public let layouts: [String: InterfaceLayout]
  /// The values of constants, those of enumerations included.
  public let constants: [String: Int128]

  /// Keeps what a checker found right.
  init(
    _ description: InterfaceDescription,
    layouts: [String: InterfaceLayout],
    constants: [String: Int128]
  ) {
    self.description = description
    self.layouts = layouts
    self.constants = constants
  }

  /// Checks a description.
  ///
  /// - Throws: Everything that is wrong with it, each with the path of what it is about.
  public init(_ description: InterfaceDescription) throws(InterfaceProblems) {
    var checker = InterfaceChecker(description)
    guard let checked = checker.check() else { throw InterfaceProblems(checker.problems) }
    self = checked
  }

  /// The size and alignment of a value inside a structure or array; nil for an unknown name.
  public func layout(of type: InterfaceType) -> InterfaceLayout? {
    switch type {
    case .scalar(let scalar): return .scalar(scalar.size)
    case .enumeration(let name):
      return description.enumeration(named: name).map { .scalar($0.type.size) }
    case .structure(let name): return layouts[name]
    case .fixedArray(let element, let count):
      guard var layout = layout(of: element) else { return nil }
      layout.size *= count
      layout.elementCount *= count
      return layout
    default: return .pointer
    }
  }
}

extension InterfaceDescription.Function {
  /// The memory whose number of elements is a parameter's value alone, so that the host leaves that
  /// argument out and it is derived; empty for a parameter that the host gives.
  ///
  /// If there are several, all that are not null must have the same number.
  public func memory(measuredBy parameter: InterfaceDescription.Parameter)
    -> [InterfaceDescription.Parameter]
  {
    guard parameter.direction == .in, parameter.fixed == nil, case .scalar = parameter.type else {
      return []
    }
    return parameters.filter { other in
      guard other.direction != .out, other.ownership == nil,
        case .memory(let memory) = other.type
      else { return false }
      return memory.count == .value(parameter.name)
    }
  }

  /// The parameters that a host gives an argument for, in their order.
  ///
  /// Those with a fixed or derived value are left out, and so are the table and what only comes
  /// back. The instance makes the room for memory that the library fills, unless it is a shared
  /// buffer or only the host knows how long it is.
  public var arguments: [InterfaceDescription.Parameter] {
    parameters.filter { parameter in
      guard parameter.fixed == nil, parameter.type != .receiver else { return false }
      if parameter.life == .new { return false }
      if parameter.direction == .out {
        guard case .memory(let memory) = parameter.type, parameter.ownership == nil else {
          return false
        }
        return memory.form == .buffer || memory.count == nil
      }
      return memory(measuredBy: parameter).isEmpty
    }
  }
}
