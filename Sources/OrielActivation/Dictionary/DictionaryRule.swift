/// A rule in the dictionary form, with every value read.
struct DictionaryRule: Sendable, Hashable {
  /// What happens to attachments that no declared category takes.
  enum Strictness: Sendable, Hashable {
    /// Version 1: every type of every attachment must belong to a declared category.
    case everyType
    /// Version 2, strict: every attachment must be matched.
    case everyAttachment
    /// Version 2: they are delivered with the others.
    case lenient
  }

  /// The greatest number, which text has for its own.
  static let unbounded = Int64.max

  /// The fewest attachments; 0 is no bound.
  var minimum: Int64 = 0
  /// The most attachments; 0 is no bound.
  var maximum: Int64 = 0
  /// The most attachments of each category; 0 declares none.
  var limits = [Int64](repeating: 0, count: AttachmentCategory.allCases.count)
  /// What happens to other attachments.
  var strictness = Strictness.everyType

  /// The declared categories.
  var declared: CategorySet {
    AttachmentCategory.allCases.reduce(into: []) { set, category in
      if limits[category.rawValue] > 0 { set.insert(CategorySet(category)) }
    }
  }

  /// Whether there is a bound for the number of attachments.
  var isBounded: Bool { minimum > 0 || maximum > 0 }
}

/// How many attachments each declared category takes, for one set of declared categories.
struct Assignment: Sendable {
  /// The number of attachments of each category.
  var counts = [Int64](repeating: 0, count: AttachmentCategory.allCases.count)
  /// The number of attachments that no category takes.
  var unmatched: Int64 = 0
  /// Whether every type of every attachment belongs to a declared category.
  var coversEveryType = true

  /// Assigns the attachments of a request.
  init(_ request: FlatRequest, _ categories: CategorizedRequest, declared: CategorySet) {
    for attachment in 0..<request.attachmentCount {
      if let first = categories.attachments[attachment].intersection(declared).first {
        counts[first.rawValue] += 1
      } else {
        unmatched += 1
      }
      if coversEveryType {
        let range = request.types(ofAttachment: attachment)
        coversEveryType = categories.isStrictlyCovered(range, by: declared)
      }
    }
  }
}

extension DictionaryRule {
  /// Whether a request has what the rule asks for.
  func matches(_ request: FlatRequest) -> Bool {
    let declared = declared
    let assignment = Assignment(request, CategorizedRequest(request), declared: declared)
    return matches(assignment, declared: declared, count: Int64(request.attachmentCount))
  }

  /// Whether attachments that were assigned to the declared categories are what the rule asks for.
  func matches(_ assignment: Assignment, declared: CategorySet, count: Int64) -> Bool {
    // 1: something is declared, and there is something.
    guard !declared.isEmpty || isBounded, count > 0 else { return false }
    // 2: the number of all attachments.
    guard count >= minimum, maximum == 0 || count <= maximum else { return false }
    if declared.isEmpty { return true }
    // 3: the number of each category.
    for (limit, taken) in zip(limits, assignment.counts) where taken > limit { return false }
    // 4: one is matched.
    guard assignment.unmatched < count else { return false }
    // 5: the others.
    switch strictness {
    case .everyType: return assignment.coversEveryType
    case .everyAttachment: return assignment.unmatched == 0
    case .lenient: return true
    }
  }
}
