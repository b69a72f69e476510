import OrielSystem
import OrielWire

@testable import OrielHost

/// All that one instance sends to its host, through the same parts as in the host's engine.
///
/// The bytes are records: a kind, then what the kind needs. A record that is cut off ends them.
struct Conversation {
  /// What a record stands for.
  private enum Kind: UInt8, CaseIterable {
    /// Two bytes of length, and a packet.
    case packet
    /// One byte for the number of descriptors, then as in a packet.
    case packetWithDescriptors
    /// One byte that chooses what happens beside the channel.
    case event
    /// One byte for the number of a content and one for the size of a part in steps of 256 bytes.
    case part
    /// One byte for the number of items, four for a place and one for the byte that changes there:
    /// a complete answer that is too long for a packet.
    case longAnswer
  }

  /// The limits, which inputs can reach.
  private static let limits: Limits = {
    var limits = Limits()
    limits.fileSize = 1 << 20
    limits.returnedBytes = 3 << 20
    limits.contents = 32
    limits.messages = 200
    return limits
  }()

  /// What decides.
  private var machine = RequestMachine(required: [], messages: Conversation.limits.messages)
  /// What was returned.
  private var contents = ContentCollector(Conversation.limits)
  /// The outcome, once somebody has it.
  private var verdict: Verdict?
  /// Whether everything was let go of.
  private var isEnded = false
  /// Whether the process was ended.
  private var isKilled = false

  /// Plays a conversation to its end.
  ///
  /// - Returns: Whether it ended with an answer of the extension.
  static func run(_ bytes: [UInt8]) throws(Finding) -> Bool {
    var conversation = Conversation()
    try conversation.apply(.launchSent)
    var reader = Records(bytes: bytes)
    while let kind = reader.byte(), try conversation.play(kind, from: &reader) {}
    try conversation.apply(.connectionClosed)
    try conversation.apply(.exited(WaitStatus(rawValue: 0), usedProcessorTime: false))
    try Finding.unless(conversation.isEnded, "the request has not ended")
    switch conversation.verdict {
    case .completed, .cancelled: return true
    case .cancelledByHost, .failed: return false
    case nil: throw Finding(description: "the request has no outcome")
    }
  }

  /// Plays one record; false when it is cut off.
  private mutating func play(_ kind: UInt8, from reader: inout Records) throws(Finding) -> Bool {
    switch Kind.allCases[Int(kind) % Kind.allCases.count] {
    case .packet:
      guard let packet = reader.packet() else { return false }
      try receive(packet, descriptors: 0)
    case .packetWithDescriptors:
      guard let count = reader.byte(), let packet = reader.packet() else { return false }
      try receive(packet, descriptors: Int(count % 17))
    case .event:
      guard let choice = reader.byte() else { return false }
      try apply(Self.event(choice))
    case .part:
      guard let number = reader.byte(), let size = reader.byte() else { return false }
      let part = ContentPart(bytes: [UInt8](repeating: number, count: Int(size) * 256))
      guard let packet = try? part.packet(id: UInt64(number)) else { return false }
      try receive(packet.bytes, descriptors: 0)
    case .longAnswer:
      guard let count = reader.byte(), let place = reader.number(), let value = reader.byte() else {
        return false
      }
      try receiveLongAnswer(items: Int(count % 4), place: Int(place), value: value)
    }
    return true
  }

  /// What can happen beside the channel.
  private static func event(_ choice: UInt8) -> RequestMachine.Event {
    let deadlines: [RequestMachine.Deadline] = [.start, .request, .grace, .expire, .end]
    switch choice % 12 {
    case 0: return .connectionClosed
    case 1: return .processEnded
    case 2: return .exited(WaitStatus(rawValue: 9), usedProcessorTime: true)
    case 3: return .cancelled
    case 4: return .violation("did something")
    case 5: return .lost(.hostGone("it went"))
    case 6: return .exited(nil, usedProcessorTime: false)
    default: return .deadline(deadlines[Int(choice % 12) - 7])
    }
  }

  /// Receives a packet as the engine does.
  private mutating func receive(_ packet: [UInt8], descriptors: Int) throws(Finding) {
    guard !isEnded else { return }
    // Long ones hold nothing but parts, whose encoding short ones show.
    if descriptors == 0, packet.count < 4096 {
      _ = try SingleMessage.check(packet, 0) { try InstanceMessage($0, descriptorCount: 0) }
    }
    do {
      var frame = try WireFrame(packet: packet)
      if frame.externalSize != nil {
        frame = try frame.resolved(with: try contents.takePayload())
      }
      let message = try InstanceMessage(frame, descriptorCount: descriptors)
      try apply(.message(message, id: frame.id))
    } catch let finding as Finding {
      throw finding
    } catch ContentCollector.Problem.system(let error) {
      throw Finding(description: "the system refused something: \(error)")
    } catch {
      try apply(.violation("\(error)"))
    }
  }

