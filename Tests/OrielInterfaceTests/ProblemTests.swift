import OrielInterface
import Testing

/// What is said about a description that is wrong.
@Suite struct ProblemTests {
  /// A mistake, and what must be said about it.
  struct Mistake: Sendable, CustomTestStringConvertible {
    /// What follows the first line of the description.
    let text: String
    /// How the first problem begins: its place and message.
    let problem: String

    /// Describes a mistake.
    init(_ text: String, _ problem: String) {
      self.text = text
      self.problem = problem
    }

    /// The text.
    var testDescription: String { text }
  }

  /// All problems of a text.
  private static func problems(of text: String) -> [InterfaceProblem] {
    do {
      _ = try InterfaceParser.parse(text)
      return []
    } catch {
      return error.problems
    }
  }

  /// Mistakes in what was written.
  static let spelling = [
    Mistake("fnc f()", "line 2, column 1: 'fnc' begins no declaration; did you mean 'func'?"),
    Mistake("func f(a: int)", "line 2, column 11: 'int' is how C calls a type; write 'i32'"),
    Mistake("func f(a: uint8_t)", "line 2, column 11: 'uint8_t' is how C calls a type; write 'u8'"),
    Mistake("func f(a: i33)", "line 2, column 11: 'i33' is no type and is declared nowhere; did"),
    Mistake(
      "func f(a: *i32)",
      "line 2, column 11: found '*' where a type was expected; write '&T'"
    ),
    Mistake("func f(a: i32", "line 2, column 14: found the end of the file where ')' after the"),
    Mistake(
      "func f(a i32)",
      "line 2, column 10: found 'i32' where ':' and the type after the name"
    ),
    Mistake("func f();", "line 2, column 9: a declaration does not end with ';'; remove it"),
    Mistake("#define X 1", "line 2, column 1: '#' begins nothing here"),
    Mistake("const X = 99999999999999999999", "line 2, column 11: a number does not fit into 64"),
    Mistake("const X = 0755", "line 2, column 11: a number begins with 0, which is octal in C"),
    Mistake("const X = 12UL", "line 2, column 11: a number holds 'U'; write whole numbers"),
    Mistake("func f() symbol \"f", "line 2, column 17: a text in quotes does not end in its line"),
    Mistake(
      "func f() throws",
      "line 2, column 16: found the end of the file where 'if' or 'unless'"
    ),
    Mistake("func é()", "line 2, column 6: 'é' means nothing in a description"),
    Mistake("func f(a: i32?)", "line 2, column 14: found '?' where ')' after the parameters was"),
    Mistake("struct S { a: i32 }\nfunc f(a: S?)", "line 3, column 12: 'S' is no pointer, so it is"),
    Mistake("func f() concurrent concurrent", "line 2, column 21: 'concurrent' is said twice of"),
  ]

  /// Types that are refused by name.
  static let refused = [
    Mistake("union U { a: i32 }", "line 2, column 1: union is refused: how a union is passed"),
    Mistake("func f(a: union)", "line 2, column 11: union is refused:"),
    Mistake(
      "func f(a: vector)",
      "line 2, column 11: vector is refused: libffi does not pass vectors"
    ),
    Mistake("func f(a: long double)", "line 2, column 11: long double is refused: its format"),
    Mistake("func f(a: complex)", "line 2, column 11: complex is refused: no host language"),
    Mistake("struct S {\n  a: u32 : 3\n}", "line 3, column 10: bitfield is refused: the layout of"),
  ]

