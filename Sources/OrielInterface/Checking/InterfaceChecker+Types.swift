extension InterfaceChecker {
  /// Where a type stands.
  enum Position: Equatable {
    /// A parameter of a function, with its direction.
    case parameter(InterfaceDescription.Direction)
    /// A parameter of a callback, with its direction.
    case callbackParameter(InterfaceDescription.Direction)
    /// What a function returns.
    case result
    /// What a host returns.
    case callbackResult
    /// A field of a structure or table.
    case field
    /// An element of an array that is copied.
    case element
    /// An element of an array inside a structure.
    case fixedElement
    /// What a pointer points to.
    case target

    /// What the place is called.
    var name: String {
      switch self {
      case .parameter(.in): "a parameter"
      case .parameter(let direction): "an '\(direction.rawValue)' parameter"
      case .callbackParameter(.in): "a parameter of a callback"
      case .callbackParameter(let direction): "an '\(direction.rawValue)' parameter of a callback"
      case .result: "a result"
      case .callbackResult: "the result of a callback"
      case .field: "a field"
      case .element: "an element of an array"
      case .fixedElement: "an element of an array in a structure"
      case .target: "what a pointer points to"
      }
    }
  }

  /// Checks that a type is known and may stand where it does.
  mutating func check(
    _ type: InterfaceType,
    as position: Position,
    _ path: [String],
    depth: Int = 0
  ) {
    guard depth < InterfaceLimits.nesting else {
      complain("types are nested deeper than \(InterfaceLimits.nesting) levels", path)
      return
    }
    guard isKnown(type, path) else { return }
    guard Self.allows(type, at: position) else {
      complain("\(Self.noun(for: type)) cannot be \(position.name)", advice: advice(type), path)
      return
    }
    switch type {
    case .memory(let memory):
      if memory.form == .bytes, memory.element != .scalar(.u8) {
        complain("the elements of 'bytes' are 'u8'", path)
      } else if memory.form == .buffer, !memory.element.isScalar {
        complain(
          "the elements of a shared buffer are numbers",
          advice: "write 'array<…>' for values that are copied",
          path
        )
      } else {
        check(memory.element, as: .element, path, depth: depth + 1)
      }
    case .pointer(let target, _): check(target, as: .target, path, depth: depth + 1)
    case .fixedArray(let element, _):
      check(element, as: .fixedElement, path, depth: depth + 1)
    default: break
    }
  }

  /// Checks that the name in a type is declared, as what it is used as.
  private mutating func isKnown(_ type: InterfaceType, _ path: [String]) -> Bool {
    let (name, isKnown, kind, candidates): (String, Bool, String, [String])
    switch type {
    case .enumeration(let wanted):
      (name, isKnown) = (wanted, enumerations[wanted] != nil)
      (kind, candidates) = ("an enumeration", Array(enumerations.keys))
    case .structure(let wanted):
      (name, isKnown) = (wanted, structures[wanted] != nil)
      (kind, candidates) = ("a structure", Array(structures.keys))
    case .handle(let wanted, _):
      (name, isKnown) = (wanted, handles[wanted] != nil)
      (kind, candidates) = ("a handle", Array(handles.keys))
    case .callback(let wanted, _):
      (name, isKnown) = (wanted, callbacks[wanted] != nil)
      (kind, candidates) = ("a callback", Array(callbacks.keys))
    case .table(let wanted, _):
      (name, isKnown) = (wanted, tables[wanted] != nil)
      (kind, candidates) = ("a table", Array(tables.keys))
    default: return true
    }
    if !isKnown { complainUnknown(name, kind, candidates, path) }
    return isKnown
  }

  /// Reports a name that is not declared.
  mutating func complainUnknown(
    _ name: String,
    _ kind: String,
    _ candidates: some Sequence<String>,
    _ path: [String]
  ) {
    complain(
      "'\(name)' is not declared as \(kind)",
      advice: InterfaceParser.suggestion(for: name, in: candidates),
      path
    )
  }

  /// Whether a type may stand in a place.
  private static func allows(_ type: InterfaceType, at position: Position) -> Bool {
    switch (type, position) {
    case (.scalar, _), (.enumeration, _), (.structure, _): true
    case (.fixedArray, .field), (.fixedArray, .fixedElement): true
    case (.fixedArray, _): false
    case (.receiver, .parameter(.in)): true
    case (.receiver, _): false
    case (.position, .result), (.position, .parameter(.out)), (.position, .callbackResult): true
    case (.position, _): false
    case (.callback, .parameter(.in)), (.callback, .field): true
    case (.callback, _): false
    case (.string, .callbackResult), (.memory, .callbackResult), (.pointer, .callbackResult): false
    case (.string, .parameter(.inout)), (.string, .callbackParameter(.inout)): false
    case (.string, _): true
    case (.pointer, .parameter(.in)), (.pointer, .callbackParameter(.in)): true
    case (.pointer, .result), (.pointer, .field): true
    case (.pointer, _): false
    case (.memory, .element), (.memory, .fixedElement), (.memory, .target): false
    case (.memory, _): true
    case (.opaque, .parameter(.in)), (.opaque, .callbackParameter(.in)): true
    case (.opaque, .field), (.opaque, .fixedElement), (.opaque, .result): true
    case (.opaque, .callbackResult): true
    case (.opaque, _): false
    case (.handle, .target), (.table, .target), (.table, .element), (.table, .fixedElement): false
    case (.handle, .callbackResult), (.table, .callbackResult): true
    case (.handle, .parameter(.inout)), (.handle, .callbackParameter(.inout)): false
    case (.table, .parameter(.inout)), (.table, .callbackParameter(.inout)): false
    case (.handle, _), (.table, _): true
    }
  }

  /// What a type is called.
  private static func noun(for type: InterfaceType) -> String {
    switch type {
    case .scalar(let scalar): scalar.rawValue
    case .enumeration: "an enumeration"
    case .structure: "a structure"
    case .handle: "a handle"
    case .callback: "a callback"
    case .table: "a table"
    case .receiver: "'self'"
    case .string: "a string"
    case .memory(let memory): "memory such as '\(memory.form.rawValue)'"
    case .pointer: "a pointer with '&'"
    case .fixedArray: "an array of fixed length"
    case .position: "a position with 'into'"
    case .opaque: "'opaque'"
    }
  }

  /// What to write instead of a type that may not stand where it does.
  private func advice(_ type: InterfaceType) -> String? {
    switch type {
    case .fixedArray: "C passes a pointer: write 'array<T>[n]'"
    case .pointer: "an 'out' or 'inout' parameter is a pointer to its type without '&'"
    case .callback: "only parameters and fields that the host gives are callbacks"
    case .position: "it is a pointer that the library returns, into what it was given"
    default: nil
    }
  }

  // MARK: - Fields, handles and callbacks

  /// Checks the fields of a structure or table.
  mutating func checkFields(
    _ fields: [InterfaceDescription.Field],
    _ path: [String],
    siblings: [InterfaceDescription.Field]
  ) {
    var scope = Scope(isStructure: true)
    for field in siblings { scope.fields[field.name] = field.type }
    for field in fields {
      let path = path + [field.name]
      check(field.type, as: .field, path)
      if case .memory(let memory) = field.type {
        if let count = memory.count {
          check(count, in: scope, path)
        } else {
          complain(
            "the number of elements of a field is not known",
            advice: "name the field that says it, as in 'bytes[length]', or write 'opaque'",
            path
          )
        }
      } else if field.direction != .in {
        complain(
          "only memory that a field points to has a direction",
          advice: "remove '\(field.direction.rawValue)'",
          path
        )
      }
    }
  }

  /// Checks a handle.
  mutating func checkHandle(_ handle: InterfaceDescription.Handle) {
    let path = ["handle \(handle.name)"]
    if let structure = handle.structure, structures[structure] == nil {
      complainUnknown(structure, "a structure", structures.keys, path)
    }
    for attribute in handle.attributes where !attribute.type.isInteger {
      complain("\(attribute.type.rawValue) is no integer", path + [attribute.name])
    }
    checkParents(of: handle, path)
    guard let reference = handle.destructor else { return }
    guard let function = function(reference, path) else { return }
    let given = function.parameters.filter { $0.fixed == nil && $0.type != .receiver }
    guard given.count == 1, let parameter = given.first, parameter.life == .consumed,
      parameter.type == .handle(handle.name, isOptional: parameter.type.isOptional)
    else {
      complain(
        "'\(reference.name)' does not end the life of '\(handle.name)' alone",
        advice: "its only parameter without a value must be 'consumed \(handle.name)'",
        path
      )
      return
    }
  }

  /// The function that is meant; nil, and reported, if there is none.
  private mutating func function(
    _ reference: InterfaceDescription.FunctionReference,
    _ path: [String]
  ) -> InterfaceDescription.Function? {
    guard let name = reference.table else {
      guard let function = functions[reference.name] else {
        complainUnknown(reference.name, "a function", functions.keys, path)
        return nil
      }
      return function
    }
    guard let table = tables[name] else {
      complainUnknown(name, "a table", tables.keys, path)
      return nil
    }
    guard let function = table.functions.first(where: { $0.name == reference.name }) else {
      let candidates = table.functions.map(\.name)
      complainUnknown(reference.name, "a function of '\(name)'", candidates, path)
      return nil
    }
    return function
  }

  /// Checks that what must outlive a handle is declared, and does not wait for the handle itself.
  private mutating func checkParents(of handle: InterfaceDescription.Handle, _ path: [String]) {
    guard var parent = handle.parent else { return }
    guard handles[parent] != nil || tables[parent] != nil else {
      complainUnknown(parent, "a handle or table", Array(handles.keys) + tables.keys, path)
      return
    }
    var depth = 1
    while let next = handles[parent]?.parent, parent != handle.name {
      parent = next
      depth += 1
      guard depth <= InterfaceLimits.nesting else { break }
    }
    if parent == handle.name || depth > InterfaceLimits.nesting {
      complain("'\(handle.name)' would have to outlive itself", path)
    }
  }
}

extension InterfaceType {
  /// Whether it is a number.
  var isScalar: Bool {
    if case .scalar = self { true } else { false }
  }
}
