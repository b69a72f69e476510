import OrielText

/// Decides whether a description makes sense.
struct InterfaceChecker {
  /// The description.
  let description: InterfaceDescription
  /// What is wrong.
  private(set) var problems: [InterfaceProblem] = []
  /// The layouts of structures and tables by name.
  var layouts: [String: InterfaceLayout] = [:]
  /// The values of constants, those of enumerations included.
  var constants: [String: Int128] = [:]
  /// The enumerations by name.
  var enumerations: [String: InterfaceDescription.Enumeration] = [:]
  /// The structures by name.
  var structures: [String: InterfaceDescription.Structure] = [:]
  /// The handles by name.
  var handles: [String: InterfaceDescription.Handle] = [:]
  /// The callbacks by name.
  var callbacks: [String: InterfaceDescription.Callback] = [:]
  /// The tables by name.
  var tables: [String: InterfaceDescription.Table] = [:]
  /// The exported functions by name.
  var functions: [String: InterfaceDescription.Function] = [:]

  /// Prepares the check of a description.
  init(_ description: InterfaceDescription) {
    self.description = description
  }

  /// Checks everything; nil if there are problems.
  mutating func check() -> CheckedInterface? {
    guard checkSize() else { return nil }
    checkNames()
    // What comes next looks names up, and each of its problems would follow from these.
    guard problems.isEmpty else { return nil }
    for enumeration in description.enumerations { checkEnumeration(enumeration) }
    layOut()
    for handle in description.handles { checkHandle(handle) }
    for callback in description.callbacks { checkCallback(callback) }
    for function in description.functions {
      checkFunction(function, ["func \(function.name)"], isOfTable: false)
    }
    for table in description.tables {
      for function in table.functions {
        let path = ["table \(table.name)", "func \(function.name)"]
        checkFunction(function, path, isOfTable: true)
      }
    }
    guard problems.isEmpty else { return nil }
    return CheckedInterface(description, layouts: layouts, constants: constants)
  }

  /// Reports a problem.
  mutating func complain(_ message: String, advice: String? = nil, _ path: [String]) {
    guard problems.count < InterfaceLimits.problems else { return }
    problems.append(InterfaceProblem(message, advice: advice, path: path))
  }

  // MARK: - Names

  /// Checks that there is not too much of anything.
  private mutating func checkSize() -> Bool {
    var members =
      description.constants.count + description.enumerations.count + description.structures.count
      + description.handles.count + description.callbacks.count + description.functions.count
      + description.tables.count
    for enumeration in description.enumerations { members += enumeration.cases.count }
    for structure in description.structures { members += structure.fields.count }
    for callback in description.callbacks { members += callback.parameters.count }
    for function in description.functions { members += function.parameters.count }
    for table in description.tables {
      members += table.entries.count
      for function in table.functions { members += function.parameters.count }
    }
    guard members > InterfaceLimits.members else { return true }
    complain(
      "there are \(members) declarations, fields and parameters; the most are "
        + "\(InterfaceLimits.members)",
      advice: "describe only what hosts call",
      []
    )
    return false
  }

  /// Checks that everything has a name of its own, and makes the tables of names.
  private mutating func checkNames() {
    let parts = description.name.split(separator: ".", omittingEmptySubsequences: false)
    if !parts.allSatisfy({ Self.isName(String($0)) }) {
      complain(
        "'\(Printable.text(description.name))' is no name of an interface",
        advice: "write names with dots between them, such as 'org.zlib'",
        []
      )
    }
    if description.version < 1 { complain("versions begin with 1", []) }
    for constant in description.constants { addConstant(constant, ["const \(constant.name)"]) }
    var types: Set<String> = []
    for enumeration in description.enumerations {
      let path = [(enumeration.isFlags ? "flags " : "enum ") + enumeration.name]
      addType(enumeration.name, path, &types)
      enumerations[enumeration.name] = enumeration
      for value in enumeration.cases { addConstant(value, path + [value.name]) }
    }
    for structure in description.structures {
      addType(structure.name, ["struct \(structure.name)"], &types)
      structures[structure.name] = structure
      checkMemberNames(structure.fields.map(\.name), ["struct \(structure.name)"])
    }
    for handle in description.handles {
      addType(handle.name, ["handle \(handle.name)"], &types)
      handles[handle.name] = handle
      checkMemberNames(handle.attributes.map(\.name), ["handle \(handle.name)"])
    }
    for callback in description.callbacks {
      addType(callback.name, ["callback \(callback.name)"], &types)
      callbacks[callback.name] = callback
      checkMemberNames(callback.parameters.map(\.name), ["callback \(callback.name)"])
    }
    for table in description.tables {
      addType(table.name, ["table \(table.name)"], &types)
      tables[table.name] = table
      checkTableNames(table)
    }
    for function in description.functions {
      let path = ["func \(function.name)"]
      checkName(function.name, path)
      if functions.updateValue(function, forKey: function.name) != nil {
        complain(
          "there are two functions '\(function.name)'",
          advice: "give one another name, and say 'symbol \"\(function.symbol ?? function.name)\"'",
          path
        )
      }
      checkMemberNames(function.parameters.map(\.name), path)
    }
  }

