extension InterfaceDescription {
  /// The description as text, which ``InterfaceParser`` reads back as the same description.
  ///
  /// Declarations are sorted by what they are; comments are not part of a description.
  public var text: String {
    var groups = ["interface \(name) \(version)\n"]
    func add(_ texts: [String]) {
      if !texts.isEmpty { groups.append(texts.joined()) }
    }
    add(constants.map { "const \($0.name) = \($0.value)\n" })
    groups += enumerations.map(\.text)
    groups += structures.map { structure in
      let size = structure.size.map { " size \($0)" } ?? ""
      let fields = structure.fields.map { "  \($0.text)\n" }.joined()
      return "struct \(structure.name)\(size) {\n\(fields)}\n"
    }
    add(handles.map { "\($0.text)\n" })
    add(
      callbacks.map { callback in
        let result = callback.result.map { " -> \($0.text)" } ?? ""
        let parameters = callback.parameters.map(\.text).joined(separator: ", ")
        return "callback \(callback.name)(\(parameters))\(result)\n"
      }
    )
    groups += functions.map { $0.text(margin: "") }
    groups += tables.map(\.text)
    return groups.joined(separator: "\n")
  }
}

extension InterfaceDescription.Enumeration {
  /// The declaration.
  fileprivate var text: String {
    let cases = cases.map { "  \($0.name) = \($0.value)\n" }.joined()
    return "\(isFlags ? "flags" : "enum") \(name): \(type.rawValue) {\n\(cases)}\n"
  }
}

extension InterfaceDescription.Field {
  /// The field, without its margin.
  fileprivate var text: String {
    var type = type
    var counts = ""
    while case .fixedArray(let element, let count) = type {
      counts += "[\(count)]"
      type = element
    }
    let direction = direction == .in ? "" : "\(direction.rawValue) "
    return "\(name): \(direction)\(type.text)\(counts)" + (offset.map { " at \($0)" } ?? "")
  }
}

extension InterfaceDescription.Handle {
  /// The declaration.
  fileprivate var text: String {
    var text = "handle \(name)"
    if let structure { text += ": \(structure)" }
    if !attributes.isEmpty {
      let list = attributes.map { "\($0.name): \($0.type.rawValue)" }
      text += " { \(list.joined(separator: ", ")) }"
    }
    if let parent { text += " in \(parent)" }
    if let destructor {
      text += " closed by " + (destructor.table.map { "\($0)." } ?? "") + destructor.name
    }
    return text
  }
}

extension InterfaceDescription.Table {
  /// The declaration.
  fileprivate var text: String {
    let entries = entries.map { entry in
      switch entry {
      case .field(let field): "  \(field.text)\n"
      case .function(let function): function.text(margin: "  ")
      }
    }
    return "table \(name)\(size.map { " size \($0)" } ?? "") {\n\(entries.joined())}\n"
  }
}

extension InterfaceDescription.Function {
  /// The declaration.
  fileprivate func text(margin: String) -> String {
    let variadic = variadicStart.map { [($0, "...")] } ?? []
    var list = parameters.map(\.text)
    for (index, dots) in variadic where (0...list.count).contains(index) {
      list.insert(dots, at: index)
    }
    var line = "\(margin)func \(name)(\(list.joined(separator: ", ")))"
    // One parameter a line where they do not fit into one.
    if line.utf8.count > 88 {
      line = "\(margin)func \(name)(\n"
      line += list.map { "\(margin)  \($0)" }.joined(separator: ",\n") + "\n\(margin))"
    }
    if let result {
      line += " -> \(result.type.text(result.attributes))\(result.ownership?.text ?? "")"
    }
    let clauses = clauses
    guard !clauses.isEmpty else { return line + "\n" }
    return line + "\n" + clauses.map { "\(margin)  \($0)\n" }.joined()
  }

