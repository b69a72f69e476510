import OrielSystem
import OrielWire
import Testing

@testable import OrielHost

/// What an instance returned, as the host checks it.
@Suite(.timeLimit(.minutes(5))) struct ReturnedItemsTests {
  /// Limits of one content and of all together.
  private func limits(_ size: UInt64, total: UInt64) -> Limits {
    var limits = Limits()
    limits.fileSize = size
    limits.returnedBytes = total
    return limits
  }

  @Test("A content that 262,144 representations name takes one descriptor and counts once")
  func sharedContent() async {
    // In a process of its own, since other tests have returned content open, too.
    await #expect(processExitsWith: .success) { try ReturnedItemsTests().shareContent() }
  }

  /// Has one of two contents named by everything, and looks at what is open.
  private func shareContent() throws {
    let size = WireLimit.contentPart + 3
    let before = count
    var collector = ContentCollector(limits(1 << 20, total: 1 << 20))
    for number in 0...1 as ClosedRange<UInt64> {
      for length in [WireLimit.contentPart, 3] {
        let part = ContentPart(bytes: [UInt8](repeating: 7, count: length))
        try collector.add(part, to: number, mayTakeDescriptor: true)
      }
    }
    #expect(count == before + 2 && collector.descriptorCount == 2)
    let items = try ReturnedItems.verify(
      Array(repeating: item(.content(number: 0, size: UInt64(size))), count: WireLimit.items),
      contents: try collector.takeAll(),
      limits: limits(1 << 20, total: UInt64(size))
    )
    // The one that nobody names is closed.
    #expect(count == before + 1)
    let last = try #require(items.last?.attachments.last?.representations.last)
    #expect(try last.bytes(limit: 1 << 20) == [UInt8](repeating: 7, count: size))
  }

  @Test("A content is only what was sent", arguments: [(0, 2), (0, 4), (1, 3), (2, 0)])
  func wrongContent(_ number: UInt32, _ size: UInt64) {
    let contents: [ReturnedRepresentation.Content?] = [.bytes([1, 2, 3]), nil]
    for (number, size, isGood) in [(0, 3, true), (number, size, false)] {
      let items = try? ReturnedItems.verify(
        [item(.content(number: number, size: size))],
        contents: contents,
        limits: limits(1 << 20, total: 100)
      )
      #expect((items != nil) == isGood)
    }
  }

  @Test("Parts come in order, within all limits, and without a descriptor stay bytes")
  func parts() throws {
    let part = ContentPart(bytes: [UInt8](repeating: 1, count: WireLimit.contentPart))
    var collector = ContentCollector(limits(0, total: 0))
    for _ in 0..<2 { try collector.add(part, to: 0, mayTakeDescriptor: false) }
    #expect(collector.descriptorCount == 0)
    for number in [2, .max] as [UInt64] {
      #expect(throws: ContentCollector.Problem.self) {
        try collector.add(part, to: number, mayTakeDescriptor: false)
      }
    }
    #expect(try collector.takePayload().count == 2 * WireLimit.contentPart)
    #expect(throws: ContentCollector.Problem.self) { try collector.takePayload() }
    try collector.add(part, to: 1, mayTakeDescriptor: false)
    // No content and no sum may be longer than the longest message where nothing may be returned.
    #expect(throws: ContentCollector.Problem.self) {
      for _ in 0..<300 { try collector.add(part, to: 1, mayTakeDescriptor: false) }
    }
  }

  /// An item with as many representations as it can have.
  private func item(_ source: WireReturnedRepresentation.Source) -> WireReturnedItem {
    let representation = WireReturnedRepresentation(type: "public.data", source: source)
    let attachment = WireReturnedAttachment(
      representations: Array(repeating: representation, count: WireLimit.types)
    )
    return WireReturnedItem(
      attachments: Array(repeating: attachment, count: WireLimit.attachments)
    )
  }

  /// How many descriptors are open on returned content.
  private var count: Int {
    DescriptorTable.targets.count { $0.contains("oriel-returned") }
  }
}
