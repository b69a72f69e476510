/// A request as words with a bit for each attachment and for each item.
struct MaskRequest: Sendable {
  /// The words of a value.
  private let width: Int
  /// Every bit of the request, of the items and of the attachments, one after the other.
  private let every: [UInt64]
  /// Where the attachments of each item end.
  private let itemEnds: [Int]
  /// The attachments of which a type passes each test.
  private var anyType: [UInt64]
  /// The attachments of which every type passes it.
  private var everyType: [UInt64]
  /// Values of the steps under way, the words of one after those of the other.
  private var stack: [UInt64]

  /// The most items or attachments.
  static let greatestCount = 1024

  /// Prepares a request.
  ///
  /// - Returns: Nothing when it has too many items or attachments.
  init?(
    _ request: FlatRequest,
    conformance: [String: Int],
    identity: [String: Int],
    testCount: Int
  ) {
    guard request.itemCount <= Self.greatestCount, request.attachmentCount <= Self.greatestCount
    else { return nil }
    let width = max(1, (max(request.itemCount, request.attachmentCount) + 63) / 64)
    var every = [UInt64](repeating: 0, count: 3 * width)
    var bare = [UInt64](repeating: 0, count: width)
    every[0] = 1
    for item in 0..<request.itemCount { Self.set(item, in: &every, from: width) }
    for attachment in 0..<request.attachmentCount {
      Self.set(attachment, in: &every, from: 2 * width)
      if request.types(ofAttachment: attachment).isEmpty {
        Self.set(attachment, in: &bare, from: 0)
      }
    }
    self.width = width
    self.every = every
    itemEnds = request.itemEnds
    anyType = [UInt64](repeating: 0, count: testCount * width)
    // Of an attachment without types every type passes every test.
    everyType = []
    everyType.reserveCapacity(testCount * width)
    for _ in 0..<testCount { everyType += bare }
    stack = [UInt64](repeating: 0, count: (MaskCompiler.greatestDepth + 1) * width)
    for (name, number) in request.numbers {
      if let test = conformance[name] {
        setTest(test, request) { request.type($0, conformsTo: number) }
      }
      if let test = identity[name] { setTest(test, request) { request.foldedNames[$0] == name } }
    }
  }

  /// Sets a bit of a value.
  private static func set(_ bit: Int, in words: inout [UInt64], from start: Int) {
    words[start + bit / 64] |= 1 << UInt64(bit % 64)
  }

  /// Works out which attachments pass a test.
  private mutating func setTest(_ test: Int, _ request: FlatRequest, _ passes: (Int) -> Bool) {
    let passing = request.names.indices.map(passes)
    for attachment in 0..<request.attachmentCount {
      var any = false
      var all = true
      for index in request.types(ofAttachment: attachment) {
        if passing[request.typeOf[index]] { any = true } else { all = false }
      }
      if any { Self.set(attachment, in: &anyType, from: test * width) }
      if all { Self.set(attachment, in: &everyType, from: test * width) }
    }
  }

  /// Whether a predicate holds.
  mutating func matches(_ code: [MaskInstruction], _ range: Range<Int>) -> Bool {
    // Where the value on top of the stack begins.
    var top = -width
    for index in range {
      let step = code[index]
      let lanes = Int(step.lanes.rawValue) * width
      switch step.operation {
      case .none:
        top += width
        for word in 0..<width { stack[top + word] = 0 }
      case .every:
        top += width
        for word in 0..<width { stack[top + word] = every[lanes + word] }
      case .anyType:
        top += width
        for word in 0..<width { stack[top + word] = anyType[Int(step.number) * width + word] }
      case .everyType:
        top += width
        for word in 0..<width { stack[top + word] = everyType[Int(step.number) * width + word] }
      case .not:
        for word in 0..<width { stack[top + word] = ~stack[top + word] & every[lanes + word] }
      case .and:
        top -= width
        for word in 0..<width { stack[top + word] &= stack[top + width + word] }
      case .or:
        top -= width
        for word in 0..<width { stack[top + word] |= stack[top + width + word] }
      case .count: count(step, lanes, top)
      case .countInItems: countInItems(step, top)
      }
    }
    return stack[0] & 1 != 0
  }

  /// Puts whether the number of bits compares with the number of a step in the place of the bits.
  private mutating func count(_ step: MaskInstruction, _ lanes: Int, _ top: Int) {
    var count = 0
    var all = 0
    for word in 0..<width {
      count += stack[top + word].nonzeroBitCount
      all += every[lanes + word].nonzeroBitCount
      stack[top + word] = 0
    }
    let number = step.number == MaskInstruction.every ? Int64(all) : step.number
    stack[top] = step.relation.holds(Int64(count), number) ? 1 : 0
  }

  /// Puts the items for which the number of bits does so in the place of attachments.
  private mutating func countInItems(_ step: MaskInstruction, _ top: Int) {
    let result = top + width
    for word in 0..<width { stack[result + word] = 0 }
    var start = 0
    for (item, end) in itemEnds.enumerated() {
      let number = step.number == MaskInstruction.every ? Int64(end - start) : step.number
      if step.relation.holds(Int64(bitCount(start..<end, from: top)), number) {
        Self.set(item, in: &stack, from: result)
      }
      start = end
    }
    for word in 0..<width { stack[top + word] = stack[result + word] }
  }

  /// The number of bits that are set in a range of a value.
  private func bitCount(_ range: Range<Int>, from start: Int) -> Int {
    guard !range.isEmpty else { return 0 }
    let first = range.lowerBound / 64
    let last = (range.upperBound - 1) / 64
    let low: UInt64 = .max << UInt64(range.lowerBound % 64)
    let high: UInt64 = .max >> UInt64(63 - (range.upperBound - 1) % 64)
    if first == last { return (stack[start + first] & low & high).nonzeroBitCount }
    var count = (stack[start + first] & low).nonzeroBitCount
    for word in (first + 1)..<last { count += stack[start + word].nonzeroBitCount }
    return count + (stack[start + last] & high).nonzeroBitCount
  }
}
