/// The entries of a property list dictionary: found by key, kept in the order of the file.
///
/// Two dictionaries are equal when they hold equal values under the same keys, in any order.
public struct PropertyListDictionary: Sendable {
  /// A key with its value.
  public struct Entry: Sendable, Hashable {
    /// The key.
    public let key: String
    /// The value under the key.
    public let value: PropertyListValue

    /// Creates an entry.
    public init(_ key: String, _ value: PropertyListValue) {
      self.key = key
      self.value = value
    }
  }

  /// The entries in the order in which they were added.
  public private(set) var entries: [Entry] = []
  /// Where the entry of each key is, of a dictionary with more entries than are looked through.
  private var places: [String: Int] = [:]

  /// So many entries are looked through faster than a key is hashed.
  private static let greatestUnhashedCount = 8

  /// Creates a dictionary without entries.
  public init() {}

  /// The number of entries.
  public var count: Int { entries.count }
  /// Whether there is no entry.
  public var isEmpty: Bool { entries.isEmpty }
  /// The keys in order.
  public var keys: [String] { entries.map(\.key) }

  /// The value under a key.
  public subscript(key: String) -> PropertyListValue? {
    place(of: key).map { entries[$0].value }
  }

  /// Where the entry of a key is.
  private func place(of key: String) -> Int? {
    guard entries.count > Self.greatestUnhashedCount else {
      return entries.firstIndex { $0.key == key }
    }
    return places[key]
  }

  /// Adds an entry, unless the key is taken already: the first value under a key stays.
  ///
  /// - Returns: Whether the entry was added.
  @discardableResult
  public mutating func add(_ key: String, _ value: PropertyListValue) -> Bool {
    guard place(of: key) == nil else { return false }
    entries.append(Entry(key, value))
    if entries.count == Self.greatestUnhashedCount + 1 {
      for (place, entry) in entries.enumerated() { places[entry.key] = place }
    } else if entries.count > Self.greatestUnhashedCount {
      places[key] = entries.count - 1
    }
    return true
  }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
  /// Creates a dictionary from a literal; of equal keys the first one stays.
  public init(dictionaryLiteral elements: (String, PropertyListValue)...) {
    for (key, value) in elements { add(key, value) }
  }
}

extension PropertyListDictionary: Hashable {
  /// Whether both hold equal values under the same keys.
  public static func == (left: PropertyListDictionary, right: PropertyListDictionary) -> Bool {
    left.count == right.count && left.entries.allSatisfy { right[$0.key] == $0.value }
  }

  /// Feeds the entries into a hash that does not depend on their order.
  public func hash(into hasher: inout Hasher) {
    var combined = 0
    for entry in entries { combined ^= entry.hashValue }
    hasher.combine(count)
    hasher.combine(combined)
  }
}
