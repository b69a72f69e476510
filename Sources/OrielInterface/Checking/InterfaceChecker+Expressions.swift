extension InterfaceChecker {
  /// What an expression may refer to.
  struct Scope {
    /// The parameters by name.
    var parameters: [String: InterfaceDescription.Parameter] = [:]
    /// The types of fields by name.
    var fields: [String: InterfaceType] = [:]
    /// Whether it is inside a structure.
    var isStructure = false
    /// What the call returns.
    var result: InterfaceType?
    /// Whether names that are not known belong to the call that a callback was given to.
    var isOpen = false
    /// Whether what the library returned is known.
    var isAfterCall = false

    /// The scope of a structure.
    init(isStructure: Bool) {
      self.isStructure = isStructure
    }

    /// The scope of a function before it is called.
    init(_ function: InterfaceDescription.Function) {
      for parameter in function.parameters { parameters[parameter.name] = parameter }
      result = function.result?.type
    }

    /// The scope of a callback.
    init(_ callback: InterfaceDescription.Callback) {
      for parameter in callback.parameters { parameters[parameter.name] = parameter }
      isOpen = true
    }

    /// The scope after the call.
    var afterCall: Scope {
      var scope = self
      scope.isAfterCall = true
      return scope
    }

    /// The names in the lengths of a callback that belong to the call it was given to.
    func outerNames(of callback: InterfaceDescription.Callback) -> [String] {
      var names: [String] = []
      for parameter in callback.parameters {
        guard case .memory(let memory) = parameter.type, let count = memory.count else { continue }
        for operand in count.operands {
          guard case .value(let name) = operand, parameters[name] == nil, !names.contains(name)
          else { continue }
          names.append(name)
        }
      }
      return names
    }
  }

  /// Checks that an expression can be computed.
  mutating func check(_ expression: InterfaceExpression, in scope: Scope, _ path: [String]) {
    guard expression.depth(limit: InterfaceLimits.operands + 1) <= InterfaceLimits.operands,
      expression.operands.count <= InterfaceLimits.operands
    else {
      complain("an expression has more than \(InterfaceLimits.operands) operands", path)
      return
    }
    for operand in expression.operands { checkOperand(operand, in: scope, path) }
  }

  /// Checks that an operand has a value.
  private mutating func checkOperand(
    _ operand: InterfaceExpression,
    in scope: Scope,
    _ path: [String]
  ) {
    switch operand {
    case .integer, .combined: break
    case .constant(let name):
      if constants[name] == nil { complainUnknown(name, "a constant", constants.keys, path) }
    case .sizeOf(let name):
      if structures[name] == nil, tables[name] == nil {
        complainUnknown(name, "a structure", structures.keys, path)
      }
    case .value(let name): checkValue(name, in: scope, path)
    case .field(let name, let field): checkField(field, of: name, in: scope, path)
    case .count(let name):
      guard case .memory(let memory) = scope.parameters[name]?.type, memory.count == nil else {
        complain(
          "'count(\(name))' names no memory whose length the host chooses",
          advice: "that is a parameter such as 'bytes[]', with nothing in its brackets",
          path
        )
        return
      }
    case .answer(let query):
      guard scope.isAfterCall, !scope.isOpen, !scope.isStructure else {
        complain(
          "'\(query.function)(…)' can only be asked for the length of what was returned",
          path
        )
        return
      }
      if let asked = checkQuery(query, in: scope, path),
        !(asked.result?.type.isInteger ?? false)
      {
        complain("'\(query.function)' returns no integer", path)
      }
    }
  }

  /// Checks that a name is that of an integer which is known.
  private mutating func checkValue(_ name: String, in scope: Scope, _ path: [String]) {
    if scope.isStructure {
      guard let type = scope.fields[name] else {
        return complainUnknown(name, "a field beside it", scope.fields.keys, path)
      }
      if !type.isInteger { complain("the field '\(name)' is no integer", path) }
      return
    }
    guard let parameter = scope.parameters[name] else {
      if scope.isOpen { return }
      return complainUnknown(
        name,
        "a parameter beside it",
        Array(scope.parameters.keys) + constants.keys,
        path
      )
    }
    if !parameter.type.isInteger {
      complain("the parameter '\(name)' is no integer", path)
    } else if parameter.direction == .out, !scope.isAfterCall {
      complain(
        "'\(name)' is only known after the call",
        advice: "write 'inout' if the caller says how much room there is",
        path
      )
    }
  }

  /// Checks that a field of a parameter is an integer which is known.
  private mutating func checkField(
    _ field: String,
    of name: String,
    in scope: Scope,
    _ path: [String]
  ) {
    guard let parameter = scope.parameters[name] else {
      return complainUnknown(name, "a parameter beside it", scope.parameters.keys, path)
    }
    var candidates: [String: InterfaceType] = [:]
    switch parameter.type {
    case .handle(let handle, _):
      let declared = handles[handle]
      for attribute in declared?.attributes ?? [] {
        candidates[attribute.name] = .scalar(attribute.type)
      }
      if let structure = declared?.structure {
        for field in structures[structure]?.fields ?? [] { candidates[field.name] = field.type }
      }
      if parameter.life == .new {
        complain("'\(name)' is only made by this call", path)
      }
    case .structure(let structure), .pointer(.structure(let structure), _):
      for field in structures[structure]?.fields ?? [] { candidates[field.name] = field.type }
      if parameter.direction == .out, !scope.isAfterCall {
        complain("'\(name)' is only known after the call", path)
      }
    default: break
    }
    guard let type = candidates[field] else {
      return complainUnknown(field, "a field or attribute of '\(name)'", candidates.keys, path)
    }
    if !type.isInteger { complain("'\(name).\(field)' is no integer", path) }
  }

  /// Checks a question to another function; nil, and reported, if it cannot be asked.
  mutating func checkQuery(
    _ query: InterfaceDescription.Query,
    in scope: Scope,
    _ path: [String]
  ) -> InterfaceDescription.Function? {
    guard let asked = functions[query.function] else {
      complainUnknown(query.function, "a function that is exported", functions.keys, path)
      return nil
    }
    let wanted = asked.parameters.filter { $0.fixed == nil }
    guard wanted.count == query.arguments.count else {
      complain(
        "'\(query.function)' takes \(wanted.count) arguments, not \(query.arguments.count)",
        path
      )
      return nil
    }
    for (parameter, name) in zip(wanted, query.arguments) {
      let given = scope.parameters[name]?.type ?? (name == "result" ? scope.result : nil)
      guard let given else {
        complainUnknown(name, "a parameter beside it", scope.parameters.keys, path)
        continue
      }
      guard parameter.direction == .in, parameter.life == .used,
        Self.fits(given, parameter.type)
      else {
        complain("'\(name)' is no argument for '\(parameter.name)' of '\(query.function)'", path)
        continue
      }
    }
    if case .memory(let memory) = asked.result?.type,
      memory.count?.operands.contains(where: \.isAnswer) ?? false
    {
      complain("'\(query.function)' asks another function itself", path)
    }
    return asked
  }

  /// Whether a parameter can be passed on to a function that is asked.
  private static func fits(_ given: InterfaceType, _ wanted: InterfaceType) -> Bool {
    switch (given, wanted) {
    case (.handle(let left, _), .handle(let right, _)): left == right
    default: given.isInteger && wanted.isInteger
    }
  }
}

extension InterfaceExpression {
  /// Whether it is what another function returns.
  var isAnswer: Bool {
    if case .answer = self { true } else { false }
  }
}
