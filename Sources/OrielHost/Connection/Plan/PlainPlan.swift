internal import OrielInterface
internal import OrielWire

/// How a function is called whose arguments are numbers, bytes, shared buffers and handles, and which
/// returns a number: eight bytes for each parameter, and nothing to do before and after.
///
/// Whatever does not fit is left to the general way, which also says what is wrong.
final class PlainPlan: Sendable {
  /// What to write for a parameter.
  struct Step: Sendable {
    /// Where it comes from.
    enum Kind: UInt8, Sendable {
      /// A number that the host gives.
      case number
      /// The number of elements that the host gives for a memory.
      case count
      /// Memory that the host gives.
      case memory
      /// A handle that the host gives.
      case handle
    }

    /// Where it comes from.
    let kind: Kind
    /// The argument that it comes from.
    let argument: Int
    /// The type of a number.
    var scalar = InterfaceScalar.u64
    /// The bytes of an element of memory.
    var size = 1
    /// Whether bytes are copied; shared buffers are taken in any case.
    var takesBytes = false
    /// Whether there may be a null pointer.
    var isOptional = false
    /// The number of the handle's type.
    var handle = 0
  }

  /// When a call has failed.
  enum Failure: Sendable {
    /// Never.
    case never
    /// When the result passes a test.
    case when(InterfaceDescription.Failure.Test)
    /// When the result is none of these.
    case unless([Int64])
  }

  /// What to write for each parameter.
  let steps: [Step]
  /// The type of the result.
  let result: InterfaceScalar?
  /// When a call has failed.
  let failure: Failure

  /// The bytes before what pointers lead to.
  let head: Int
  /// Whether a call can fail.
  let canFail: Bool

  /// How the instance finds what is passed.
  var passing: [WirePassing] {
    steps.map { step in
      switch step.kind {
      case .number, .count: .value
      case .memory: .memory
      case .handle: .handle(kind: UInt16(truncatingIfNeeded: step.handle))
      }
    }
  }

  /// Makes a function ready; nil for one that needs more.
  init?(
    _ function: InterfaceDescription.Function,
    kinds: [String: Int],
    _ interface: CheckedInterface
  ) {
    guard function.variadicStart == nil else { return nil }
    func scalar(_ type: InterfaceType) -> InterfaceScalar? {
      switch type {
      case .scalar(let scalar): scalar
      case .enumeration(let name): interface.description.enumeration(named: name)?.type
      default: nil
      }
    }
    let given = function.arguments
    var steps: [Step] = []
    for parameter in function.parameters {
      guard parameter.direction == .in, parameter.life == .used, parameter.fixed == nil,
        parameter.retention == nil
      else { return nil }
      let argument = given.firstIndex { $0.name == parameter.name }
      switch parameter.type {
      case .scalar, .enumeration:
        guard let scalar = scalar(parameter.type) else { return nil }
        if let argument {
          steps.append(Step(kind: .number, argument: argument, scalar: scalar))
          continue
        }
        // Several memories must have the same length, which the general way compares.
        let measured = function.memory(measuredBy: parameter)
        guard measured.count == 1, case .memory(let memory) = measured[0].type,
          let argument = given.firstIndex(where: { $0.name == measured[0].name })
        else { return nil }
        let size = interface.layout(of: memory.element)?.size ?? 0
        guard size > 0 else { return nil }
        steps.append(Step(kind: .count, argument: argument, scalar: scalar, size: size))
      case .memory(let memory):
        guard let argument, let size = interface.layout(of: memory.element)?.size, size > 0
        else { return nil }
        if let count = memory.count {
          // What is measured is as long as it is; other lengths have to be computed.
          let measures = function.parameters.contains { other in
            count == .value(other.name) && function.memory(measuredBy: other).count == 1
          }
          guard measures else { return nil }
        }
        steps.append(
          Step(
            kind: .memory,
            argument: argument,
            size: size,
            takesBytes: memory.form != .buffer && size == 1,
            isOptional: memory.isOptional
          )
        )
      case .handle(let name, let isOptional), .table(let name, let isOptional):
        guard let argument, let kind = kinds[name] else { return nil }
        steps.append(
          Step(kind: .handle, argument: argument, isOptional: isOptional, handle: kind)
        )
      default: return nil
      }
    }
    var result: InterfaceScalar?
    if let type = function.result?.type {
      guard let scalar = scalar(type) else { return nil }
      result = scalar
    }
    switch function.failure?.condition {
    case nil: failure = .never
    case .when(let test)?: failure = .when(test)
    case .unless(let expressions)?:
      var values: [Int64] = []
      for expression in expressions {
        let value = try? expression.evaluated { operand in
          if case .constant(let name) = operand { interface.constants[name] } else { nil }
        }
        // One that cannot be computed without the call is left to the general way.
        guard let value else { return nil }
        values.append(value)
      }
      failure = .unless(values)
    }
    self.steps = steps
    self.result = result
    head = (8 * steps.count + 15) & ~15
    canFail = function.failure != nil
  }

  /// Whether a result says that the call has failed.
  func failed(_ result: InterfaceValue?) -> Bool {
    switch failure {
    case .never: return false
    case .unless(let values):
      guard let result = result?.wide else { return false }
      return !values.contains { Int128($0) == result }
    case .when(.null): return false
    case .when(.nonzero): return result?.wide.map { $0 != 0 } ?? false
    case .when(.zero): return result?.wide.map { $0 == 0 } ?? false
    case .when(.negative): return result?.wide.map { $0 < 0 } ?? false
    }
  }
}
