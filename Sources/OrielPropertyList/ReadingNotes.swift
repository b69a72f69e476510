internal import OrielText

/// What is noted while the text of a property list is read, and counted against the limits.
struct ReadingNotes {
  /// What is odd about the file.
  private(set) var remarks: [PropertyListRemark] = []
  /// The offset of each value, parents first.
  private(set) var offsets: [Int] = []
  /// The way from the root to the value that is being read.
  private(set) var path: [PropertyListPathComponent] = []
  /// What is too large.
  private let limits: PropertyListLimits
  /// The number of values so far, those that were dropped too.
  private var nodes = 0

  /// Nothing read yet.
  init(limits: PropertyListLimits) {
    self.limits = limits
  }

  /// Counts a value and keeps its place.
  mutating func addValue(at offset: Int, in text: [UInt8]) throws(PropertyListError) {
    nodes += 1
    guard nodes <= limits.nodes else {
      throw PropertyListError(
        .limit,
        "holds more than \(limits.nodes) values",
        at: .locate(offset, in: text)
      )
    }
    offsets.append(offset)
  }

  /// Checks that a dictionary or an array lies in no more of them than may be.
  func checkDepth(_ depth: Int, at offset: Int, in text: [UInt8]) throws(PropertyListError) {
    guard depth <= limits.depth else {
      throw PropertyListError(
        .limit,
        "values are nested more than \(limits.depth) levels deep",
        at: .locate(offset, in: text)
      )
    }
  }

  /// Goes on to a value in the one that is being read; gives the number of places that are kept.
  @discardableResult
  mutating func enter(_ step: PropertyListPathComponent) -> Int {
    path.append(step)
    return offsets.count
  }

  /// Goes back to the value around.
  mutating func leave() { path.removeLast() }

  /// Notes that the key of the value that was just read occurs twice, and drops the places of that.
  mutating func dropDuplicate(_ key: String, at offset: Int, in text: [UInt8], keeping kept: Int) {
    offsets.removeSubrange(kept...)
    guard remarks.count < PropertyListRemark.greatestCount else { return }
    remarks.append(
      PropertyListRemark(
        message: "the key '\(Printable.text(key))' occurs twice; the first value counts",
        path: path,
        position: .locate(offset, in: text)
      )
    )
  }
}