  /// Descriptions that are well written and make no sense.
  static let sense = [
    Mistake("const A = 1\nconst A = 2", "line 3, column 7: there are two constants 'A'"),
    Mistake(
      "func f()\nfunc f()",
      "line 3, column 6: there are two functions 'f'; give one another"
    ),
    Mistake("func f(a: i32, a: i32)", "line 2, column 16: there are two 'a' beside each other"),
    Mistake("enum E { A = 1 }\nstruct E { a: i32 }", "line 3, column 8: there are two types 'E'"),
    Mistake("struct i32 { a: i8 }", "line 2, column 8: 'i32' is a word of the language"),
    Mistake(
      "enum E: u8 { A = 256 }",
      "line 2, column 14: 256 does not fit into u8; it holds 0 to 255"
    ),
    Mistake("enum E: f32 { A = 1 }", "line 2, column 6: f32 is no integer"),
    Mistake(
      "func f(a: bytes[b])",
      "line 2, column 8: 'b' is not declared as a parameter beside it"
    ),
    Mistake(
      "func f(a: bytes[lenght], length: size)",
      "line 2, column 8: 'lenght' is not declared as a parameter beside it; did you mean 'length'?"
    ),
    Mistake("func f(a: bytes[b], b: f64)", "line 2, column 8: the parameter 'b' is no integer"),
    Mistake(
      "func f(a: out bytes[b], b: out size)",
      "line 2, column 8: 'b' is only known after the"
    ),
    Mistake("func f() -> bytes[]", "line 2, column 6: nothing says how many elements the library"),
    Mistake("func f(a: opaque)", "line 2, column 8: nobody gives 'a' a value; write '= 0'"),
    Mistake("func f(a: f64 = 1)", "line 2, column 8: only an integer or 'opaque' that goes in has"),
    Mistake("func f(a: i32 = b, b: i32 = 1)", "line 2, column 8: 'b' has a fixed value itself"),
    Mistake("struct S { a: S }", "line 2, column 8: 'S' holds itself: S holds S"),
    Mistake(
      "struct A { b: B }\nstruct B { a: A }",
      "line 2, column 8: 'A' holds itself: A holds B holds A"
    ),
    Mistake(
      "struct List { next: &List? }",
      "line 2, column 15: copying 'List' would follow the pointers of 'List' without an end"
    ),
    Mistake("struct S {}", "line 2, column 8: a structure without fields has no size in C"),
    Mistake("struct S size 12 { a: i32, b: i64 }", "line 2, column 8: it has 16 bytes, not 12;"),
    Mistake(
      "struct S { a: i32, b: i64 at 4 }",
      "line 2, column 20: it is at byte 8, not 4; compare"
    ),
    Mistake("struct S { a: i8[0] }", "line 2, column 12: an array in a structure has at least one"),
    Mistake(
      "struct S { a: i8[2000000] }",
      "line 2, column 12: an array in a structure is too large"
    ),
    Mistake(
      "struct S { a: bytes[n] }",
      "line 2, column 12: 'n' is not declared as a field beside it"
    ),
    Mistake("struct S { a: self }", "line 2, column 12: 'self' cannot be a field"),
    Mistake(
      "func f(a: self)",
      "line 2, column 6: 'self' is the table, and this function is of none"
    ),
    Mistake("handle H closed by f", "line 2, column 8: 'f' is not declared as a function"),
    Mistake(
      "handle H closed by f\nfunc f(h: H)",
      "line 2, column 8: 'f' does not end the life of 'H' alone; its only parameter without a value"
    ),
    Mistake("handle A in B\nhandle B in A", "line 2, column 8: 'A' would have to outlive itself"),
    Mistake("func f(a: new i32)", "line 2, column 8: only a handle is 'new'"),
    Mistake("callback C()\nfunc f() -> C", "line 3, column 6: a callback cannot be a result"),
    Mistake("callback C(a: bytes[n])\nfunc f(c: C)", "line 3, column 8: 'n' is not declared as a"),
    Mistake("func f(a: inout string)", "line 2, column 8: a string cannot be an 'inout' parameter"),
    Mistake("func f() throws if null", "line 2, column 6: a function without a result cannot say"),
    Mistake("func f() -> f64 throws if negative", "line 2, column 6: the result is no integer, so"),
    Mistake(
      "func f() -> i32 throws unless OK",
      "line 2, column 6: 'OK' is not declared as a constant"
    ),
    Mistake(
      "func f(a: i32) thread of a",
      "line 2, column 6: 'thread of a' names no parameter that is"
    ),
    Mistake("func f(..., a: i32)", "line 2, column 6: a variadic function has a parameter before"),
    Mistake(
      "func f(a: i32 freed by free)",
      "line 2, column 8: only memory that comes back is borrowed"
    ),
    Mistake(
      "func f(s: string) -> into t",
      "line 2, column 6: 'into t' names no parameter that is text"
    ),
    Mistake(
      "func f(a: buffer<string>[1])",
      "line 2, column 8: the elements of a shared buffer are"
    ),
    Mistake(
      "func f(a: bytes[g(a)])\nfunc g(a: i32) -> i32",
      "line 2, column 8: 'g(…)' can only be asked for the length of what was returned"
    ),
  ]

