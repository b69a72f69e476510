internal import OrielText

/// Says how a rule in the dictionary form comes to its answer.
struct DictionaryExplanation {
  /// The rule.
  private let rule: DictionaryRule
  /// The rule's value.
  private let value: RuleValue?
  /// The request.
  private let input: ActivationInput
  /// The categories of the attachments.
  private let categories: CategorizedRequest
  /// The declared categories.
  private let declared: CategorySet

  /// The most types that a clause names.
  private static let greatestNameCount = 4

  /// Prepares to explain a rule.
  init(_ rule: DictionaryRule, _ value: RuleValue?, _ input: ActivationInput) {
    self.rule = rule
    self.value = value
    self.input = input
    categories = CategorizedRequest(input.request)
    declared = rule.declared
  }

  /// The explanation.
  var trace: RuleTrace {
    var clauses = [declaration, presence] + bounds
    if !declared.isEmpty {
      clauses += declared.all.map(limit)
      clauses.append(match)
      clauses.append(strictness)
    }
    let isOffered = rule.matches(input.request)
    let failed = clauses.first { !$0.holds }
    let miss = isOffered ? nil : DictionaryMiss.nearest(rule, value, input)
    let reason = failed.map { $0.detail ?? "does not hold: \($0.text)" }
    return RuleTrace(
      isOffered: isOffered,
      summary: isOffered ? "every condition holds" : miss?.sentence ?? reason ?? "does not hold",
      clauses: clauses,
      nearestMiss: miss,
      lints: []
    )
  }

  /// All attachments.
  private var attachments: Range<Int> { 0..<input.request.attachmentCount }

  /// Whether the rule declares anything.
  private var declaration: RuleTrace.Clause {
    let names = declared.all.map { category in
      let limit = rule.limits[category.rawValue]
      return category == .text ? "text" : "at most \(category.counted(limit))"
    }
    let what = names.isEmpty ? "no kind of attachment" : names.joined(separator: ", ")
    return RuleTrace.Clause(
      "the rule declares something",
      holds: !declared.isEmpty || rule.isBounded,
      detail: "declares \(what)"
    )
  }

  /// Whether there is an attachment.
  private var presence: RuleTrace.Clause {
    clause("the request has an attachment", holds: !attachments.isEmpty, Array(attachments), "")
  }

  /// Whether the number of all attachments is right.
  private var bounds: [RuleTrace.Clause] {
    let count = Int64(attachments.count)
    var clauses: [RuleTrace.Clause] = []
    if rule.minimum > 0 {
      clauses.append(
        RuleTrace.Clause(
          "at least \(counted(rule.minimum))",
          holds: count >= rule.minimum,
          detail: "needs at least \(counted(rule.minimum)), the request has \(count)"
        )
      )
    }
    if rule.maximum > 0 {
      clauses.append(
        RuleTrace.Clause(
          "at most \(counted(rule.maximum))",
          holds: count <= rule.maximum,
          detail: "takes at most \(counted(rule.maximum)), the request has \(count)"
        )
      )
    }
    return clauses
  }

  /// A number of attachments in words.
  private func counted(_ count: Int64) -> String {
    "\(count) attachment\(count == 1 ? "" : "s")"
  }

  /// Whether a category takes no more attachments than its maximum.
  private func limit(_ category: AttachmentCategory) -> RuleTrace.Clause {
    let taken = attachments.filter {
      categories.attachments[$0].intersection(declared).first == category
    }
    let limit = rule.limits[category.rawValue]
    return RuleTrace.Clause(
      category == .text ? "any number of texts" : "at most \(category.counted(limit))",
      holds: Int64(taken.count) <= limit,
      detail: category == .text
        ? "the request has \(taken.count)"
        : "declares at most \(category.counted(limit)), the request has \(taken.count)",
      attachments: taken.map(input.request.place)
    )
  }

  /// Whether an attachment is matched.
  private var match: RuleTrace.Clause {
    let matched = attachments.filter { !categories.attachments[$0].isDisjoint(with: declared) }
    return clause(
      "an attachment belongs to a declared category",
      holds: !matched.isEmpty,
      matched.isEmpty ? Array(attachments) : matched,
      matched.isEmpty ? "none of these does: " : ""
    )
  }

  /// Whether the other attachments are right.
  private var strictness: RuleTrace.Clause {
    switch rule.strictness {
    case .everyType:
      let uncovered = attachments.filter {
        !categories.isStrictlyCovered(input.request.types(ofAttachment: $0), by: declared)
      }
      return clause(
        "version 1: every type of every attachment belongs to a declared category",
        holds: uncovered.isEmpty,
        uncovered,
        "these do not: "
      )
    case .everyAttachment:
      let unmatched = attachments.filter { categories.attachments[$0].isDisjoint(with: declared) }
      return clause(
        "version 2, strict: every attachment belongs to a declared category",
        holds: unmatched.isEmpty,
        unmatched,
        "these do not: "
      )
    case .lenient:
      return RuleTrace.Clause("version 2: other attachments do not matter", holds: true)
    }
  }

  /// A clause about attachments, with their types.
  private func clause(
    _ text: String,
    holds: Bool,
    _ attachments: [Int],
    _ start: String
  ) -> RuleTrace.Clause {
    let names = attachments.prefix(Self.greatestNameCount).map(input.request.name)
    let more = attachments.count > names.count ? ", …" : ""
    return RuleTrace.Clause(
      text,
      holds: holds,
      detail: names.isEmpty ? nil : start + names.joined(separator: ", ") + more,
      attachments: attachments.map(input.request.place)
    )
  }
}

extension FlatRequest {
  /// An attachment in words: `attachment 2 (public.png, public.file-url)`.
  func name(ofAttachment attachment: Int) -> String {
    let types = types(ofAttachment: attachment).prefix(3).map {
      Printable.source(names[typeOf[$0]])
    }
    let more = self.types(ofAttachment: attachment).count > types.count ? ", …" : ""
    let list = types.isEmpty ? "no type" : types.joined(separator: ", ") + more
    return "attachment \(attachment + 1) (\(list))"
  }
}
