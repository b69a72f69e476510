import OrielText

/// Reads the text of an interface description.
///
/// The text is UTF-8; only comments may hold characters that are not ASCII. Spaces and line ends
/// separate and mean nothing else, and `//` begins a comment. Commas between the members of braces
/// may be left out. The words of the language are only words where they mean something, so that a
/// field may be called `struct`; only a type cannot have the name of a built-in type.
///
/// ```
/// description = "interface" name { "." name } integer { declaration } ;
/// declaration = constant | enumeration | structure | handle | callback | function | table ;
///
/// constant    = "const" name "=" number ;
/// enumeration = ( "enum" | "flags" ) name [ ":" scalar ] "{" { name "=" number } "}" ;
/// structure   = "struct" name [ "size" integer ] "{" { field } "}" ;
/// field       = name ":" [ "out" | "inout" ] type { "[" integer "]" } [ "at" integer ] ;
/// handle      = "handle" name [ ":" struct-name ] [ "{" { name ":" scalar } "}" ]
///               [ "in" ( handle-name | table-name ) ] [ "closed" "by" reference ] ;
/// callback    = "callback" name "(" parameters ")" [ "->" type ] ;
/// function    = "func" name "(" parameters ")" [ "->" type [ ownership ] ] { clause } ;
/// table       = "table" name [ "size" integer ] "{" { field | function } "}" ;
///
/// clause      = "symbol" text
///             | "throws" ( "unless" value { "or" value } | "if" test ) [ "errno" ]
///               [ "message" query ]
///             | "thread" ( "any" | "main" | "of" parameter-name )
///             | "concurrent"
///             | "optional" ;
/// test        = "null" | "nonzero" | "zero" | "negative" ;
/// value       = number | constant-name ;
/// reference   = [ table-name "." ] function-name ;
/// query       = function-name "(" [ parameter-name { "," parameter-name } ] ")" ;
///
/// parameters  = [ parameter { "," parameter } ] [ "," "..." { "," parameter } ] ;
/// parameter   = name ":" [ "in" | "out" | "inout" | "new" | "consumed" ] type [ ownership ]
///               [ "kept" [ "by" parameter-name [ "at" parameter-name ] ] ] [ "=" expression ] ;
/// ownership   = "borrowed" | "freed" "by" symbol-name ;
///
/// type        = scalar | "opaque" | "self"
///             | "string" [ "?" ]
///             | ( "bytes" | "buffer" "<" scalar ">" | "array" "<" type ">" )
///               "[" [ expression ] "]" [ "?" ]
///             | "&" type [ "?" ]
///             | "into" parameter-name [ "?" ]
///             | name [ "(" name ":" expression { "," name ":" expression } ")" ] [ "?" ] ;
/// scalar      = "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" | "char" | "long"
///             | "ulong" | "size" | "ssize" | "intptr" | "uintptr" | "bool" | "f32" | "f64" ;
///
/// expression  = product { ( "+" | "-" ) product } ;
/// product     = operand { ( "*" | "/" ) operand } ;
/// operand     = number | name [ "." name ] | "sizeof" "(" struct-name ")"
///             | "count" "(" parameter-name ")" | query | "(" expression ")" ;
/// number      = [ "-" ] integer ;
/// integer     = digit { digit | "_" } | "0x" hexadecimal-digit { hexadecimal-digit | "_" } ;
/// name        = ( letter | "_" ) { letter | digit | "_" } ;
/// text        = '"' { visible ASCII character but '"' and '\' } '"' ;
/// ```
///
/// Reading is total: no text makes it trap, recurse deeper than ``InterfaceLimits/nesting``, or use
/// more memory than in proportion to ``InterfaceLimits/textLength``. After a mistake it goes on with
/// the next member or declaration, so that one run reports several mistakes.
public struct InterfaceParser {
  /// The tokens.
  let tokens: [InterfaceToken]
  /// The token that comes next.
  var index = 0
  /// What is wrong, with the byte it is about.
  var problems: [(offset: Int, problem: InterfaceProblem)]
  /// What the names of types stand for.
  var kinds: [String: NamedKind] = [:]
  /// The names of constants, those of enumerations included.
  var constants: Set<String> = []
  /// What was read.
  var description = InterfaceDescription(name: "", version: 0)
  /// Where declarations and their members are.
  var places: [[String]: Int] = [:]
  /// How many types, expressions and braces are open.
  var nesting = 0
  /// The declarations and members so far.
  var memberCount = 0