  /// What is said after the result, a line each.
  private var clauses: [String] {
    var clauses: [String] = []
    if let symbol { clauses.append("symbol \"\(symbol)\"") }
    if let failure { clauses.append(failure.text) }
    switch thread {
    case .any: break
    case .main: clauses.append("thread main")
    case .same(let parameter): clauses.append("thread of \(parameter)")
    }
    if isConcurrent { clauses.append("concurrent") }
    if isOptional { clauses.append("optional") }
    return clauses
  }
}

extension InterfaceDescription.Failure {
  /// The clause.
  fileprivate var text: String {
    var text: String
    switch condition {
    case .unless(let values):
      text = "throws unless " + values.map(\.text).joined(separator: " or ")
    case .when(let test): text = "throws if \(test.rawValue)"
    }
    if readsErrno { text += " errno" }
    if let message { text += " message \(message.text)" }
    return text
  }
}

extension InterfaceDescription.Query {
  /// The question.
  fileprivate var text: String { "\(function)(\(arguments.joined(separator: ", ")))" }
}

extension InterfaceDescription.Ownership {
  /// What is written after the type.
  fileprivate var text: String {
    switch self {
    case .borrowed: " borrowed"
    case .freed(let symbol): " freed by \(symbol)"
    }
  }
}

extension InterfaceDescription.Parameter {
  /// The parameter.
  fileprivate var text: String {
    var text = "\(name): "
    if life != .used {
      text += "\(life.rawValue) "
    } else if direction != .in {
      text += "\(direction.rawValue) "
    }
    text += type.text(attributes) + (ownership?.text ?? "")
    if let retention {
      text += " kept"
      if let handle = retention.handle { text += " by \(handle)" }
      if let slot = retention.slot { text += " at \(slot)" }
    }
    if let fixed { text += " = \(fixed.text)" }
    return text
  }
}

extension InterfaceType {
  /// The type as it is written in a description.
  public var text: String { text([]) }

  /// The type, with the attributes of a handle that is made.
  fileprivate func text(_ attributes: [InterfaceDescription.AttributeValue]) -> String {
    let mark = isOptional ? "?" : ""
    switch self {
    case .scalar(let scalar): return scalar.rawValue
    case .enumeration(let name), .structure(let name): return name
    case .callback(let name, _), .table(let name, _): return name + mark
    case .handle(let name, _):
      guard !attributes.isEmpty else { return name + mark }
      let list = attributes.map { "\($0.name): \($0.value.text)" }.joined(separator: ", ")
      return "\(name)(\(list))" + mark
    case .receiver: return "self"
    case .string: return "string" + mark
    case .memory(let memory):
      let element = memory.form == .bytes ? "" : "<\(memory.element.text)>"
      return "\(memory.form.rawValue)\(element)[\(memory.count?.text ?? "")]" + mark
    case .pointer(let target, _): return "&\(target.text)" + mark
    case .fixedArray(let element, let count): return "\(element.text)[\(count)]"
    case .position(let name, _): return "into \(name)" + mark
    case .opaque: return "opaque"
    }
  }
}

extension InterfaceExpression {
  /// The expression as it is written in a description, with no more parentheses than it needs.
  public var text: String {
    switch self {
    case .integer(let value): return "\(value)"
    case .constant(let name), .value(let name): return name
    case .field(let name, let field): return "\(name).\(field)"
    case .sizeOf(let name): return "sizeof(\(name))"
    case .count(let name): return "count(\(name))"
    case .answer(let query): return query.text
    case .combined(let operation, let left, let right):
      let (first, second) = (
        left.precedence < precedence ? "(\(left.text))" : left.text,
        // All operators are read from the left.
        right.precedence <= precedence ? "(\(right.text))" : right.text
      )
      return "\(first) \(operation.rawValue) \(second)"
    }
  }

  /// How tightly the outermost operator binds.
  private var precedence: Int {
    switch self {
    case .combined(.plus, _, _), .combined(.minus, _, _): 1
    case .combined: 2
    default: 3
    }
  }
}
