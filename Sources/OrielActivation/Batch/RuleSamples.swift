internal import OrielTypes

/// Rules as a system with many extensions has them, and a request, for measurements.
///
/// The same numbers give the same rules in every run.
package enum RuleSamples {
  /// The types that half of the rules name; the others name one that only they have.
  private static let types = [
    "public.image", "public.movie", "public.data", "public.url", "public.plain-text",
    "com.adobe.pdf",
    "public.audio", "public.html", "public.jpeg", "public.item", "public.archive", "public.content",
  ]

  /// A rule: even numbers give dictionaries, odd ones predicates, of which no two are the same.
  package static func rule(_ number: Int) -> RuleValue {
    number.isMultiple(of: 2) ? dictionary(number / 2) : .string(predicate(number / 2))
  }

  /// A dictionary of one to three categories, of either version, some with bounds.
  private static func dictionary(_ number: Int) -> RuleValue {
    let categories = AttachmentCategory.allCases
    var entries: [RuleEntry] = []
    for step in 0...(number % 3) {
      let category = categories[(number / 3 + step) % categories.count]
      let value: RuleValue =
        category == .text ? .boolean(true) : .integer(Int64(1 + (number / 7 + step) % 12))
      entries.append(RuleEntry(key: category.key.rawValue, value: value))
    }
    if number.isMultiple(of: 2) {
      entries.append(RuleEntry(key: RuleKey.version.rawValue, value: .integer(2)))
    }
    if number.isMultiple(of: 5) {
      let most = Int64(1 + number % 20)
      entries.append(RuleEntry(key: RuleKey.maximumOfAttachments.rawValue, value: .integer(most)))
    }
    return .dictionary(entries)
  }

  /// A predicate of one of the forms that extensions use.
  private static func predicate(_ number: Int) -> String {
    let own = "com.example.type-\(number)"
    let type = number.isMultiple(of: 2) ? own : types[number / 2 % types.count]
    func conforms(_ type: String) -> String {
      "ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO \"\(type)\""
    }
    let condition =
      switch number % 4 {
      case 0: conforms(type)
      case 1: "\(conforms(type)) || \(conforms(own))"
      case 2: "\(conforms(type)) AND NOT (\(conforms("public.directory")))"
      default: "\(conforms(type)) OR \(conforms("public.text")) OR \(conforms(own))"
      }
    let count =
      number.isMultiple(of: 3) ? "> \(number % 5)" : "== $i.attachments.@count"
    return """
      SUBQUERY(extensionItems, $i, SUBQUERY($i.attachments, $a, \(condition)).@count \(count)\
      ).@count == \(1 + number % 2)
      """
  }

  /// A request of some attachments in two items, each a file with its own type and its address.
  package static func request(attachments count: Int) -> [ActivationInput.Item] {
    let types = [
      "public.jpeg", "public.png", "com.adobe.pdf", "public.heic", "public.mpeg-4",
      "com.example.type-20", "public.plain-text", "public.zip-archive", "public.mp3", "public.rtf",
    ]
    let attachments = (0..<max(count, 0)).map { [types[$0 % types.count], "public.file-url"] }
    return [
      ActivationInput.Item(attachments: Array(attachments.prefix(count / 2))),
      ActivationInput.Item(attachments: Array(attachments.dropFirst(count / 2))),
    ]
  }
}
