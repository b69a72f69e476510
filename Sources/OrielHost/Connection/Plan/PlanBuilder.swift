internal import OrielInterface
internal import OrielWire

/// Collects what calls of an interface need.
struct PlanBuilder {
  /// What the interface says.
  let interface: CheckedInterface
  /// The structures, each before those that hold it.
  private(set) var structures: [WireCStructure] = []
  /// The functions, by whose places calls name them.
  private(set) var functions: [WireFunction] = []
  /// The callbacks.
  private(set) var callbacks: [CallbackPlan] = []
  /// The places of the structures.
  private var structurePlaces: [String: Int] = [:]
  /// The places of the functions that give memory back.
  private var releases: [String: Int] = [:]
  /// The numbers of handles and tables.
  let kinds: [String: Int]

  /// Begins with the types.
  init(_ interface: CheckedInterface) throws(InterfacePlan.Problem) {
    self.interface = interface
    let description = interface.description
    let names = description.handles.map(\.name) + description.tables.map(\.name)
    // Number 0 is for memory that is read after a call.
    kinds = Dictionary(uniqueKeysWithValues: zip(names, 1...))
    for structure in description.structures { _ = try place(of: structure.name) }
    for callback in description.callbacks {
      callbacks.append(try CallbackPlan(callback, number: callbacks.count, &self))
    }
  }

  /// The place of a structure, which is added when it is not there yet.
  ///
  /// The checker bounds how deep structures hold each other.
  private mutating func place(of name: String) throws(InterfacePlan.Problem) -> Int {
    if let place = structurePlaces[name] { return place }
    guard let structure = interface.description.structure(named: name),
      let layout = interface.layouts[name]
    else { throw InterfacePlan.Problem(text: "there is no structure '\(name)'") }
    var elements: [WireCType] = []
    for field in structure.fields { elements += try self.elements(field.type) }
    structures.append(
      WireCStructure(
        elements: elements,
        size: UInt32(layout.size),
        alignment: UInt16(layout.alignment)
      )
    )
    structurePlaces[name] = structures.count - 1
    return structures.count - 1
  }

  /// What a field is for libffi.
  private mutating func elements(
    _ type: InterfaceType
  ) throws(InterfacePlan.Problem) -> [WireCType] {
    if case .fixedArray(let element, let count) = type {
      let elements = try self.elements(element)
      return Array(repeatElement(elements, count: count).joined())
    }
    return [try self.type(type)]
  }

  /// What a value is for libffi.
  mutating func type(_ type: InterfaceType) throws(InterfacePlan.Problem) -> WireCType {
    switch type {
    case .scalar(let scalar): ScalarCoding.type(scalar)
    case .enumeration(let name):
      ScalarCoding.type(interface.description.enumeration(named: name)?.type ?? .i32)
    case .structure(let name): .structure(try place(of: name))
    default: .pointer
    }
  }

  /// Adds a function.
  mutating func add(
    _ function: InterfaceDescription.Function,
    in table: String? = nil,
    at offset: Int = 0
  ) throws(InterfacePlan.Problem) -> FunctionPlan {
    var types: [WireCType] = []
    for (index, parameter) in function.parameters.enumerated() {
      if parameter.direction != .in || parameter.life == .new {
        types.append(.pointer)
      } else if let start = function.variadicStart, index >= start,
        case .scalar(let scalar) = parameter.type
      {
        types.append(ScalarCoding.type(ScalarCoding.promoted(scalar)))
      } else {
        types.append(try type(parameter.type))
      }
    }
    let result = try function.result.map { (result) throws(InterfacePlan.Problem) in
      try type(result.type)
    }
    let resultSize = function.result.flatMap { interface.layout(of: $0.type)?.size } ?? 0
    var end = max(16, (resultSize + 15) & ~15)
    var places: [Int] = []
    for (parameter, type) in zip(function.parameters, types) {
      places.append(end)
      let size = type.structure == nil ? 8 : interface.layout(of: parameter.type)?.size ?? 8
      end += max(8, (size + 7) & ~7)
    }
    let number = functions.count
    let source: WireFunction.Source =
      table == nil
      ? .symbol(function.symbol ?? function.name, isOptional: function.isOptional)
      : .table(offset: UInt32(truncatingIfNeeded: offset))
    let plain = table == nil ? PlainPlan(function, kinds: kinds, interface) : nil
    functions.append(
      WireFunction(
        source: source,
        signature: WireSignature(
          result: result ?? .void,
          parameters: types,
          fixedCount: function.variadicStart.map { UInt16($0) }
        ),
        places: places.map { UInt32($0) },
        passing: plain?.passing
      )
    )
    var releases: [String: Int] = [:]
    let ownerships = function.parameters.map(\.ownership) + [function.result?.ownership]
    for case .freed(let symbol)? in ownerships { releases[symbol] = release(symbol) }
    return FunctionPlan(
      function,
      number: number,
      places: places,
      head: end,
      table: table,
      kinds: kinds,
      releases: releases,
      callbacks: callbacks,
      interface: interface,
      plain: plain
    )
  }

  /// A plan that calls nothing.
  var access: FunctionPlan {
    FunctionPlan(
      InterfaceDescription.Function("fields"),
      number: 0,
      places: [],
      head: 0,
      table: nil,
      kinds: kinds,
      releases: releases,
      callbacks: callbacks,
      interface: interface
    )
  }

  /// The place of a function that gives memory back, `void (void *)`.
  private mutating func release(_ symbol: String) -> Int {
    if let place = releases[symbol] { return place }
    functions.append(
      WireFunction(
        source: .symbol(symbol, isOptional: false),
        signature: WireSignature(result: .void, parameters: [.pointer]),
        places: [16]
      )
    )
    releases[symbol] = functions.count - 1
    return functions.count - 1
  }
}
