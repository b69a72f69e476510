/// How the attachments of one request are assigned, for every set of declared categories that occurs.
///
/// There are 64 sets, however many rules there are.
struct AssignmentTable: Sendable {
  /// The number of attachments.
  private let count: Int64
  /// The number of attachments of each category, for each set.
  private var counts: [Int64]
  /// The number of attachments that no category takes, for each set.
  private var unmatched: [Int64]
  /// Whether every type of every attachment belongs to a declared category, for each set.
  private var coversEveryType: [Bool]

  /// The number of categories.
  private static let categoryCount = AttachmentCategory.allCases.count

  /// Works out a table.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - sets: A bit for each set that occurs.
  init(_ request: FlatRequest, sets: UInt64) {
    count = Int64(request.attachmentCount)
    counts = [Int64](repeating: 0, count: CategorySet.count * Self.categoryCount)
    unmatched = [Int64](repeating: 0, count: CategorySet.count)
    coversEveryType = [Bool](repeating: false, count: CategorySet.count)
    guard sets != 0 else { return }
    let categories = CategorizedRequest(request)
    for set in 0..<CategorySet.count where sets & (1 << UInt64(set)) != 0 {
      let declared = CategorySet(rawValue: UInt8(set))
      let assignment = Assignment(request, categories, declared: declared)
      for (index, count) in assignment.counts.enumerated() {
        counts[set * Self.categoryCount + index] = count
      }
      unmatched[set] = assignment.unmatched
      coversEveryType[set] = assignment.coversEveryType
    }
  }

  /// Whether the attachments are what a rule asks for; the same as ``DictionaryRule`` says.
  func matches(_ rule: PackedDictionary, _ limits: [Int64], at offset: Int) -> Bool {
    guard count > 0, count >= rule.minimum, rule.maximum == 0 || count <= rule.maximum else {
      return false
    }
    let set = Int(rule.declared.rawValue)
    if set == 0 { return rule.minimum > 0 || rule.maximum > 0 }
    let base = set * Self.categoryCount
    for category in 0..<Self.categoryCount
    where counts[base + category] > limits[offset + category] { return false }
    guard unmatched[set] < count else { return false }
    switch rule.strictness {
    case .everyType: return coversEveryType[set]
    case .everyAttachment: return unmatched[set] == 0
    case .lenient: return true
    }
  }
}

/// A dictionary without its limits, which lie in one array for all.
struct PackedDictionary: Sendable {
  /// The fewest attachments.
  let minimum: Int64
  /// The most attachments.
  let maximum: Int64
  /// The declared categories.
  let declared: CategorySet
  /// What happens to other attachments.
  let strictness: DictionaryRule.Strictness
}
