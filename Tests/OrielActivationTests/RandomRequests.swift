import OrielActivation
import OrielTypes

/// Random requests and dictionaries in which everything that decides about one is frequent.
enum RandomRequests {
  /// Types of every category, of several, and of none.
  static let types = [
    "public.png", "public.jpeg", "PUBLIC.Image", "public.mpeg-4", "com.apple.quicktime-movie",
    "public.html", "com.apple.property-list", "com.apple.webarchive", "public.url",
    "public.file-url", "Public.File-URL", "public.plain-text", "public.utf8-plain-text",
    "public.rtf", "public.zip-archive", "com.adobe.pdf", "public.directory", "public.folder",
    "com.apple.package", "public.package", "com.apple.application-bundle", "public.data",
    "public.item", "public.content", "com.example.lattice", "com.example.page",
    "com.example.address", "com.example.both", "public.unix-executable", "public.mp3", "",
    "no type",
  ]

  /// The built-in types with some that are in several categories, or in none.
  static let table = TypeTable(
    exported: [
      declaration("com.example.page", "public.html"),
      declaration("com.example.address", "public.file-url"),
      declaration("com.example.both", "public.image", "public.movie", "public.url"),
    ]
  )

  /// A declaration of a type.
  private static func declaration(_ name: String, _ parents: String...) -> TypeDeclaration {
    TypeDeclaration(
      identifier: TypeIdentifier(name) ?? .item,
      parents: parents.compactMap { TypeIdentifier($0) }
    )
  }

  /// A request of few items with few attachments.
  static func items(_ random: inout RandomSource, most: Int = 3) -> [ActivationInput.Item] {
    // Few distinct types, so that rules that name one hold often.
    let some = (0..<4).map { _ in random.one(of: types) }
    return (0..<random.number(most + 1)).map { _ in
      let attachments = (0..<random.number(4)).map { _ in
        (0..<[0, 1, 1, 1, 2, 2, 3][random.number(7)]).map { _ in
          random.once(in: 4) ? random.one(of: types) : random.one(of: some)
        }
      }
      return ActivationInput.Item(attachments: attachments, hasText: random.once(in: 3))
    }
  }

  /// A request.
  static func input(_ random: inout RandomSource, most: Int = 3) -> ActivationInput {
    ActivationInput(items: items(&random, most: most), types: table)
  }

  /// A dictionary with values of all kinds.
  static func dictionary(_ random: inout RandomSource) -> RuleValue {
    var entries: [RuleEntry] = []
    for key in RuleKey.allCases where !random.once(in: 2) {
      entries.append(RuleEntry(key: key.rawValue, value: value(for: key, &random)))
    }
    if random.once(in: 5) {
      entries.append(RuleEntry(key: "NSExtensionActivationSupportsImages", value: .integer(1)))
    }
    return .dictionary(entries.shuffled(using: &random))
  }

  /// A value for a key.
  private static func value(for key: RuleKey, _ random: inout RandomSource) -> RuleValue {
    let number = Int64([0, 1, 1, 2, 2, 3, 9][random.number(7)])
    if key == .version, !random.once(in: 6) { return .integer(Int64(1 + random.number(2))) }
    switch random.number(12) {
    case 0: return .boolean(random.once(in: 2))
    case 1: return .string("\(number)")
    case 2: return .real(Double(number))
    case 3:
      return random.one(of: [
        .integer(-1), .string("YES"), .real(0.5), .real(.nan), .array([]), .other(kind: "a date"),
        .dictionary([]), .string(""), .integer(.max), .real(1e300), .string("99999999999999999999"),
      ])
    default: return .integer(number)
    }
  }
}
