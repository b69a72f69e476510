extension InterfaceChecker {
  /// Checks a callback.
  mutating func checkCallback(_ callback: InterfaceDescription.Callback) {
    let path = ["callback \(callback.name)"]
    checkParameterCount(callback.parameters, path)
    let scope = Scope(callback)
    for parameter in callback.parameters {
      let path = path + [parameter.name]
      check(parameter.type, as: .callbackParameter(parameter.direction), path)
      checkCount(of: parameter.type, in: scope, path, mayBeChosen: false)
      if parameter.retention != nil || parameter.fixed != nil || parameter.life != .used
        || parameter.ownership != nil || !parameter.attributes.isEmpty
      {
        complain(
          "a parameter of a callback has a direction and a type, and nothing else",
          path
        )
      }
    }
    if let result = callback.result { check(result, as: .callbackResult, path) }
  }

  /// Checks that there are not more parameters than libffi and the frame are used with.
  private mutating func checkParameterCount(
    _ parameters: [InterfaceDescription.Parameter],
    _ path: [String]
  ) {
    guard parameters.count > InterfaceLimits.parameters else { return }
    complain(
      "there are \(parameters.count) parameters; the most are \(InterfaceLimits.parameters)",
      path
    )
  }

  /// Checks a function.
  mutating func checkFunction(
    _ function: InterfaceDescription.Function,
    _ path: [String],
    isOfTable: Bool
  ) {
    checkParameterCount(function.parameters, path)
    let scope = Scope(function)
    for parameter in function.parameters {
      checkParameter(parameter, of: function, scope, path + [parameter.name])
    }
    if function.parameters.count(where: { $0.type == .receiver }) > (isOfTable ? 1 : 0) {
      complain(
        isOfTable ? "'self' is passed twice" : "'self' is the table, and this function is of none",
        path
      )
    }
    if isOfTable, let symbol = function.symbol {
      complain("a function of a table has no symbol, and '\(symbol)' is none of it", path)
    }
    if let start = function.variadicStart {
      if start < 1 || start > function.parameters.count {
        complain("a variadic function has a parameter before '...'", path)
      }
      for parameter in function.parameters.dropFirst(max(start, 0)) {
        if case .structure = parameter.type, parameter.direction == .in {
          complain("a structure by value is not passed after '...'", path + [parameter.name])
        }
      }
    }
    if let result = function.result {
      check(result.type, as: .result, path)
      checkCount(of: result.type, in: scope.afterCall, path, mayBeChosen: false)
      checkOwnership(result.ownership, result.type, path)
      checkAttributes(result.attributes, of: result.type, in: scope.afterCall, path)
      checkPosition(result.type, of: function, path)
    }
    if case .same(let name) = function.thread {
      guard case .handle = scope.parameters[name]?.type else {
        complain("'thread of \(name)' names no parameter that is a handle", path)
        return
      }
    }
    checkFailure(of: function, scope, path)
  }

  /// Checks a parameter of a function.
  private mutating func checkParameter(
    _ parameter: InterfaceDescription.Parameter,
    of function: InterfaceDescription.Function,
    _ scope: Scope,
    _ path: [String]
  ) {
    if parameter.life == .used {
      check(parameter.type, as: .parameter(parameter.direction), path)
    } else {
      guard case .handle = parameter.type, parameter.direction == .in else {
        complain("only a handle is '\(parameter.life.rawValue)'", path)
        return
      }
      check(parameter.type, as: .parameter(.in), path)
    }
    let isOwn = parameter.ownership != nil
    checkCount(
      of: parameter.type,
      in: isOwn ? scope.afterCall : scope,
      path,
      mayBeChosen: !isOwn
    )
    if isOwn, parameter.direction != .out {
      complain("only memory that comes back is borrowed or freed", advice: "write 'out'", path)
    } else {
      checkOwnership(parameter.ownership, parameter.type, path)
    }
    checkAttributes(parameter.attributes, of: parameter.type, in: scope.afterCall, path)
    if !parameter.attributes.isEmpty, parameter.life != .new {
      complain("only a handle that is made gets attributes", advice: "write 'new'", path)
    }
    checkRetention(of: parameter, scope, path)
    checkFixed(parameter, scope, path)
    checkPosition(parameter.type, of: function, path)
    if case .callback(let name, _) = parameter.type, let callback = callbacks[name] {
      for outer in Scope(callback).outerNames(of: callback) {
        check(.value(outer), in: scope, path)
      }
    }
  }

  /// Checks how many elements there are.
  private mutating func checkCount(
    of type: InterfaceType,
    in scope: Scope,
    _ path: [String],
    mayBeChosen: Bool
  ) {
    guard case .memory(let memory) = type else { return }
    if let count = memory.count {
      check(count, in: scope, path)
    } else if !mayBeChosen {
      complain(
        "nothing says how many elements the library returns",
        advice: "write the number into the brackets",
        path
      )
    }
  }

  /// Checks whose memory or text it is.
  private mutating func checkOwnership(
    _ ownership: InterfaceDescription.Ownership?,
    _ type: InterfaceType,
    _ path: [String]
  ) {
    guard ownership != nil else { return }
    switch type {
    case .string, .memory, .pointer: return
    default: complain("only text and memory are borrowed or freed", path)
    }
  }

  /// Checks the attributes of a handle that a call makes.
  private mutating func checkAttributes(
    _ values: [InterfaceDescription.AttributeValue],
    of type: InterfaceType,
    in scope: Scope,
    _ path: [String]
  ) {
    guard case .handle(let name, _) = type, let handle = handles[name] else {
      if !values.isEmpty { complain("only a handle has attributes", path) }
      return
    }
    var rest = Set(handle.attributes.map(\.name))
    for value in values {
      if rest.remove(value.name) == nil {
        complain(
          "'\(value.name)' is no attribute of '\(name)', or is given twice",
          advice: InterfaceParser.suggestion(for: value.name, in: rest),
          path
        )
      }
      check(value.value, in: scope, path)
    }
    if !values.isEmpty, let missing = rest.min() {
      complain("the attribute '\(missing)' of '\(name)' is missing", path)
    }
  }

  /// Checks for how long something is used.
  private mutating func checkRetention(
    of parameter: InterfaceDescription.Parameter,
    _ scope: Scope,
    _ path: [String]
  ) {
    guard let retention = parameter.retention else { return }
    switch parameter.type {
    case .callback, .memory, .string: break
    default: complain("only memory, text and callbacks are kept", path)
    }
    if let name = retention.handle {
      guard case .handle = scope.parameters[name]?.type else {
        complain("'kept by \(name)' names no parameter that is a handle", path)
        return
      }
    }
    if let slot = retention.slot { check(.value(slot), in: scope, path) }
  }

  /// Checks the value that every call passes.
  private mutating func checkFixed(
    _ parameter: InterfaceDescription.Parameter,
    _ scope: Scope,
    _ path: [String]
  ) {
    guard let fixed = parameter.fixed else {
      if parameter.type == .opaque {
        complain(
          "nobody gives '\(parameter.name)' a value",
          advice: "write '= 0' for a null pointer",
          path
        )
      }
      return
    }
    guard parameter.direction == .in, parameter.type.isInteger || parameter.type == .opaque else {
      complain("only an integer or 'opaque' that goes in has a fixed value", path)
      return
    }
    for operand in fixed.operands {
      guard case .value(let name) = operand, scope.parameters[name]?.fixed != nil else { continue }
      complain("'\(name)' has a fixed value itself", advice: "write its value instead", path)
    }
    check(fixed, in: scope, path)
  }

  /// Checks what a pointer points into.
  private mutating func checkPosition(
    _ type: InterfaceType,
    of function: InterfaceDescription.Function,
    _ path: [String]
  ) {
    guard case .position(let name, _) = type else { return }
    let target = function.parameters.first { $0.name == name }
    switch target?.type {
    case .memory, .string:
      if target?.ownership == nil { return }
    default: break
    }
    complain(
      "'into \(name)' names no parameter that is text or memory of the host",
      advice: InterfaceParser.suggestion(for: name, in: function.parameters.map(\.name)),
      path
    )
  }

  /// Checks how a call that failed is told.
  private mutating func checkFailure(
    of function: InterfaceDescription.Function,
    _ scope: Scope,
    _ path: [String]
  ) {
    guard let failure = function.failure else { return }
    guard let type = function.result?.type else {
      complain("a function without a result cannot say by it that it failed", path)
      return
    }
    let isInteger = type.isInteger
    switch failure.condition {
    case .when(.null):
      if !type.isPointer { complain("the result is no pointer, so it is never null", path) }
    case .when(.negative):
      if !isInteger { complain("the result is no integer, so it is never negative", path) }
    case .when(.zero), .when(.nonzero):
      if !isInteger, type != .scalar(.bool) { complain("the result is no integer", path) }
    case .unless(let values):
      if !isInteger { complain("the result is no integer", path) }
      if values.isEmpty { complain("no result is one of a call that succeeded", path) }
      for value in values {
        switch value {
        case .integer: break
        case .constant(let name):
          if constants[name] == nil { complainUnknown(name, "a constant", constants.keys, path) }
        default: complain("a result is compared with numbers and constants", path)
        }
      }
    }
    guard let message = failure.message else { return }
    if let asked = checkQuery(message, in: scope, path) {
      if case .string = asked.result?.type { return }
      complain("'\(message.function)' returns no text", path)
    }
  }
}

extension InterfaceType {
  /// Whether it is an integer of C.
  var isInteger: Bool {
    switch self {
    case .scalar(let scalar): scalar.isInteger
    case .enumeration: true
    default: false
    }
  }
}
