internal import OrielInterface
internal import OrielWire

/// How a function is called: where in a frame its arguments go, and what comes back from where.
final class FunctionPlan: Sendable {
  /// What the interface says.
  let function: InterfaceDescription.Function
  /// Its place in the message.
  let number: Int
  /// Where in a frame the argument for each parameter is.
  let places: [Int]
  /// The bytes of a frame before what pointers lead to.
  let head: Int
  /// The table that holds it; nil for an exported function.
  let table: String?
  /// The numbers of handles and tables.
  let kinds: [String: Int]
  /// The functions that give memory back, by symbol.
  let releases: [String: Int]
  /// The callbacks of the interface.
  let callbacks: [CallbackPlan]
  /// The whole interface.
  let interface: CheckedInterface
  /// For each parameter, the place of the argument that the host gives; nil for one that it leaves out.
  let arguments: [Int?]
  /// The number of arguments that the host gives.
  let argumentCount: Int
  /// For each parameter, the memory whose number of elements it is.
  let measured: [[Int]]
  /// The operations that a call may need, but for those of arguments of arrays and structures.
  let operations: Int
  /// Whether arguments can need more operations.
  let hasDeepArguments: Bool
  /// Whether something comes back through parameters.
  let hasOutputs: Bool
  /// How it is called with numbers and pointers alone; nil when it needs more.
  let plain: PlainPlan?
  /// Whether it may run beside others.
  let isConcurrent: Bool

  /// Makes a function ready.
  init(
    _ function: InterfaceDescription.Function,
    number: Int,
    places: [Int],
    head: Int,
    table: String?,
    kinds: [String: Int],
    releases: [String: Int],
    callbacks: [CallbackPlan],
    interface: CheckedInterface,
    plain: PlainPlan? = nil
  ) {
    self.function = function
    self.number = number
    self.places = places
    self.head = head
    self.table = table
    self.kinds = kinds
    self.releases = releases
    self.callbacks = callbacks
    self.interface = interface
    self.plain = plain
    isConcurrent = function.isConcurrent
    let given = function.arguments
    argumentCount = given.count
    arguments = function.parameters.map { parameter in
      given.firstIndex { $0.name == parameter.name }
    }
    measured = function.parameters.map { parameter in
      let names = Set(function.memory(measuredBy: parameter).map(\.name))
      guard !names.isEmpty else { return [] }
      return function.parameters.indices.filter { names.contains(function.parameters[$0].name) }
    }
    var operations = table == nil ? 0 : 1
    var isDeep = false
    var hasOutputs = false
    for parameter in function.parameters {
      if parameter.direction != .in || parameter.life == .new { hasOutputs = true }
      switch parameter.type {
      case .scalar, .enumeration:
        operations += parameter.direction == .in ? 0 : 1
      case .callback(let name, _):
        let measures = callbacks.first { $0.callback.name == name }?.measures.count ?? 0
        operations += 1 + measures
      case .structure, .memory, .pointer:
        operations += 4
        isDeep = true
      default: operations += 4
      }
    }
    if let result = function.result {
      switch result.type {
      case .scalar, .enumeration: break
      default:
        operations += 2
        if case .structure(let name) = result.type {
          operations += Self.pointers(name, interface)
        }
      }
    }
    self.operations = operations
    hasDeepArguments = isDeep
    self.hasOutputs = hasOutputs
  }

  /// The operations that one value of a type may need, for itself and what it holds.
  func operations(_ type: InterfaceType) -> Int {
    switch type {
    case .scalar, .enumeration: 0
    case .structure(let name): Self.pointers(name, interface)
    case .fixedArray(let element, let count): operations(element) * count
    case .pointer(let target, _): 2 + operations(target)
    default: 2
    }
  }

  /// The operations that a structure may need.
  private static func pointers(_ name: String, _ interface: CheckedInterface) -> Int {
    // Each field that is no number needs at most two; nested ones are counted by their scalars.
    2 * (interface.layouts[name]?.elementCount ?? 0)
  }

  /// The operations that a call with these arguments may need.
  func operations(for values: [InterfaceValue]) -> Int {
    guard hasDeepArguments else { return operations }
    var sum = operations
    for (index, parameter) in function.parameters.enumerated() {
      switch parameter.type {
      case .structure, .pointer: sum += operations(parameter.type)
      case .memory(let memory):
        let each = operations(memory.element)
        guard each > 0 else { continue }
        var count = 0
        if let argument = arguments[index], case .array(let elements) = values[argument] {
          count = elements.count
        }
        sum += each * count
      default: break
      }
    }
    return sum
  }

  /// The scalar that a type is; nil for another one.
  func scalar(_ type: InterfaceType) -> InterfaceScalar? {
    switch type {
    case .scalar(let scalar): scalar
    case .enumeration(let name): interface.description.enumeration(named: name)?.type
    default: nil
    }
  }

  /// The bytes of a value.
  func size(_ type: InterfaceType) -> Int { interface.layout(of: type)?.size ?? 8 }

  /// How the function is named in messages.
  var name: String { table.map { "\($0).\(function.name)" } ?? function.name }
}
