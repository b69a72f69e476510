/// One `mime.cache` file of the shared-mime-info database: the bytes, read where they lie.
///
/// The bytes come from outside. Nothing is parsed ahead but the header, so that opening costs little;
/// every lookup checks every place it reads, does a bounded amount of work, and takes what is out of
/// bounds as missing. What is wrong with a file as a whole is told by ``audit()``.
struct MIMECache: Sendable {
  /// A list: how many entries there are and where they lie.
  struct List: Sendable {
    /// Where the first entry begins.
    var start: Int
    /// How many entries there are.
    var count: Int
    /// The size of an entry.
    var stride: Int

    /// Where an entry begins.
    func entry(_ index: Int) -> Int { start &+ index &* stride }
  }

  /// Why bytes are no cache at all.
  enum Refusal: Error, Hashable, Sendable {
    /// There are fewer bytes than a header has.
    case tooShort(Int)
    /// There are more bytes than ``greatestSize``.
    case tooLong(Int)
    /// A version that this reader does not know.
    case version(major: Int, minor: Int)
  }

  /// The largest file that is read; the system's has 150,000 bytes.
  static let greatestSize = 16 << 20
  /// The longest text, in bytes.
  static let greatestTextLength = 1024
  /// The size of the header of version 1.1, which lacks nothing that is used here.
  private static let headerSize = 40

  /// The whole file.
  let bytes: [UInt8]
  /// Other names of types: the other name, the type.
  let aliases: List
  /// What types are special cases of: the type, where its parents lie.
  let parents: List
  /// Whole names: the name, the type, weight and flags.
  let literals: List
  /// The ends of names, spelled backwards: the roots of a tree.
  let suffixes: List
  /// Patterns: the pattern, the type, weight and flags.
  let globs: List
  /// Rules about contents.
  let magic: List
  /// How many bytes of a file the rules look at, as the file says.
  let magicExtent: Int
  /// Lists that were cut because not all of their entries lie in the file.
  let cuts: [String]
  /// The entries of ``aliases`` and ``parents`` whose names hold capital letters, which halving does
  /// not find by the name in lower case.
  private(set) var capitals: (aliases: [Int], parents: [Int]) = ([], [])
  /// The patterns of ``globs``.
  private(set) var patterns: [Pattern] = []

  /// Takes over the bytes of a file after a look at its header.
  init(_ bytes: [UInt8]) throws(Refusal) {
    guard bytes.count >= Self.headerSize else { throw .tooShort(bytes.count) }
    guard bytes.count <= Self.greatestSize else { throw .tooLong(bytes.count) }
    let version = (Int(bytes[0]) << 8 | Int(bytes[1]), Int(bytes[2]) << 8 | Int(bytes[3]))
    guard version == (1, 1) || version == (1, 2) else {
      throw .version(major: version.0, minor: version.1)
    }
    self.bytes = bytes
    var cuts: [String] = []
    /// A list whose offset stands in the header; `gap` is what lies between the count and its entries.
    func list(_ name: String, at place: Int, stride: Int) -> List {
      Self.list(name, in: bytes, at: Self.number(in: bytes, at: place) ?? 0, stride, &cuts)
    }
    aliases = list("aliases", at: 4, stride: 8)
    parents = list("parents", at: 8, stride: 8)
    literals = list("literals", at: 12, stride: 12)
    globs = list("globs", at: 20, stride: 12)
    let tree = Self.number(in: bytes, at: 16) ?? 0
    suffixes = Self.list(
      "suffixes",
      in: bytes,
      count: Self.number(in: bytes, at: tree),
      start: Self.number(in: bytes, at: tree &+ 4),
      12,
      &cuts
    )
    let rules = Self.number(in: bytes, at: 24) ?? 0
    magic = Self.list(
      "magic",
      in: bytes,
      count: Self.number(in: bytes, at: rules),
      start: Self.number(in: bytes, at: rules &+ 8),
      16,
      &cuts
    )
    magicExtent = Self.number(in: bytes, at: rules &+ 4) ?? 0
    self.cuts = cuts
    capitals = (capitals(in: aliases), capitals(in: parents))
    patterns = readPatterns()
  }

  /// The entries of a list whose first text holds capital letters.
  private func capitals(in list: List) -> [Int] {
    var result: [Int] = []
    for index in 0..<min(list.count, Self.greatestCapitalScan) {
      let text = text(referredToAt: list.entry(index))
      guard text?.contains(where: { MIMEType.lowercased($0) != $0 }) == true else { continue }
      result.append(index)
      guard result.count < Self.greatestCapitalCount else { break }
    }
    return result
  }

