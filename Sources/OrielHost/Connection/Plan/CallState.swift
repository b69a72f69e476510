internal import OrielInterface

/// What is known of one call while it is made.
@unsafe struct CallState {
  /// Where something is that a pointer leads to.
  enum Location {
    /// In the frame, so many bytes.
    case frame(Int, Int)
    /// In a shared buffer.
    case buffer(SharedBuffer, Int)

    /// The bytes that are there.
    var count: Int {
      switch self {
      case .frame(_, let count): count
      case .buffer(let buffer, _): buffer.count
      }
    }
  }

  /// Something to read after the call.
  enum Reading {
    /// The value of a cell of the frame.
    case cell(place: Int)
    /// What an operation has found about a parameter.
    case operation(Int)
    /// Elements in the frame, at most as many as there is room for.
    case elements(place: Int, room: Int)
    /// What a pointer in the frame leads to, as a token that an operation has taken.
    case deferred(operation: Int)
    /// Nothing: the memory is shared.
    case buffer(SharedBuffer, Int)
    /// A null pointer.
    case null
  }

  /// The plan.
  let plan: FunctionPlan
  /// What the host gave.
  var arguments: [InterfaceValue]
  /// The table of the function.
  let receiver: ExtensionHandle?
  /// The number of the connection.
  let connection: UInt64
  /// The frame.
  var frame: FrameWriter
  /// Where the memory of parameters is.
  var locations: [Int: Location] = [:]
  /// What is to be read, by parameter.
  var readings: [(parameter: Int, reading: Reading)] = []
  /// The operations for fields that come back, by their places in the frame.
  var fields: [Int: Int] = [:]
  /// The operation that tells of the result.
  var resultOperation: Int?
  /// The values of parameters that came back.
  var outputs: [String: UntrustedValue] = [:]
  /// What the function has returned.
  var returned: InterfaceValue?
  /// What other functions have answered about the call.
  var answers: [InterfaceDescription.Query: Int128] = [:]
  /// The functions that were lent for this call.
  var lent: [UInt64] = []
  /// The batch that the call is one of; 0 for none.
  var batch: UInt64 = 0
  /// What the calls before it in the batch give.
  var earlier: [[CallPromise.Part: BatchWriter.Source]] = []
  /// The arguments that these give.
  var promises: [BatchWriter.Promise] = []
  /// Where in the room nothing lies any more that is to be read, behind the frame.
  var answerEnd = 0

  /// Where a frame can begin that must not disturb what the call has brought.
  var end: Int { unsafe max(frame.end, answerEnd) }

  /// The integer that a part of an expression is.
  func integer(_ expression: InterfaceExpression) -> Int128? {
    let plan = unsafe plan
    switch expression {
    case .constant(let name): return plan.interface.constants[name]
    case .sizeOf(let name): return plan.interface.layouts[name].map { Int128($0.size) }
    case .value(let name):
      if let output = unsafe outputs[name] { return output.unchecked.wide }
      guard let index = plan.function.parameters.firstIndex(where: { $0.name == name }) else {
        return nil
      }
      return unsafe integer(ofParameter: index)
    case .count(let name):
      guard let index = plan.function.parameters.firstIndex(where: { $0.name == name }) else {
        return nil
      }
      return unsafe count(ofParameter: index).map { Int128($0) }
    case .field(let name, let field):
      let value: InterfaceValue?
      if let index = plan.function.parameters.firstIndex(where: { $0.name == name }),
        let argument = plan.arguments[index]
      {
        value = unsafe arguments[argument]
      } else {
        value = unsafe outputs[name]?.unchecked
      }
      switch value {
      case .handle(let handle)?: return handle.attributes[field].map { Int128($0) }
      case .structure(let fields)?: return fields[field]?.wide
      default: return nil
      }
    case .answer(let query): return unsafe answers[query]
    default: return nil
    }
  }

  /// The integer that a parameter is before the call.
  func integer(ofParameter index: Int) -> Int128? {
    let plan = unsafe plan
    if let argument = plan.arguments[index] { return unsafe arguments[argument].wide }
    if let fixed = plan.function.parameters[index].fixed {
      return (try? unsafe value(fixed)).map { Int128($0) }
    }
    guard !plan.measured[index].isEmpty else { return nil }
    let counts = plan.measured[index].lazy.compactMap { unsafe count(ofParameter: $0) }
    return counts.first.map { Int128($0) } ?? 0
  }

  /// How many elements the host gave for a parameter; nil for a null pointer.
  func count(ofParameter index: Int) -> Int? {
    let plan = unsafe plan
    guard let argument = plan.arguments[index],
      case .memory(let memory) = plan.function.parameters[index].type
    else { return nil }
    switch unsafe arguments[argument] {
    case .bytes(let bytes): return bytes.count / max(plan.size(memory.element), 1)
    case .array(let values): return values.count
    case .buffer(let buffer): return buffer.count / max(plan.size(memory.element), 1)
    case .string(let text): return text.utf8.count
    case .integer(let count): return Int(count)
    default: return nil
    }
  }

  /// The value of an expression.
  func value(_ expression: InterfaceExpression) throws(CallError) -> Int64 {
    do throws(InterfaceArithmeticError) {
      return try expression.evaluated { unsafe integer($0) }
    } catch {
      throw unsafe .argument("a length of '\(plan.name)' cannot be computed: \(error)")
    }
  }

  /// The number of elements that an expression says.
  func length(_ expression: InterfaceExpression, of name: String) throws(CallError) -> Int {
    let value = try unsafe value(expression)
    guard value >= 0 else {
      throw .argument("'\(name)' would have \(value) elements")
    }
    return Int(value)
  }
}
