import OrielTypes
import Testing

@Suite("Declarations of bundles")
struct DeclarationTests {
  /// An identifier that is known to be valid.
  static func type(_ text: String) throws -> TypeIdentifier {
    try #require(TypeIdentifier(text))
  }

  /// A declaration of texts that are known to be valid.
  static func declare(
    _ type: String,
    _ parents: [String],
    suffixes: [String] = [],
    mimeTypes: [String] = []
  ) throws -> TypeDeclaration {
    let (declaration, problems) = TypeDeclaration.checked(
      identifier: type,
      conformsTo: parents,
      suffixes: suffixes,
      mimeTypes: mimeTypes
    )
    #expect(problems.isEmpty)
    return try #require(declaration)
  }

  @Test("An exported declaration wins over an imported one, and the first over later ones")
  func origins() throws {
    let own = try Self.type("com.example.drawing")
    let name = own.rawValue
    let table = TypeTable(
      exported: [
        try Self.declare(name, ["public.image"], suffixes: ["drw"]),
        try Self.declare(name, ["public.movie"], suffixes: ["drw"]),
        try Self.declare("com.example.other", ["public.text"], suffixes: ["png", "drw"]),
      ],
      imported: [try Self.declare(name, ["public.text"], suffixes: ["drw"])]
    )
    #expect(table.conforms(own, to: .image))
    #expect(!table.conforms(own, to: .text))
    #expect(!table.conforms(own, to: .movie))
    #expect(table.conforms(own, to: .data))
    #expect(table.type(forSuffix: "DRW") == own)
    #expect(table.type(forSuffix: "png") == .png)
    #expect(table.origin(of: own) == .exported)
    #expect(
      table.problems == [
        .duplicate(
          own,
          ignored: .init(origin: .exported, index: 1),
          counts: .init(origin: .exported, index: 0)
        )
      ]
    )
  }

  @Test("Declarations that are added count after those of their kind, and only where they must")
  func adding() throws {
    let (own, used) = (try Self.type("com.example.drawing"), try Self.type("com.example.sketch"))
    let table = TypeTable(
      exported: [try Self.declare(own.rawValue, ["public.image"], suffixes: ["drw"])],
      imported: [try Self.declare(used.rawValue, ["public.image"])]
    )
    // Each of these says something that is known already, or that does not count.
    let same = table.adding(
      exported: [
        try Self.declare(own.rawValue, ["public.text"]),
        try Self.declare("public.json", ["public.image"]),
      ],
      imported: [try Self.declare(own.rawValue, ["public.text"])]
    )
    #expect(same.declarations == table.declarations && same.problems.isEmpty)
    let reserved = TypeDeclaration(identifier: try Self.type("dyn.suffix.drw"), parents: [.image])
    #expect(table.adding(exported: [reserved], imported: [reserved]).problems.isEmpty)
    let more = table.adding(
      exported: [
        try Self.declare(used.rawValue, ["public.movie"]),
        try Self.declare("com.example.page", ["com.example.drawing"], suffixes: ["drw"]),
      ],
      imported: [try Self.declare("com.example.leaf", ["com.example.page"])]
    )
    #expect(more.conforms(own, to: .image) && !more.conforms(own, to: .text))
    // An exported declaration is stronger than an imported one, also when it comes later.
    #expect(more.conforms(used, to: .movie) && !more.conforms(used, to: .image))
    #expect(more.origin(of: used) == .exported)
    #expect(more.conforms(try Self.type("com.example.leaf"), to: own))
    #expect(more.type(forSuffix: "drw") == own)
    // The table itself stays as it was.
    #expect(table.conforms(used, to: .image) && !table.conforms(used, to: .movie))
  }

  @Test("No declaration changes a type of the built-in table")
  func builtInTable() throws {
    let control = TypeTable(imported: [try Self.declare("com.example.png", ["public.movie"])])
    #expect(control.conforms(try Self.type("com.example.png"), to: .movie))
    let table = TypeTable(
      exported: [try Self.declare("Public.PNG", ["public.text"], suffixes: ["txt"])],
      imported: [try Self.declare("public.png", ["public.movie"])]
    )
    #expect(!table.conforms(.png, to: .text))
    #expect(!table.conforms(.png, to: .movie))
    #expect(table.type(forSuffix: "txt") == .plainText)
    #expect(table.origin(of: .png) == .builtIn)
    #expect(table.problems.count == 2)
    let same = TypeTable(imported: [try Self.declare("public.png", ["public.image"])])
    #expect(same.problems.isEmpty, "an import that says the same is no problem")
  }

  @Test("A parent that nothing declares is a parent all the same")
  func undeclaredParent() throws {
    let table = TypeTable(exported: [try Self.declare("com.example.a", ["com.example.unknown"])])
    #expect(
      table.ancestors(of: try Self.type("com.example.a")).map(\.rawValue) == [
        "com.example.a", "com.example.unknown",
      ]
    )
    #expect(table.declaration(of: try Self.type("com.example.unknown")) == nil)
  }

  @Test("A loop of declarations is broken at the same place in any order, and reported")
  func loops() throws {
    let declarations = try ["a", "b", "c"].enumerated().map { index, name in
      try Self.declare("com.example.\(name)", ["com.example.\(["b", "c", "a"][index])"])
    }
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      let table = TypeTable(exported: order.map { declarations[$0] })
      let types = try ["a", "b", "c"].map { try Self.type("com.example.\($0)") }
      #expect(table.problems == [.cycle(type: types[2], ignoredParent: types[0])])
      #expect(table.conforms(types[0], to: types[2]))
      #expect(!table.conforms(types[2], to: types[0]))
    }
    let own = TypeTable(exported: [try Self.declare("com.example.self", ["com.example.self"])])
    let type = try Self.type("com.example.self")
    #expect(own.problems == [.cycle(type: type, ignoredParent: type)])
    #expect(own.ancestors(of: type) == [type])
  }
}
