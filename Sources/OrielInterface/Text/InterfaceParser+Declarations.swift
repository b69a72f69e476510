extension InterfaceParser {
  /// Reads a declaration.
  mutating func readDeclaration() throws(Failure) {
    let start = token.start
    guard case .word(let word) = token.kind else { throw unexpected("a declaration") }
    index += 1
    switch word {
    case "const": try readConstant()
    case "enum", "flags": try readEnumeration(isFlags: word == "flags")
    case "struct": try readStructure()
    case "handle": try readHandle()
    case "callback": try readCallback()
    case "func":
      description.functions.append(try readFunction(path: []))
    case "table": try readTable()
    case "union": throw refused("union", at: start)
    default:
      throw failure(
        "'\(word)' begins no declaration",
        advice: suggestion(for: word, in: Self.declarations)
          ?? "declarations begin with "
          + Self.declarations.map { "'\($0)'" }.joined(separator: ", "),
        at: start
      )
    }
  }

  /// Reads the name of a declaration, and remembers where it is.
  private mutating func readDeclaredName(_ kind: String) throws(Failure) -> String {
    let start = token.start
    let name = try readName("the name of the \(kind)")
    try note(["\(kind) \(name)"], at: start)
    return name
  }

  /// Reads a constant.
  private mutating func readConstant() throws(Failure) {
    let name = try readDeclaredName("const")
    try expect("=", "after the name of a constant")
    description.constants.append(.init(name, try readNumber("the value of the constant")))
  }

  /// Reads an enumeration or flags.
  private mutating func readEnumeration(isFlags: Bool) throws(Failure) {
    let name = try readDeclaredName(isFlags ? "flags" : "enum")
    let type = take(":") ? try readScalar() : isFlags ? .u32 : .i32
    var cases: [InterfaceDescription.Constant] = []
    try readMembers(of: name) { (parser) throws(Failure) in
      let start = parser.token.start
      let value = try parser.readName("the name of a value")
      try parser.note(["\(isFlags ? "flags" : "enum") \(name)", value], at: start)
      try parser.expect("=", "after the name of a value")
      cases.append(.init(value, try parser.readNumber("the value of '\(value)'")))
    }
    description.enumerations.append(.init(name, cases, type: type, isFlags: isFlags))
  }

  /// Reads the type of an integer.
  private mutating func readScalar() throws(Failure) -> InterfaceScalar {
    let start = token.start
    guard case .scalar(let scalar) = try readType().type else {
      throw failure("the type of an integer was expected", advice: "such as 'i32'", at: start)
    }
    return scalar
  }

  /// Reads a structure.
  private mutating func readStructure() throws(Failure) {
    let name = try readDeclaredName("struct")
    let size = takeWord("size") ? try readCount("the size in bytes") : nil
    var fields: [InterfaceDescription.Field] = []
    try readMembers(of: name) { (parser) throws(Failure) in
      fields.append(try parser.readField(path: ["struct \(name)"]))
    }
    description.structures.append(.init(name, size: size, fields))
  }

  /// Reads a field.
  private mutating func readField(path: [String]) throws(Failure) -> InterfaceDescription.Field {
    let start = token.start
    let name = try readName("the name of a field")
    try note(path + [name], at: start)
    try expect(":", "after the name of the field '\(name)'")
    var direction = InterfaceDescription.Direction.in
    if case .word(let word) = token.kind, word == "out" || word == "inout" {
      direction = word == "out" ? .out : .inout
      index += 1
    }
    var type = try readType().type
    var counts: [Int] = []
    while take("[") {
      guard counts.count < 8 else {
        throw failure("an array has more than 8 dimensions", at: token.start)
      }
      counts.append(try readCount("the number of elements"))
      try expect("]", "after the number of elements")
    }
    for count in counts.reversed() { type = .fixedArray(of: type, count: count) }
    if isSymbol(":"), case .integer = peek().kind { throw refused("bitfield", at: token.start) }
    var offset: Int?
    if isWord("at"), case .integer = peek().kind {
      index += 1
      offset = try readCount("the offset in bytes")
    }
    return .init(name, type, direction: direction, offset: offset)
  }

  /// Reads members in braces; after a mistake it goes on with the next line.
  private mutating func readMembers(
    of name: String,
    _ member: (inout InterfaceParser) throws(Failure) -> Void
  ) throws(Failure) {
    try expect("{", "and the members of '\(name)'")
    while !take("}") {
      guard token.kind != .end, problems.count < InterfaceLimits.problems else {
        throw unexpected("'}' after the members of '\(name)'")
      }
      let start = index
      let depth = nesting
      do throws(Failure) {
        try member(&self)
      } catch {
        report(error)
        nesting = depth
        if index == start { index += 1 }
        while token.kind != .end, !isSymbol("}"), !token.isFirstOfLine { index += 1 }
        // What stands in the first column of declarations is one: the brace was forgotten.
        if token.isFirstOfLine, case .word(let word) = token.kind,
          Self.declarations.contains(word), case .word = peek().kind
        {
          return
        }
        continue
      }
      _ = take(",")
    }
  }

  /// Reads a handle.
  private mutating func readHandle() throws(Failure) {
    var handle = InterfaceDescription.Handle(try readDeclaredName("handle"))
    if take(":") { handle.structure = try readName("the structure that the handle points to") }
    if isSymbol("{") {
      try readMembers(of: handle.name) { (parser) throws(Failure) in
        let start = parser.token.start
        let name = try parser.readName("the name of an attribute")
        try parser.note(["handle \(handle.name)", name], at: start)
        try parser.expect(":", "after the name of an attribute")
        handle.attributes.append(.init(name, try parser.readScalar()))
      }
    }
    if takeWord("in") { handle.parent = try readName("the handle or table that must outlive it") }
    if takeWord("closed") {
      try expectWord("by", "after 'closed'")
      let name = try readName("the function that ends the life of the handle")
      handle.destructor =
        take(".") ? .init(try readName("a function of the table '\(name)'"), in: name) : .init(name)
    }
    description.handles.append(handle)
  }

  /// Reads a callback.
  private mutating func readCallback() throws(Failure) {
    let name = try readDeclaredName("callback")
    let (parameters, variadicStart) = try readParameters(path: ["callback \(name)"])
    guard variadicStart == nil else {
      throw failure("a callback cannot be variadic", at: token.start)
    }
    let result = take("->") ? try readType().type : nil
    description.callbacks.append(.init(name, parameters, result: result))
  }

  /// Reads a table.
  private mutating func readTable() throws(Failure) {
    let name = try readDeclaredName("table")
    let size = takeWord("size") ? try readCount("the size in bytes") : nil
    var entries: [InterfaceDescription.Table.Entry] = []
    try readMembers(of: name) { (parser) throws(Failure) in
      if parser.isWord("func"), parser.peek().kind != .symbol(":") {
        parser.index += 1
        entries.append(.function(try parser.readFunction(path: ["table \(name)"])))
      } else {
        entries.append(.field(try parser.readField(path: ["table \(name)"])))
      }
    }
    description.tables.append(.init(name, size: size, entries))
  }
}
