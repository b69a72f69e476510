internal import OrielText

/// Looks for the smallest change with which a dictionary's rule holds for a request.
///
/// Each change that is looked at is tried: the rule is evaluated again with it.
struct DictionaryMiss {
  /// A change of one key.
  private struct Edit {
    /// The key.
    let key: RuleKey
    /// Its value.
    let value: RuleValue
    /// The rule with the change.
    let apply: (inout DictionaryRule) -> Void
    /// What is not met without it.
    let sentence: String
  }

  /// The rule.
  private let rule: DictionaryRule
  /// The rule's value.
  private let value: RuleValue?
  /// The request.
  private let input: ActivationInput
  /// The categories of the attachments.
  private let categories: CategorizedRequest

  /// The most keys that are changed together.
  private static let greatestEditCount = 3
  /// The most attachments of a request of which single ones are left out.
  private static let greatestAttachmentCount = 64

  /// The smallest change that was found.
  static func nearest(
    _ rule: DictionaryRule,
    _ value: RuleValue?,
    _ input: ActivationInput
  ) -> NearestMiss? {
    let miss = DictionaryMiss(
      rule: rule,
      value: value,
      input: input,
      categories: CategorizedRequest(input.request)
    )
    let ofRule = miss.ruleChange()
    // One key is the least that can be changed; fewer attachments may be less than several keys.
    if let ofRule, ofRule.count == 1 { return miss.result(ofRule) }
    let limit = ofRule?.count ?? .max
    if let ofItems = miss.itemChange(below: limit) { return ofItems }
    return ofRule.map(miss.result)
  }

  // MARK: - The rule

  /// The fewest changes of keys with which the rule holds.
  private func ruleChange() -> [Edit]? {
    guard input.request.attachmentCount > 0 else { return nil }
    let edits = edits
    let declared = rule.declared
    var assignments: [CategorySet: Assignment] = [declared: assignment(declared)]
    for size in 1...Self.greatestEditCount {
      for chosen in Self.choices(of: size, from: edits.count) {
        var changed = rule
        for index in chosen { edits[index].apply(&changed) }
        let set = changed.declared
        let known = assignments[set] ?? assignment(set)
        assignments[set] = known
        let count = Int64(input.request.attachmentCount)
        if changed.matches(known, declared: set, count: count) { return chosen.map { edits[$0] } }
      }
    }
    return nil
  }

  /// How the attachments are assigned to some categories.
  private func assignment(_ declared: CategorySet) -> Assignment {
    Assignment(input.request, categories, declared: declared)
  }

  /// All ways to choose some of several, those with the first ones first.
  private static func choices(of size: Int, from count: Int) -> [[Int]] {
    guard size > 0 else { return [[]] }
    guard size <= count else { return [] }
    var result: [[Int]] = []
    for last in (size - 1)..<count {
      for start in choices(of: size - 1, from: last) { result.append(start + [last]) }
    }
    return result
  }

  /// The changes of one key that may help, those that change the meaning least first.
  private var edits: [Edit] {
    let request = input.request
    let count = Int64(request.attachmentCount)
    let declared = rule.declared
    let counts = assignment(declared).counts
    var edits: [Edit] = []
    for category in declared.all where counts[category.rawValue] > rule.limits[category.rawValue] {
      let number = counts[category.rawValue]
      let limit = category.counted(rule.limits[category.rawValue])
      edits.append(
        Edit(
          key: category.key,
          value: .integer(number),
          apply: { $0.limits[category.rawValue] = number },
          sentence: "declares at most \(limit), the request has \(number)"
        )
      )
    }
    if rule.maximum > 0, count > rule.maximum {
      let most = "\(rule.maximum) attachment\(rule.maximum == 1 ? "" : "s")"
      edits.append(
        Edit(
          key: .maximumOfAttachments,
          value: .integer(count),
          apply: { $0.maximum = count },
          sentence: "takes at most \(most), the request has \(count)"
        )
      )
    }
    if count < rule.minimum {
      edits.append(
        Edit(
          key: .minimumOfAttachments,
          value: .integer(count),
          apply: { $0.minimum = count },
          sentence: "needs at least \(rule.minimum) attachments, the request has \(count)"
        )
      )
    }
    if !declared.isEmpty { edits += strictnessEdits(declared) }
    for category in AttachmentCategory.allCases where rule.limits[category.rawValue] == 0 {
      let own = Int64(categories.attachments.count { $0.contains(CategorySet(category)) })
      if own > 0 { edits.append(declaration(of: category, own)) }
    }
    return edits
  }