  @Test("A mistake is told with its place and what to do", arguments: spelling + refused + sense)
  func isTold(_ mistake: Mistake) throws {
    let problems = Self.problems(of: "interface test 1\n" + mistake.text)
    let first = try #require(problems.first, "the text was accepted")
    #expect(first.description.hasPrefix(mistake.problem), "\(first)")
  }

  @Test("A caret stands under the place, in the middle of a long line and behind characters too")
  func caretIsUnderPlace() throws {
    let long = String(repeating: "func f(a: i32) ", count: 20)
    for (text, wanted) in [
      ("interface test 1\nfunc ü()", "func ü()\n     ^"),
      ("interface test 1\n\tfunc f(a: i33)", " func f(a: i33)\n           ^"),
      ("/* ä */", "/* ä */\n^"),
    ] {
      let place = try #require(Self.problems(of: text).first?.place)
      #expect(place.excerpt == wanted)
    }
    let place = try #require(Self.problems(of: "interface test 1 \(long) x").first?.place)
    let lines = place.excerpt.split(separator: "\n").map { Array($0.unicodeScalars) }
    #expect(lines.count == 2 && lines[0].count < 160)
    #expect(place.column == 27 || lines[0][lines[1].count - 1] != " ")
  }

  @Test("One run reports several mistakes, each where it is")
  func reportsSeveral() {
    let text = """
      interface test 1
      func first(a: int)
      struct S {
        a: wrong
        b: i32
        c: bits : 3
      }
      func second(a: i32, a b)
      table T {
        func third(a: nothing)
        x: i32
      }
      func fourth(s: S) -> i32
      const X 3
      """
    let lines = Self.problems(of: text).map { $0.place?.line }
    #expect(lines == [2, 4, 6, 8, 10, 14])
  }

  @Test("A problem of a description made in Swift has the path of its declaration")
  func hasPath() {
    let description = InterfaceDescription(
      name: "test",
      version: 1,
      functions: [.init("f", [.init("data", .bytes("length"))])]
    )
    do {
      _ = try CheckedInterface(description)
      Issue.record("the description was accepted")
    } catch {
      #expect(error.problems.map(\.path) == [["func f", "data"]])
      #expect(error.description.hasPrefix("func f.data: 'length' is not declared"))
    }
  }

  @Test("What Swift says and what text says is the same")
  func swiftAndTextAgree() throws {
    let made = try CheckedInterface(
      InterfaceDescription(
        name: "zlib",
        version: 1,
        enumerations: [.init("Status", [.init("Z_OK", 0), .init("Z_BUF_ERROR", -5)])],
        functions: [
          .init(
            "compress",
            [
              .init("dest", .bytes("room"), .out), .init("room", .scalar(.ulong), .inout),
              .init("source", .bytes("length")), .init("length", .scalar(.ulong)),
            ],
            result: .init(.enumeration("Status")),
            failure: .init(.unless([.constant("Z_OK")])),
            isConcurrent: true
          )
        ]
      )
    )
    let read = try InterfaceParser.parse(
      """
      interface zlib 1
      enum Status { Z_OK = 0, Z_BUF_ERROR = -5 }
      func compress(
        dest: out bytes[room], room: inout ulong, source: bytes[length], length: ulong
      ) -> Status
        throws unless Z_OK
        concurrent
      """
    )
    #expect(made == read)
    let compress = try #require(read.description.functions.first)
    #expect(compress.arguments.map(\.name) == ["room", "source"])
  }
}
