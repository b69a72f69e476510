internal import OrielManifest
internal import OrielPropertyList
internal import OrielText

/// What a file with decisions says.
struct DecisionFile: Sendable, Hashable {
  /// What was decided, by identifier.
  var records: [String: ExtensionRecord] = [:]
  /// When decisions were lost that nobody has made again since; what is not named here is in doubt.
  var lostSince: Timestamp?

  /// The version of the form.
  static let version: Int64 = 1
  /// The largest file and the most values that are read.
  static let limits = PropertyListLimits(
    bytes: 32 << 20,
    depth: 8,
    nodes: 2_000_000,
    stringLength: 1 << 16
  )
  /// The longest reason that is kept, in Unicode scalars: characters may be of any length.
  static let greatestReason = 1000

  /// No decisions.
  init() {}

  // MARK: - Writing

  /// The file as bytes.
  var bytes: [UInt8] {
    var extensions = PropertyListDictionary()
    for (identifier, record) in records.sorted(by: { $0.key < $1.key }) where !record.isEmpty {
      extensions.add(identifier, .dictionary(Self.dictionary(record)))
    }
    var root = PropertyListDictionary()
    root.add("version", .integer(Self.version))
    if let lostSince { root.add("lostSince", lostSince.propertyListValue) }
    root.add("extensions", .dictionary(extensions))
    return PropertyListValue.dictionary(root).serialized(as: .xml)
  }

  /// What was decided about one extension.
  private static func dictionary(_ record: ExtensionRecord) -> PropertyListDictionary {
    var dictionary = PropertyListDictionary()
    if let decision = record.decision {
      dictionary.add("choice", .string(decision.choice.rawValue))
      add(decision.reason, decision.author, decision.date, to: &dictionary)
    }
    if let approval = record.approval {
      var approved = PropertyListDictionary()
      if let hash = approval.contentHash { approved.add("contentHash", .data(hash.bytes)) }
      add(approval.reason, approval.author, approval.date, to: &approved)
      dictionary.add("approval", .dictionary(approved))
    }
    return dictionary
  }

  /// Adds who decided when and why.
  private static func add(
    _ reason: String?,
    _ author: DecisionAuthor,
    _ date: Timestamp,
    to dictionary: inout PropertyListDictionary
  ) {
    if let reason {
      let kept = String(reason.unicodeScalars.prefix(greatestReason))
      dictionary.add("reason", .string(kept))
    }
    dictionary.add("author", .string(author.rawValue))
    dictionary.add("date", date.propertyListValue)
  }

  // MARK: - Reading

  /// Why a file is no file of decisions.
  struct Damage: Error {
    /// What is wrong, as part of a sentence.
    let reason: String

    /// Says what is wrong.
    init(_ reason: String) { self.reason = reason }
  }

  /// Reads a file; whatever is not as it was written makes all of it useless.
  init(_ bytes: [UInt8]) throws(Damage) {
    let root: PropertyListDictionary?
    do throws(PropertyListError) {
      root = try PropertyList(parsing: bytes, limits: Self.limits).root.dictionary
    } catch {
      throw Damage(error.message)
    }
    guard let root, let version = root["version"]?.integer else {
      throw Damage("has no version")
    }
    guard version == Self.version else {
      throw Damage("has the version \(version), this program knows \(Self.version)")
    }
    guard let extensions = root["extensions"]?.dictionary else {
      throw Damage("names no extensions")
    }
    if let lost = root["lostSince"] {
      guard let date = Timestamp(lost) else { throw Damage("has no date in lostSince") }
      lostSince = date
    }
    for entry in extensions.entries {
      guard BundleIdentifier(entry.key) != nil, let dictionary = entry.value.dictionary,
        let record = Self.record(dictionary)
      else {
        throw Damage("does not say what was decided about '\(Printable.text(entry.key))'")
      }
      records[entry.key] = record
    }
  }

  /// Reads what was decided about one extension.
  private static func record(_ dictionary: PropertyListDictionary) -> ExtensionRecord? {
    var record = ExtensionRecord()
    if let choice = dictionary["choice"] {
      guard let choice = choice.string.flatMap(Decision.Choice.init),
        let author = dictionary["author"]?.string.flatMap(DecisionAuthor.init),
        let date = Timestamp(dictionary["date"])
      else { return nil }
      record.decision = Decision(
        choice,
        reason: dictionary["reason"]?.string,
        author: author,
        date: date
      )
    }
    if let approval = dictionary["approval"] {
      guard let approval = approval.dictionary,
        let author = approval["author"]?.string.flatMap(DecisionAuthor.init),
        let date = Timestamp(approval["date"])
      else { return nil }
      var hash: ContentHash?
      if let value = approval["contentHash"] {
        guard case .data(let bytes) = value, let known = ContentHash(bytes: bytes) else {
          return nil
        }
        hash = known
      }
      record.approval = Approval(
        contentHash: hash,
        reason: approval["reason"]?.string,
        author: author,
        date: date
      )
    }
    return record.isEmpty ? nil : record
  }
}
