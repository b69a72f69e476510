internal import OrielManifest
internal import OrielPropertyList
internal import OrielText

/// The failures of extensions that nothing has undone yet, as a file keeps them.
struct FailureFile: Sendable, Hashable {
  /// The failures of one extension in a row.
  struct Row: Sendable, Hashable {
    /// The content that failed.
    var contentHash: ContentHash?
    /// The last failures, the newest last.
    var failures: [ExtensionFailureRecord] = []
    /// How often it has failed in a row.
    var count = 0
    /// Since when it is not offered.
    var quarantinedSince: Timestamp?

    /// The quarantine, when there is one.
    var quarantine: Quarantine? {
      guard let quarantinedSince, let last = failures.last else { return nil }
      return Quarantine(
        date: quarantinedSince,
        count: count,
        lastFailure: last,
        contentHash: contentHash
      )
    }
  }

  /// The rows by identifier.
  var rows: [String: Row] = [:]

  /// The version of the form.
  private static let version: Int64 = 1
  /// The largest file and the most values that are read.
  static let limits = PropertyListLimits(
    bytes: 32 << 20,
    depth: 8,
    nodes: 2_000_000,
    stringLength: 1 << 16
  )
  /// The most extensions that are kept; of more, those that failed last.
  private static let greatestCount = 1000
  /// The longest outcome, in Unicode scalars.
  private static let greatestOutcome = 500
  /// The most failures of one extension that are kept.
  static let greatestFailures = 64

  /// No failures.
  init() {}

  // MARK: - Counting

  /// Counts a failure.
  mutating func add(
    _ failure: ExtensionFailureRecord,
    of identifier: String,
    contentHash: ContentHash?,
    policy: QuarantinePolicy
  ) {
    var row = rows[identifier] ?? Row()
    if row.contentHash != contentHash { row = Row(contentHash: contentHash) }
    row.failures.append(
      ExtensionFailureRecord(
        date: failure.date,
        outcome: String(failure.outcome.unicodeScalars.prefix(Self.greatestOutcome))
      )
    )
    row.failures.removeFirst(max(0, row.failures.count - Self.greatestFailures))
    row.count = row.count < Int.max ? row.count + 1 : row.count
    if row.quarantinedSince == nil {
      let start = failure.date.secondsSince1970 &- policy.period.components.seconds
      // What seems to come after now was counted while the clock was wrong, or is from a moment ago
      // if it was put right by a little.
      let end = failure.date.secondsSince1970 &+ policy.period.components.seconds
      let recent = row.failures.count {
        (start...max(start, end)).contains($0.date.secondsSince1970)
      }
      if recent >= min(policy.failures, Self.greatestFailures) {
        row.quarantinedSince = failure.date
      }
    }
    rows[identifier] = row
    guard rows.count > Self.greatestCount else { return }
    let oldest = rows.filter { $0.key != identifier }.min { left, right in
      guard let left = left.value.failures.last?.date else { return true }
      guard let right = right.value.failures.last?.date else { return false }
      return left < right
    }
    if let oldest { rows[oldest.key] = nil }
  }

  // MARK: - Writing

  /// The file as bytes.
  var bytes: [UInt8] {
    var extensions = PropertyListDictionary()
    for (identifier, row) in rows.sorted(by: { $0.key < $1.key }) {
      var dictionary = PropertyListDictionary()
      if let hash = row.contentHash { dictionary.add("contentHash", .data(hash.bytes)) }
      dictionary.add("count", .integer(Int64(row.count)))
      if let since = row.quarantinedSince {
        dictionary.add("quarantinedSince", since.propertyListValue)
      }
      dictionary.add(
        "failures",
        .array(
          row.failures.map {
            .dictionary(["date": $0.date.propertyListValue, "outcome": .string($0.outcome)])
          }
        )
      )
      extensions.add(identifier, .dictionary(dictionary))
    }
    return PropertyListValue.dictionary([
      "version": .integer(Self.version), "extensions": .dictionary(extensions),
    ])
    .serialized(as: .xml)
  }

  // MARK: - Reading

  /// Reads a file; whatever is not as it was written makes all of it useless.
  init(_ bytes: [UInt8]) throws(DecisionFile.Damage) {
    let root: PropertyListDictionary?
    do throws(PropertyListError) {
      root = try PropertyList(parsing: bytes, limits: Self.limits).root.dictionary
    } catch {
      throw DecisionFile.Damage(error.message)
    }
    guard let root, root["version"]?.integer == Self.version,
      let extensions = root["extensions"]?.dictionary
    else { throw DecisionFile.Damage("was not made by this version") }
    for entry in extensions.entries {
      guard let dictionary = entry.value.dictionary, let row = Self.row(dictionary) else {
        throw DecisionFile.Damage("does not say how '\(Printable.text(entry.key))' failed")
      }
      rows[entry.key] = row
    }
  }

  /// Reads the failures of one extension.
  private static func row(_ dictionary: PropertyListDictionary) -> Row? {
    guard let count = dictionary["count"]?.integer, let list = dictionary["failures"]?.array,
      count > 0, list.count <= greatestFailures
    else { return nil }
    var row = Row(count: Int(clamping: count))
    if let value = dictionary["contentHash"] {
      guard case .data(let bytes) = value, let hash = ContentHash(bytes: bytes) else { return nil }
      row.contentHash = hash
    }
    if let value = dictionary["quarantinedSince"] {
      guard let date = Timestamp(value) else { return nil }
      row.quarantinedSince = date
    }
    for value in list {
      guard let failure = value.dictionary, let date = Timestamp(failure["date"]),
        let outcome = failure["outcome"]?.string
      else { return nil }
      row.failures.append(ExtensionFailureRecord(date: date, outcome: outcome))
    }
    return row
  }
}
