import OrielWire
import Testing

/// The layout of packets, their bounds, and their descriptors.
@Suite struct PacketTests {
  @Test(
    "Bytes on the wire are the written ones",
    arguments: [
      (
        try Finish().packet(id: 0x0102_0304_0506_0708).bytes,
        [0x34, 0, 1, 0, 0, 0, 0, 0, 8, 7, 6, 5, 4, 3, 2, 1] as [UInt8]
      ),
      (
        try HostCancel(reason: .deadline).packet(id: 1).bytes,
        [0x31, 0, 1, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0]
      ),
      (
        try Log(level: 3, text: "é").packet(id: 2).bytes,
        [0x2a, 0, 1, 0, 7, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3, 2, 0, 0, 0, 0xc3, 0xa9]
      ),
      (
        try Exited(
          status: -2,
          userMicroseconds: 1,
          systemMicroseconds: 256,
          peakResidentKibibytes: 65536
        ).packet(id: 3).bytes,
        [
          0x14, 0, 1, 0, 30, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff,
          1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0,
          0, 0,
        ]
      ),
    ]
  )
  func golden(_ bytes: [UInt8], _ expected: [UInt8]) {
    #expect(bytes == expected)
  }

  @Test("A header of another version is refused")
  func version() throws {
    var bytes = try Finish().packet().bytes
    bytes[2] = 2
    #expect(throws: WireError.unsupportedVersion(2)) { try WireFrame(packet: bytes) }
  }

  @Test("A type of the other direction is refused")
  func direction() throws {
    let finish = try WireFrame(packet: Finish().packet().bytes)
    #expect(try HostMessage(finish, descriptorCount: 0) == .finish(Finish()))
    #expect(throws: WireError.unknownType(52)) { try InstanceMessage(finish, descriptorCount: 0) }
    #expect(throws: WireError.unknownType(52)) { try RunnerEvent(finish, descriptorCount: 0) }
    #expect(throws: WireError.unknownType(52)) { try RunnerCommand(finish, descriptorCount: 0) }
  }

  @Test("A message with too few or too many descriptors is refused")
  func descriptors() throws {
    let launched = try WireFrame(packet: Launched(processIdentifier: 2).packet().bytes)
    #expect(try RunnerEvent(launched, descriptorCount: 1) == .launched(.init(processIdentifier: 2)))
    for count in [0, 2, 16] {
      #expect(throws: WireError.wrongDescriptorCount(count)) {
        try RunnerEvent(launched, descriptorCount: count)
      }
    }
  }

  @Test("A payload that does not fit goes into memory, and comes back from it")
  func external() throws {
    let text = String(repeating: "x", count: 60_000)
    let message = Complete(
      items: [.init(title: text, text: text)],
      itemFailures: [],
      flags: 0
    )
    let packet = try message.packet(id: 5)
    let payload = try #require(packet.externalPayload)
    #expect(packet.bytes.count == WireLimit.header + 8)
    let frame = try WireFrame(packet: packet.bytes)
    #expect(frame.externalSize == UInt64(payload.count))
    #expect(throws: WireError.self) { try InstanceMessage(frame, descriptorCount: 0) }
    #expect(throws: WireError.self) { try frame.resolved(with: Array(payload.dropLast())) }
    let resolved = try frame.resolved(with: payload)
    #expect(resolved.id == 5)
    #expect(try InstanceMessage(resolved, descriptorCount: 0) == .complete(message))
  }

  @Test("A size of memory that is small, huge or followed by bytes is refused")
  func externalSizes() throws {
    for size: UInt64 in [0, 1, 65_536, 16 * 1024 * 1024 + 1, .max] {
      #expect(throws: WireError.self) { try WireFrame(packet: externalHeader(size)) }
    }
    #expect(try WireFrame(packet: externalHeader(65_537)).externalSize == 65_537)
    var long = externalHeader(65_537) + [0]
    setLength(&long)
    #expect(throws: WireError.trailingBytes(1)) { try WireFrame(packet: long) }
  }

  @Test("A part over its limit is refused by the encoder and by the decoder")
  func limits() throws {
    let longest = Log(level: 1, text: String(repeating: "a", count: 4096))
    var bytes = try longest.packet().bytes
    #expect(throws: WireError.tooLong(length: 4097, limit: 4096)) {
      try Log(level: 1, text: longest.text + "a").packet()
    }
    bytes[17] = 1
    bytes[18] = 16
    bytes.append(97)
    setLength(&bytes)
    #expect(throws: WireError.tooLong(length: 4097, limit: 4096)) {
      try InstanceMessage(WireFrame(packet: bytes), descriptorCount: 0)
    }
  }

  @Test("A count of four thousand million takes no memory")
  func hugeCounts() throws {
    for claimed in [[255, 255, 255, 255], [64, 0, 0, 0]] as [[UInt8]] {
      var bytes = try Complete(items: [], itemFailures: [], flags: 0).packet().bytes
      bytes.replaceSubrange(16..<20, with: claimed)
      #expect(throws: WireError.self) {
        try InstanceMessage(WireFrame(packet: bytes), descriptorCount: 0)
      }
    }
  }

  @Test("A name that is empty or holds a zero is refused", arguments: ["", "a\u{0}b"])
  func names(_ name: String) {
    #expect(throws: WireError.malformedName) {
      try LoadAttachment(attachment: 0, type: name, form: .bytes).packet()
    }
  }

  /// A packet that says that its payload is in memory.
  private func externalHeader(_ size: UInt64) -> [UInt8] {
    [37, 0x80, 1, 0, 8, 0, 0, 0] + [UInt8](repeating: 0, count: 8)
      + (0..<8).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
  }
}