  /// The changes that let other attachments be.
  private func strictnessEdits(_ declared: CategorySet) -> [Edit] {
    let request = input.request
    switch rule.strictness {
    case .lenient: return []
    case .everyAttachment:
      let other = categories.attachments.firstIndex { $0.isDisjoint(with: declared) }
      guard let other else { return [] }
      return [
        Edit(
          key: .strict,
          value: .boolean(false),
          apply: { $0.strictness = .lenient },
          sentence: "takes no other attachments, and \(request.name(ofAttachment: other)) belongs "
            + "to none that it declares"
        )
      ]
    case .everyType:
      let other = (0..<request.attachmentCount).first {
        !categories.isStrictlyCovered(request.types(ofAttachment: $0), by: declared)
      }
      guard let other else { return [] }
      let type = request.types(ofAttachment: other).first {
        categories.types[$0].isDisjoint(with: declared)
      }
      let name = type.map { Printable.source(request.names[request.typeOf[$0]]) } ?? "a type"
      return [
        Edit(
          key: .version,
          value: .integer(2),
          // What strictness a version 2 has is in the other key.
          apply: { $0.strictness = isStrict ? .everyAttachment : .lenient },
          sentence: "needs every type to be declared, as version 1 does, and \(name) of attachment "
            + "\(other + 1) is not"
        )
      ]
    }
  }

  /// Whether the dictionary asks for strict matching, which version 1 does not look at.
  private var isStrict: Bool {
    guard case .dictionary(let entries) = value,
      let entry = entries.first(where: { $0.key == RuleKey.strict.rawValue })
    else { return false }
    let version = RuleEntry(key: RuleKey.version.rawValue, value: .integer(2))
    return DictionaryReader([version, entry]).rule.strictness == .everyAttachment
  }

  /// The change that declares a category.
  private func declaration(of category: AttachmentCategory, _ count: Int64) -> Edit {
    let isText = category == .text
    let number = isText ? DictionaryRule.unbounded : count
    return Edit(
      key: category.key,
      value: isText ? .boolean(true) : .integer(count),
      apply: { $0.limits[category.rawValue] = number },
      sentence: "does not declare \(category.plural), the request has \(count)"
    )
  }

  /// The result of changing keys.
  private func result(_ edits: [Edit]) -> NearestMiss {
    var entries: [RuleEntry] = []
    if case .dictionary(let old) = value { entries = old }
    for edit in edits {
      // Of equal keys the first counts.
      entries.removeAll { $0.key == edit.key.rawValue }
      entries.append(RuleEntry(key: edit.key.rawValue, value: edit.value))
    }
    let advice = edits.map { edit in
      let value =
        switch edit.value {
        case .integer(let number): "\(number)"
        case .boolean(let boolean): "\(boolean)"
        default: edit.value.kind
        }
      return "\(edit.key.rawValue) to \(value)"
    }
    return NearestMiss(
      sentence: edits.map(\.sentence).joined(separator: ", and "),
      advice: "set " + advice.joined(separator: " and "),
      change: .rule(.dictionary(entries))
    )
  }

  // MARK: - The request

  /// The fewest attachments to add or leave out, fewer than a number, so that the rule holds.
  private func itemChange(below limit: Int) -> NearestMiss? {
    var change = ItemChange(input, limit: limit)
    let fits = { (input: ActivationInput) in rule.matches(input.request) }
    let examples = rule.declared.all.map(\.example)
    return change.nearest(
      adding: examples.isEmpty ? ["public.data"] : examples,
      upTo: Int(clamping: min(rule.minimum, Int64(Self.greatestAttachmentCount))),
      fits
    )
  }
}

extension AttachmentCategory {
  /// The attachments of the category in words.
  var plural: String {
    switch self {
    case .image: "images"
    case .movie: "movies"
    case .webPage: "web pages"
    case .webURL: "web URLs"
    case .text: "text"
    case .file: "files"
    }
  }
}
