extension InterfaceParser {
  /// A type with what may be written beside it.
  struct TypeReading {
    /// The type.
    var type: InterfaceType
    /// The attributes of the handle that it is.
    var attributes: [InterfaceDescription.AttributeValue] = []
  }

  /// Reads a type, and the attributes of a handle.
  mutating func readType(mayBeOptional: Bool = true) throws(Failure) -> TypeReading {
    try nest()
    defer { nesting -= 1 }
    let start = token.start
    if take("&") {
      // In '&string?' it is the pointer that may be null.
      let target = try readType(mayBeOptional: false).type
      return TypeReading(type: .pointer(to: target, isOptional: mayBeOptional && take("?")))
    }
    guard case .word(let word) = token.kind else {
      throw unexpected("a type", advice: isSymbol("*") ? Self.pointerAdvice : nil)
    }
    index += 1
    if let scalar = InterfaceScalar(rawValue: word) {
      if word == "long", isWord("double") { throw refused("long double", at: start) }
      return TypeReading(type: .scalar(scalar))
    }
    if let kind = kinds[word] { return try readNamedType(word, kind, mayBeOptional) }
    return TypeReading(type: try readBuiltIn(word, mayBeOptional, at: start))
  }

  /// Reads the rest of a type that is a word of the language.
  private mutating func readBuiltIn(
    _ word: String,
    _ mayBeOptional: Bool,
    at start: Int
  ) throws(Failure) -> InterfaceType {
    switch word {
    case "string": return .string(isOptional: mayBeOptional && take("?"))
    case "opaque": return .opaque
    case "self": return .receiver
    case "into":
      let name = try readName("the parameter that the pointer points into")
      return .position(in: name, isOptional: take("?"))
    case "bytes": return try readMemory(.bytes, of: .scalar(.u8))
    case "buffer", "array":
      try expect("<", "and the type of the elements after '\(word)'")
      let element = try readType().type
      try expect(">", "after the type of the elements")
      return try readMemory(word == "buffer" ? .buffer : .array, of: element)
    default: throw unknownType(word, at: start)
    }
  }

  /// Reads the number of elements.
  private mutating func readMemory(
    _ form: InterfaceMemory.Form,
    of element: InterfaceType
  ) throws(Failure) -> InterfaceType {
    try expect("[", "and the number of elements, such as '\(form.rawValue)…[count]',")
    let count = isSymbol("]") ? nil : try readExpression()
    try expect("]", "after the number of elements")
    return .memory(InterfaceMemory(form, of: element, count: count, isOptional: take("?")))
  }

  /// Reads the rest of a type that was declared.
  private mutating func readNamedType(
    _ name: String,
    _ kind: NamedKind,
    _ mayBeOptional: Bool
  ) throws(Failure) -> TypeReading {
    var attributes: [InterfaceDescription.AttributeValue] = []
    if kind == .handle, take("(") {
      repeat {
        let name = try readName("the name of an attribute")
        try expect(":", "after the name of an attribute")
        attributes.append(.init(name, try readExpression()))
      } while take(",")
      try expect(")", "after the attributes of the handle")
    }
    let mark = token.start
    let isOptional = mayBeOptional && take("?")
    let type: InterfaceType =
      switch kind {
      case .enumeration: .enumeration(name)
      case .structure: .structure(name)
      case .handle: .handle(name, isOptional: isOptional)
      case .callback: .callback(name, isOptional: isOptional)
      case .table: .table(name, isOptional: isOptional)
      }
    if isOptional, !type.isOptional {
      throw failure(
        "'\(name)' is no pointer, so it is never null",
        advice: kind == .structure ? "write '&\(name)?' for a pointer to one" : "remove the '?'",
        at: mark
      )
    }
    return TypeReading(type: type, attributes: attributes)
  }

  // MARK: - Types that there are not

  /// What to write for a pointer of C.
  private static let pointerAdvice =
    "write '&T' for a pointer to one value, 'bytes[n]', 'buffer<T>[n]' or 'array<T>[n]' for one to "
    + "several, 'out T' for a result, a handle for an object of the library, and 'opaque = 0' for "
    + "null"

  /// The problem that a type is not known.
  private func unknownType(_ word: String, at start: Int) -> Failure {
    if Self.refusals[word] != nil { return refused(word, at: start) }
    if let advice = Self.spellings[word] {
      return failure("'\(word)' is how C calls a type", advice: advice, at: start)
    }
    let known = Self.builtIns + Array(kinds.keys)
    return failure(
      "'\(word)' is no type and is declared nowhere",
      advice: suggestion(for: word, in: known)
        ?? "declare it as an enum, flags, struct, handle, callback or table",
      at: start
    )
  }

  /// The problem that a type is refused.
  func refused(_ word: String, at offset: Int) -> Failure {
    let why = Self.refusals[word] ?? "libffi has no type for it"
    return failure("\(word) is refused: \(why)", advice: Self.refusalAdvice, at: offset)
  }

  /// What to do instead of a type that is refused.
  private static let refusalAdvice =
    "leave the function out, or put a function of your own in front of it that takes other types"

  /// The types that are refused, and why.
  static let refusals = [
    "union": "how a union is passed depends on all its members, and libffi cannot say it",
    "bitfield": "the layout of bit-fields is the compiler's own",
    "vector": "libffi does not pass vectors of SIMD registers",
    "simd": "libffi does not pass vectors of SIMD registers",
    "long double": "its format differs between architectures",
    "longdouble": "its format differs between architectures",
    "f80": "its format differs between architectures",
    "f128": "its format differs between architectures",
    "f16": "libffi has no type for it",
    "complex": "no host language has the type of C",
    "_Complex": "no host language has the type of C",
  ]

  /// The types of the language, which no declaration may be called.
  static let builtIns =
    InterfaceScalar.allCases.map(\.rawValue) + [
      "string", "bytes", "buffer", "array", "opaque", "into", "self",
    ]

  /// What to write for the types of C.
  private static let spellings: [String: String] = {
    var all = [
      "int": "i32", "unsigned": "u32", "signed": "i32", "short": "i16", "float": "f32",
      "double": "f64", "_Bool": "bool", "int8_t": "i8", "int16_t": "i16", "int32_t": "i32",
      "int64_t": "i64", "uint8_t": "u8", "uint16_t": "u16", "uint32_t": "u32", "uint64_t": "u64",
      "size_t": "size", "ssize_t": "ssize", "ptrdiff_t": "ssize", "intptr_t": "intptr",
      "uintptr_t": "uintptr", "uint": "u32", "usize": "size", "isize": "ssize",
    ].mapValues { "write '\($0)'" }
    all["void"] = "leave the result out; for 'void *' " + pointerAdvice
    all["const"] = "leave it out: the direction of a parameter says who writes"
    all["struct"] = "write its name alone"
    all["enum"] = "write its name alone"
    all["pointer"] = pointerAdvice
    return all
  }()
}