  /// What a name of a type stands for.
  enum NamedKind: String {
    /// An enumeration or flags.
    case enumeration
    /// A structure.
    case structure
    /// A handle.
    case handle
    /// A callback.
    case callback
    /// A table.
    case table
  }

  /// A mistake that ends the reading of a declaration or member.
  struct Failure: Error {
    /// The byte it is about.
    let offset: Int
    /// What is wrong.
    let problem: InterfaceProblem
  }

  /// Prepares the reading of tokens.
  private init(_ lexer: InterfaceLexer) {
    tokens = lexer.tokens
    problems = lexer.problems
  }

  /// Reads a description and checks it.
  ///
  /// - Throws: Everything that is wrong, with its places, in the order of the text.
  public static func parse(_ text: [UInt8]) throws(InterfaceProblems) -> CheckedInterface {
    guard text.count <= InterfaceLimits.textLength else {
      throw InterfaceProblems([
        InterfaceProblem(
          "the description has \(text.count) bytes; the most are \(InterfaceLimits.textLength)",
          advice: "describe only what hosts call"
        )
      ])
    }
    var parser = InterfaceParser(InterfaceLexer(text))
    parser.readDescription()
    if parser.problems.isEmpty {
      var checker = InterfaceChecker(parser.description)
      if let checked = checker.check() { return checked }
      parser.adopt(checker.problems)
    }
    let sorted = parser.problems.sorted { $0.offset < $1.offset }
    throw InterfaceProblems(
      sorted.prefix(InterfaceLimits.problems).map { entry in
        InterfaceProblem(
          entry.problem.message,
          advice: entry.problem.advice,
          path: entry.problem.path,
          place: InterfacePlace(of: entry.offset, in: text)
        )
      }
    )
  }

  /// Reads a description that is a string, and checks it.
  public static func parse(_ text: String) throws(InterfaceProblems) -> CheckedInterface {
    try parse(Array(text.utf8))
  }

  /// Takes over problems that the checker found, with the places of what they are about.
  private mutating func adopt(_ found: [InterfaceProblem]) {
    for problem in found {
      var path = problem.path
      while !path.isEmpty, places[path] == nil { path.removeLast() }
      problems.append((places[path] ?? 0, problem))
    }
  }

  // MARK: - The whole

  /// Reads everything, and collects problems.
  private mutating func readDescription() {
    findKinds()
    do throws(Failure) {
      guard isWord("interface") else {
        throw unexpected("'interface NAME 1', the first line of a description")
      }
      index += 1
      places[[]] = token.start
      var name = try readName("the name of the interface")
      while take(".") { name += "." + (try readName("a part of the name of the interface")) }
      description.name = name
      description.version = try readCount("the version of the interface, such as 1")
    } catch {
      report(error)
      skipToDeclaration()
    }
    while token.kind != .end, problems.count < InterfaceLimits.problems {
      nesting = 0
      let start = index
      do throws(Failure) {
        try readDeclaration()
      } catch {
        report(error)
        if index == start { index += 1 }
        skipToDeclaration()
      }
    }
  }

  /// Finds out what the names of types and constants are, before anything is read that uses them.
  private mutating func findKinds() {
    let words: [String: NamedKind] = [
      "enum": .enumeration, "flags": .enumeration, "struct": .structure, "handle": .handle,
      "callback": .callback, "table": .table,
    ]
    var isInEnumeration = false
    for position in tokens.indices.dropLast() {
      if tokens[position].kind == .symbol("}") { isInEnumeration = false }
      guard case .word(let word) = tokens[position].kind else { continue }
      if isInEnumeration, tokens[position + 1].kind == .symbol("=") { constants.insert(word) }
      guard case .word(let name) = tokens[position + 1].kind,
        tokens[position].isFirstOfLine || position == 0 || isEndOfDeclaration(position - 1)
      else { continue }
      if word == "const" { constants.insert(name) }
      guard let kind = words[word] else { continue }
      isInEnumeration = kind == .enumeration
      if kinds[name] == nil { kinds[name] = kind }
    }
  }

  /// Whether a declaration may have ended with a token: not where a type or name must follow.
  private func isEndOfDeclaration(_ position: Int) -> Bool {
    switch tokens[position].kind {
    case .symbol(let symbol): ["}", ")", "]", "?"].contains(symbol)
    default: true
    }
  }