  /// Checks the names inside a table.
  private mutating func checkTableNames(_ table: InterfaceDescription.Table) {
    let path = ["table \(table.name)"]
    var seen: Set<String> = []
    for entry in table.entries {
      switch entry {
      case .field(let field):
        checkMember(field.name, path + [field.name], &seen)
      case .function(let function):
        let path = path + ["func \(function.name)"]
        checkMember(function.name, path, &seen)
        checkMemberNames(function.parameters.map(\.name), path)
      }
    }
  }

  /// Adds a type, whose name no other type has.
  private mutating func addType(_ name: String, _ path: [String], _ types: inout Set<String>) {
    checkName(name, path)
    if InterfaceParser.builtIns.contains(name) || Self.passings.contains(name) {
      complain("'\(name)' is a word of the language and cannot be a type", path)
    } else if !types.insert(name).inserted {
      complain("there are two types '\(name)'", advice: "give one another name", path)
    }
  }

  /// The words that may stand before a type.
  private static let passings = ["in", "out", "inout", "new", "consumed"]

  /// Adds a constant, whose name no other constant has.
  private mutating func addConstant(
    _ constant: InterfaceDescription.Constant,
    _ path: [String]
  ) {
    checkName(constant.name, path)
    if constants.updateValue(constant.value, forKey: constant.name) != nil {
      complain(
        "there are two constants '\(constant.name)'",
        advice: "the names in enumerations are constants too: give one another name",
        path
      )
    }
    if constant.value < Int128(Int64.min) || constant.value > Int128(UInt64.max) {
      complain("\(constant.value) does not fit into 64 bits", path)
    }
  }

  /// Checks the names of what belongs together.
  private mutating func checkMemberNames(_ names: [String], _ path: [String]) {
    var seen: Set<String> = []
    for name in names { checkMember(name, path + [name], &seen) }
  }

  /// Checks the name of one of what belongs together.
  private mutating func checkMember(_ name: String, _ path: [String], _ seen: inout Set<String>) {
    checkName(name, path)
    if !seen.insert(name).inserted {
      complain("there are two '\(name)' beside each other", advice: "give one another name", path)
    }
    if constants[name] != nil {
      complain(
        "'\(name)' is also the name of a constant",
        advice: "give one another name, since a length could mean either",
        path
      )
    }
  }

  /// Checks that a name is one that C could have.
  private mutating func checkName(_ name: String, _ path: [String]) {
    guard !Self.isName(name) else { return }
    complain(
      "'\(Printable.text(name))' is no name",
      advice: "names have up to \(InterfaceLimits.nameLength) letters, digits and '_', and begin "
        + "with no digit",
      path.map { Printable.text($0) }
    )
  }

  /// Whether a name is one that C could have.
  private static func isName(_ name: String) -> Bool {
    let bytes = name.utf8
    guard let first = bytes.first, bytes.count <= InterfaceLimits.nameLength else { return false }
    return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
      && bytes.allSatisfy { byte in
        byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      }
  }

  // MARK: - Enumerations

  /// Checks the values of an enumeration.
  private mutating func checkEnumeration(_ enumeration: InterfaceDescription.Enumeration) {
    let path = [(enumeration.isFlags ? "flags " : "enum ") + enumeration.name]
    let type = enumeration.type
    guard type.isInteger else {
      complain("\(type.rawValue) is no integer", advice: "write 'i32' or 'u32'", path)
      return
    }
    // 'char' is held to what both architectures can say.
    let bits = type.size * 8
    let isSigned = type.isSigned(on: .x86_64)
    let least: Int128 = isSigned && type != .char ? -(1 << (bits - 1)) : 0
    let greatest: Int128 = (1 << (isSigned ? bits - 1 : bits)) - 1
    for value in enumeration.cases where value.value < least || value.value > greatest {
      complain(
        "\(value.value) does not fit into \(type.rawValue)",
        advice: "it holds \(least) to \(greatest)",
        path + [value.name]
      )
    }
  }
}