  /// Sends an answer that travels beside its packet, with one byte changed.
  private mutating func receiveLongAnswer(
    items: Int,
    place: Int,
    value: UInt8
  ) throws(Finding) {
    let text = String(repeating: "a", count: WireLimit.payload / 2)
    let answer = Complete(
      items: (0..<items).map { _ in WireReturnedItem(text: text) },
      itemFailures: [],
      flags: 0
    )
    guard let packet = try? answer.packet() else { return }
    guard var payload = packet.externalPayload else {
      return try receive(packet.bytes, descriptors: 0)
    }
    if payload.indices.contains(place) { payload[place] ^= value }
    // The host decides by its own count, so a few numbers are tried until one is right.
    let number = UInt64(value % 4)
    for start in stride(from: 0, to: payload.count, by: WireLimit.contentPart) {
      let end = min(start + WireLimit.contentPart, payload.count)
      guard let part = try? ContentPart(bytes: Array(payload[start..<end])).packet(id: number)
      else { return }
      try receive(part.bytes, descriptors: 0)
    }
    try receive(packet.bytes, descriptors: 0)
  }

  /// Tells the machine, and checks and does what it decides.
  private mutating func apply(_ event: RequestMachine.Event) throws(Finding) {
    let wasEnded = isEnded
    let actions = machine.handle(event)
    try Finding.unless(!wasEnded || actions.isEmpty, "something happens after the end")
    if case .violation = event, !wasEnded, !isKilled {
      try Finding.unless(actions.contains(.kill), "a violation did not end the instance")
    }
    for action in actions {
      switch action {
      case .deliver(let verdict): try deliver(verdict)
      case .end: isEnded = true
      case .kill: isKilled = true
      case .keep(let part, let number): try keep(part, number)
      case .begin: try Finding.unless(!isKilled, "an instance that was ended gets the request")
      default: break
      }
    }
  }

  /// Keeps a part as the engine does.
  private mutating func keep(_ part: ContentPart, _ number: UInt64) throws(Finding) {
    do throws(ContentCollector.Problem) {
      // A file for one number of a few, since each costs calls of the kernel.
      try contents.add(part, to: number, mayTakeDescriptor: number % 8 == 7)
    } catch {
      switch error {
      case .violation(let what): try apply(.violation(what))
      case .system(let error): throw Finding(description: "the system refused: \(error)")
      }
    }
    try Finding.unless(
      contents.descriptorCount <= WireLimit.contents / 8 + 1,
      "\(contents.descriptorCount) descriptors are held"
    )
  }

  /// Checks what is given out.
  private mutating func deliver(_ verdict: Verdict) throws(Finding) {
    try Finding.unless(self.verdict == nil, "there are two outcomes")
    self.verdict = verdict
    switch verdict {
    case .completed(let complete): try check(complete)
    case .cancelled(let cancel): _ = try? ReturnedItems.verify(cancel.itemFailures, itemCount: 2)
    case .cancelledByHost: break
    case .failed(let reason):
      try Finding.unless(!"\(reason)".isEmpty, "a failure says nothing")
    }
  }

  /// Checks items that were returned.
  private mutating func check(_ complete: Complete) throws(Finding) {
    guard let contents = try? contents.takeAll() else {
      throw Finding(description: "the contents cannot be taken")
    }
    let largest = contents.compactMap { $0?.size }.max() ?? 0
    try Finding.unless(
      largest <= max(Self.limits.fileSize, UInt64(WireLimit.externalPayload)),
      "a content has \(largest) bytes"
    )
    _ = try? ReturnedItems.verify(complete.itemFailures, itemCount: 2)
    guard
      let items = try? ReturnedItems.verify(
        complete.items,
        contents: contents,
        limits: Self.limits
      )
    else { return }
    for representation in items.flatMap(\.attachments).flatMap(\.representations) {
      try Finding.unless(representation.size <= Self.limits.fileSize, "too much was returned")
      guard let bytes = try? representation.bytes(limit: Self.limits.fileSize) else {
        throw Finding(description: "what was returned cannot be read")
      }
      try Finding.unless(UInt64(bytes.count) == representation.size, "a size is wrong")
    }
  }
}

/// Takes records out of bytes.
private struct Records {
  /// The bytes.
  let bytes: [UInt8]
  /// The place of the next record.
  private var position = 0

  /// Starts at the first record.
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// One byte.
  mutating func byte() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// A number of four bytes.
  mutating func number() -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    defer { position += 4 }
    return bytes[position..<position + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// A length of two bytes and so many bytes, or as many as there are.
  mutating func packet() -> [UInt8]? {
    guard let low = byte(), let high = byte() else { return nil }
    let end = min(bytes.count, position + Int(low) + Int(high) * 256)
    defer { position = end }
    return Array(bytes[position..<end])
  }
}
