/// A request as words with a bit for each attachment and for each item.
struct MaskRequest: Sendable {
  /// The bit of the request, of every item, and of every attachment, by lanes.
  private let every: (request: UInt64, items: UInt64, attachments: UInt64)
  /// The attachments of each item.
  private let itemMasks: [UInt64]
  /// The attachments of which a type passes each test.
  private var anyType: [UInt64]
  /// The attachments of which every type passes it.
  private var everyType: [UInt64]
  /// Values of the steps under way.
  private var stack = [UInt64](repeating: 0, count: MaskCompiler.greatestDepth + 1)

  /// The most items or attachments.
  static let greatestCount = 64

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
    every = (1, Self.bits(0..<request.itemCount), Self.bits(0..<request.attachmentCount))
    itemMasks = (0..<request.itemCount).map { Self.bits(request.attachments(ofItem: $0)) }
    var bare: UInt64 = 0
    for attachment in 0..<request.attachmentCount
    where request.types(ofAttachment: attachment).isEmpty { bare |= 1 << UInt64(attachment) }
    anyType = [UInt64](repeating: 0, count: testCount)
    // Of an attachment without types every type passes every test.
    everyType = [UInt64](repeating: bare, count: testCount)
    for (name, number) in request.numbers {
      if let test = conformance[name] {
        set(test, request) { request.type($0, conformsTo: number) }
      }
      if let test = identity[name] { set(test, request) { request.foldedNames[$0] == name } }
    }
  }

  /// A bit for each number of a range.
  private static func bits(_ range: Range<Int>) -> UInt64 {
    range.isEmpty ? 0 : (.max >> UInt64(64 - range.count)) << UInt64(range.lowerBound)
  }

  /// Works out which attachments pass a test.
  private mutating func set(_ test: Int, _ request: FlatRequest, _ passes: (Int) -> Bool) {
    let passing = request.names.indices.map(passes)
    for attachment in 0..<request.attachmentCount {
      var any = false
      var all = true
      for index in request.types(ofAttachment: attachment) {
        if passing[request.typeOf[index]] { any = true } else { all = false }
      }
      let bit: UInt64 = 1 << UInt64(attachment)
      if any { anyType[test] |= bit }
      if all { everyType[test] |= bit }
    }
  }

  /// Whether a predicate holds.
  mutating func matches(_ code: [MaskInstruction], _ range: Range<Int>) -> Bool {
    var top = -1
    for index in range {
      let step = code[index]
      switch step.operation {
      case .none:
        top += 1
        stack[top] = 0
      case .every:
        top += 1
        stack[top] = all(step.lanes)
      case .anyType:
        top += 1
        stack[top] = anyType[Int(step.number)]
      case .everyType:
        top += 1
        stack[top] = everyType[Int(step.number)]
      case .not: stack[top] = ~stack[top] & all(step.lanes)
      case .and:
        top -= 1
        stack[top] &= stack[top + 1]
      case .or:
        top -= 1
        stack[top] |= stack[top + 1]
      case .count: stack[top] = count(stack[top], all(step.lanes), step) ? 1 : 0
      case .countInItems:
        let mask = stack[top]
        var result: UInt64 = 0
        for item in itemMasks.indices where count(mask & itemMasks[item], itemMasks[item], step) {
          result |= 1 << UInt64(item)
        }
        stack[top] = result
      }
    }
    return stack[0] & 1 != 0
  }

  /// The bits of all lanes.
  private func all(_ lanes: MaskInstruction.Lanes) -> UInt64 {
    switch lanes {
    case .request: every.request
    case .items: every.items
    case .attachments: every.attachments
    }
  }

  /// Whether the number of bits compares with the number of a step.
  private func count(_ mask: UInt64, _ all: UInt64, _ step: MaskInstruction) -> Bool {
    let number =
      step.number == MaskInstruction.every ? Int64(all.nonzeroBitCount) : step.number
    return step.relation.holds(Int64(mask.nonzeroBitCount), number)
  }
}