  /// Goes on to what looks like the next declaration.
  private mutating func skipToDeclaration() {
    while token.kind != .end {
      if token.isFirstOfLine, case .word(let word) = token.kind, Self.declarations.contains(word),
        case .word = peek().kind
      {
        return
      }
      index += 1
    }
  }

  /// The words that declarations begin with.
  static let declarations = [
    "const", "enum", "flags", "struct", "handle", "callback", "func", "table",
  ]

  // MARK: - Tokens

  /// The token that comes next.
  var token: InterfaceToken { tokens[min(index, tokens.count - 1)] }

  /// The token after the next.
  func peek(_ distance: Int = 1) -> InterfaceToken {
    tokens[min(index + distance, tokens.count - 1)]
  }

  /// Whether a word comes next.
  func isWord(_ word: String) -> Bool { token.kind == .word(word) }

  /// Whether a symbol comes next.
  func isSymbol(_ symbol: String) -> Bool { token.kind == .symbol(symbol) }

  /// Takes a word if it comes next.
  mutating func takeWord(_ word: String) -> Bool {
    guard isWord(word) else { return false }
    index += 1
    return true
  }

  /// Takes a symbol if it comes next.
  mutating func take(_ symbol: String) -> Bool {
    guard isSymbol(symbol) else { return false }
    index += 1
    return true
  }

  /// Takes a symbol that must come next.
  mutating func expect(_ symbol: String, _ purpose: String) throws(Failure) {
    guard take(symbol) else { throw unexpected("'\(symbol)' \(purpose)") }
  }

  /// Takes a word that must come next.
  mutating func expectWord(_ word: String, _ purpose: String) throws(Failure) {
    guard takeWord(word) else { throw unexpected("'\(word)' \(purpose)") }
  }

  /// Takes a name that must come next.
  mutating func readName(_ what: String) throws(Failure) -> String {
    guard case .word(let name) = token.kind else { throw unexpected(what) }
    index += 1
    return name
  }

  /// Takes a number with its sign.
  mutating func readNumber(_ what: String) throws(Failure) -> Int128 {
    let isNegative = take("-")
    guard case .integer(let value) = token.kind else { throw unexpected(what) }
    index += 1
    return isNegative ? -Int128(value) : Int128(value)
  }

  /// Takes a number without a sign that fits into 31 bits.
  mutating func readCount(_ what: String) throws(Failure) -> Int {
    guard case .integer(let value) = token.kind else { throw unexpected(what) }
    guard value <= Int32.max else {
      throw failure("\(value) is too much for \(what)", at: token.start)
    }
    index += 1
    return Int(value)
  }

  /// Enters something that may hold itself.
  mutating func nest() throws(Failure) {
    nesting += 1
    guard nesting <= InterfaceLimits.nesting else {
      throw failure(
        "types or expressions are nested deeper than \(InterfaceLimits.nesting) levels",
        at: token.start
      )
    }
  }

  /// Counts a declaration or member, and remembers where it is.
  mutating func note(_ path: [String], at offset: Int) throws(Failure) {
    memberCount += 1
    guard memberCount <= InterfaceLimits.members else {
      throw failure(
        "there are more than \(InterfaceLimits.members) declarations, fields and parameters",
        advice: "describe only what hosts call",
        at: offset
      )
    }
    // Of two with the same name the second is the one that is wrong.
    places[path] = offset
  }

  // MARK: - Problems

  /// Keeps a problem.
  mutating func report(_ failure: Failure) {
    problems.append((failure.offset, failure.problem))
  }

  /// A problem at a byte.
  func failure(_ message: String, advice: String? = nil, at offset: Int) -> Failure {
    Failure(offset: offset, problem: InterfaceProblem(message, advice: advice))
  }

  /// The problem that something else should come next.
  func unexpected(_ wanted: String, advice: String? = nil) -> Failure {
    failure("found \(token.name) where \(wanted) was expected", advice: advice, at: token.start)
  }

  /// Advice that names what is near to something unknown.
  func suggestion(for name: String, in candidates: some Sequence<String>) -> String? {
    Self.suggestion(for: name, in: candidates)
  }

  /// Advice that names what is near to something unknown.
  static func suggestion(for name: String, in candidates: some Sequence<String>) -> String? {
    let near = NearestNames.of(name, in: candidates)
    guard !near.isEmpty else { return nil }
    return "did you mean " + near.map { "'\($0)'" }.joined(separator: " or ") + "?"
  }
}
