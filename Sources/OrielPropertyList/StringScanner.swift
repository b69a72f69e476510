/// What takes text apart in which a string stands as one word or between quotes.
protocol StringScanner: TextScanner {
  /// Where the scanner is.
  var offset: Int { get set }
  /// The byte of a string whose place is wanted.
  var wanted: WantedByte? { get set }

  /// Reads the string that comes next.
  mutating func readString() throws(PropertyListError) -> String
}

/// A byte of a string whose place in the file is wanted.
struct WantedByte {
  /// The index of the byte in the string.
  let index: Int
  /// The place that is nearest so far, and the index that it was found for.
  private(set) var nearest: (index: Int, offset: Int)?

  /// Wants a byte.
  init(index: Int) {
    self.index = index
  }

  /// Notes where the byte after so many comes from.
  mutating func note(_ count: Int, at offset: Int) {
    // Two escapes may stand for one character, which begins with the first.
    guard count <= index, count > nearest?.index ?? -1 else { return }
    nearest = (count, offset)
  }
}

extension StringScanner {
  /// The place of a byte of the string that begins at an offset.
  mutating func offset(
    of index: Int,
    inStringAt start: Int
  ) throws(PropertyListError) -> Int {
    offset = start
    wanted = WantedByte(index: index)
    _ = try readString()
    // In a string without quotes every byte stands for itself.
    return wanted?.nearest?.offset ?? min(start + index, offset)
  }
}
