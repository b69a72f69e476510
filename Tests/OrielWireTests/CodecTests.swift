import OrielWire
import Testing

/// Every message through the codec, and what must not get through it.
@Suite struct CodecTests {
  @Test("Every type has a sample, so that no message is left out below")
  func samplesAreComplete() {
    #expect(Set(Sample.all.map(\.type)) == Set(WireType.allCases))
  }

  @Test("A message comes out of the codec as it went in", arguments: Sample.all)
  func roundTrip(_ sample: Sample) throws {
    var random = SeededGenerator(seed: UInt64(sample.type.rawValue))
    for _ in 0..<50 {
      try expectRoundTrip(sample.make(&random), id: random.next())
    }
  }

  @Test("A message cut short anywhere is refused", arguments: Sample.all)
  func truncation(_ sample: Sample) throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<5 {
      let bytes = try sample.make(&random).packet().bytes
      for count in 0..<bytes.count {
        #expect(throws: WireError.self) { try decode(Array(bytes[..<count])) }
        // The same with a header that tells the truth about what is left.
        if count >= WireLimit.header {
          var honest = Array(bytes[..<count])
          setLength(&honest)
          #expect(throws: WireError.self) { try decode(honest) }
        }
      }
    }
  }

  @Test("A message with bytes behind its end is refused", arguments: Sample.all)
  func trailing(_ sample: Sample) throws {
    var random = SeededGenerator(seed: 8)
    var bytes = try sample.make(&random).packet().bytes
    bytes.append(0)
    #expect(throws: WireError.self) { try decode(bytes) }
    setLength(&bytes)
    #expect(throws: WireError.trailingBytes(1)) { try decode(bytes) }
  }

  @Test(
    "A changed message is refused or is another message, which encodes to the same bytes",
    arguments: Sample.all
  )
  func mutation(_ sample: Sample) throws {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<400 {
      var bytes = try sample.make(&random).packet().bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] =
          Bool.random(using: &random) ? random.number() : [0, 1, 0x7f, 0xff][place % 4]
      }
      do {
        let (message, id) = try decode(bytes)
        #expect(try message.packet(id: id).bytes == bytes)
      } catch is WireError {}
    }
  }

  @Test("Bytes that are no message are refused, whatever they are")
  func noise() {
    var random = SeededGenerator(seed: 10)
    for type in WireType.allCases {
      for _ in 0..<200 {
        var bytes = [UInt8(type.rawValue), 0, 1, 0] + [UInt8](repeating: 0, count: 12)
        bytes += random.bytes(200)
        setLength(&bytes)
        do {
          let (message, id) = try decode(bytes)
          #expect(throws: Never.self) { try message.packet(id: id) }
        } catch {
          #expect(error is WireError)
        }
      }
    }
  }

  /// Decodes as the receiver for which the type is meant.
  private func decode(_ bytes: [UInt8]) throws -> (any WireMessage, UInt64) {
    let frame = try WireFrame(packet: bytes)
    let count = try descriptorCount(frame.knownType())
    return (try message(frame, count), frame.id)
  }

  private func descriptorCount(_ type: WireType) -> Int {
    switch type {
    case .configureRunner, .launched, .connect, .mapBuffer: 1
    case .launch: 3
    default: 0
    }
  }

  private func message(_ frame: WireFrame, _ count: Int) throws -> any WireMessage {
    switch try frame.knownType().rawValue {
    case 1..<16:
      switch try RunnerCommand(frame, descriptorCount: count) {
      case .configure(let message): return message
      case .launch(let message): return message
      }
    case 16..<32:
      switch try RunnerEvent(frame, descriptorCount: count) {
      case .ready(let message): return message
      case .failed(let message): return message
      case .launched(let message): return message
      case .launchFailed(let message): return message
      case .violated(let message): return message
      case .exited(let message): return message
      case .pressured(let message): return message
      }
    case 32..<48, 64..<80: return payload(try InstanceMessage(frame, descriptorCount: count))
    default: return payload(try HostMessage(frame, descriptorCount: count))
    }
  }

  private func payload(_ message: InstanceMessage) -> any WireMessage {
    switch message {
    case .launchFailed(let message): message
    case .report(let message): message
    case .loaded(let message): message
    case .loadFailed(let message): message
    case .began(let message): message
    case .contentPart(let message): message
    case .complete(let message): message
    case .cancel(let message): message
    case .finishWork(let message): message
    case .loadAttachment(let message): message
    case .cancelLoad(let message): message
    case .loadPreview(let message): message
    case .loadNotice(let message): message
    case .ask(let message): message
    case .log(let message): message
    case .refused(let message): message
    case .died(let message): message
    case .connected(let message): message
    case .bufferMapped(let message): message
    }
  }

  private func payload(_ message: HostMessage) -> any WireMessage {
    switch message {
    case .begin(let message): message
    case .cancel(let message): message
    case .expire(let message): message
    case .loadResult(let message): message
    case .loadAdvanced(let message): message
    case .finish(let message): message
    case .answer(let message): message
    case .pressure(let message): message
    case .connect(let message): message
    case .mapBuffer(let message): message
    case .unmapBuffer(let message): message
    }
  }

  private func expectRoundTrip<Message: WireMessage>(_ message: Message, id: UInt64) throws {
    let packet = try message.packet(id: id)
    let (decoded, decodedID) = try decode(packet.bytes)
    #expect(decoded as? Message == message)
    #expect(decodedID == id)
    #expect(packet.externalPayload == nil)
  }
}

/// Makes the length in a header true.
func setLength(_ bytes: inout [UInt8]) {
  let length = UInt32(bytes.count - WireLimit.header)
  for index in 0..<4 { bytes[4 + index] = UInt8(truncatingIfNeeded: length >> (8 * index)) }
}