  /// The most entries that are looked at for capital letters.
  private static let greatestCapitalScan = 4096
  /// The most entries with capital letters that are kept.
  private static let greatestCapitalCount = 256

  /// A list whose entries follow their count.
  private static func list(
    _ name: String,
    in bytes: [UInt8],
    at offset: Int,
    _ stride: Int,
    _ cuts: inout [String]
  ) -> List {
    list(name, in: bytes, count: number(in: bytes, at: offset), start: offset &+ 4, stride, &cuts)
  }

  /// A list that is cut to the entries that lie in the file.
  private static func list(
    _ name: String,
    in bytes: [UInt8],
    count: Int?,
    start: Int?,
    _ stride: Int,
    _ cuts: inout [String]
  ) -> List {
    guard let count, let start else {
      cuts.append("the list of \(name) lies outside the file")
      return List(start: 0, count: 0, stride: stride)
    }
    let room = max(0, (bytes.count &- start) / stride)
    if count > room {
      cuts.append("the list of \(name) has \(count) entries, and only \(room) fit into the file")
    }
    return List(start: start, count: min(count, room), stride: stride)
  }

  // MARK: - Reading

  /// A number of four bytes.
  static func number(in bytes: [UInt8], at place: Int) -> Int? {
    guard place >= 0, place <= bytes.count &- 4 else { return nil }
    return Int(bytes[place]) << 24 | Int(bytes[place &+ 1]) << 16 | Int(bytes[place &+ 2]) << 8
      | Int(bytes[place &+ 3])
  }

  /// A number of four bytes.
  func number(at place: Int) -> Int? { Self.number(in: bytes, at: place) }

  /// Text that a zero ends, without the zero.
  func text(at place: Int) -> ArraySlice<UInt8>? {
    guard place >= 0, place < bytes.count else { return nil }
    let end = min(bytes.count, place &+ Self.greatestTextLength &+ 1)
    var index = place
    while index < end {
      if bytes[index] == 0 { return bytes[place..<index] }
      index &+= 1
    }
    return nil
  }

  /// The text that a number in an entry leads to.
  func text(referredToAt place: Int) -> ArraySlice<UInt8>? {
    number(at: place).flatMap(text(at:))
  }

  /// The MIME type that a number in an entry leads to.
  func type(referredToAt place: Int) -> MIMEType? {
    text(referredToAt: place).flatMap { MIMEType(bytes: $0) }
  }

  /// Whether text is a key but for upper and lower case; the key is in lower case.
  static func isEqual(_ text: ArraySlice<UInt8>, _ key: [UInt8]) -> Bool {
    text.count == key.count && zip(text, key).allSatisfy { MIMEType.lowercased($0) == $1 }
  }

  /// How the text that a number leads to and a key follow each other: less than, equal to or more
  /// than zero as for `strcmp`; nil when there is no text.
  private func order(referredToAt place: Int, _ key: [UInt8]) -> Int? {
    guard var index = number(at: place) else { return nil }
    for byte in key {
      guard index < bytes.count else { return nil }
      let difference = Int(bytes[index]) &- Int(byte)
      // The zero at the end of the text comes before everything.
      if difference != 0 { return difference }
      index &+= 1
    }
    guard index < bytes.count else { return nil }
    return Int(bytes[index])
  }

  /// The entries of a type in a list: those that halving finds, then those with capital letters.
  func entries(of list: List, for type: MIMEType, capitals: [Int]) -> [Int] {
    let key = Array(type.rawValue.utf8)
    return Array(entries(of: list, for: key))
      + capitals.filter { index in
        text(referredToAt: list.entry(index)).map { Self.isEqual($0, key) } == true
      }
  }

  /// The entries whose first text is the key, found by halving; the file has them in order.
  func entries(of list: List, for key: [UInt8]) -> Range<Int> {
    var low = 0
    var high = list.count
    while low < high {
      let middle = low &+ (high &- low) / 2
      guard let order = order(referredToAt: list.entry(middle), key) else { return 0..<0 }
      if order < 0 { low = middle &+ 1 } else { high = middle }
    }
    var end = low
    while end < list.count, end &- low < Self.greatestRun,
      order(referredToAt: list.entry(end), key) == 0
    {
      end &+= 1
    }
    return low..<end
  }

  /// The most entries with the same key that are looked at.
  static let greatestRun = 64
}
