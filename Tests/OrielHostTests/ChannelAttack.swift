import Foundation
import OrielHost
import OrielSystem
import OrielWire

/// What an instance does to its host through the channel, and what must come of it.
struct ChannelAttack: Sendable {
  /// One thing that the instance does.
  enum Step: Sendable {
    /// Sends bytes as a packet.
    case send([UInt8])
    /// Sends the same packet so many times.
    case repeated(Int, [UInt8])
    /// Sends bytes that are filled with zeros up to a size.
    case padded([UInt8], to: Int)
    /// Sends a packet with descriptors, which the filter keeps real instances from.
    case pass(PassedDescriptors, with: [UInt8])
    /// Closes its end, and goes on.
    case close
    /// Ends.
    case exit
  }

  /// What the request must end with.
  enum Ending: Sendable {
    /// A protocol violation that says so.
    case violation(String)
    /// An answer, as if nothing had been.
    case completed
    /// A failure with this code.
    case failure(String)
  }

  /// What it is.
  let name: String
  /// How far an honest start goes before.
  var start = Start.loaded
  /// What the instance does then.
  let steps: [Step]
  /// What must come of it.
  let ending: Ending
  /// What must come of it when the runner's code in a real instance has a say.
  let realEnding: Ending
  /// Whether the time limits are so short that silence ends soon.
  var isHurried = false

  /// How far an instance is.
  enum Start: Sendable {
    /// It has said nothing.
    case silent
    /// It has told about its sandbox.
    case reported
    /// Its library is loaded.
    case loaded
  }

  /// A row of the table.
  init(
    _ name: String,
    from start: Start = .loaded,
    _ steps: [Step],
    _ ending: Ending,
    isHurried: Bool = false,
    real realEnding: Ending? = nil
  ) {
    self.name = name
    self.start = start
    self.steps = steps
    self.ending = ending
    self.realEnding = realEnding ?? ending
    self.isHurried = isHurried
  }

  /// The options of the request.
  var options: RequestOptions {
    var options = RequestOptions()
    options.waitsForExit = true
    options.startTimeout = isHurried && start != .loaded ? .milliseconds(100) : .seconds(30)
    options.requestTimeout = isHurried ? .milliseconds(100) : .seconds(30)
    options.graceTime = .milliseconds(20)
    return options
  }

  /// The limits of the host, which attacks can reach soon.
  static func configure(_ configuration: inout HostConfiguration) {
    configuration.limits.messages = 2000
    configuration.limits.fileSize = 1 << 20
    configuration.limits.returnedBytes = 3 << 20
    configuration.limits.logBytes = 4096
    configuration.limits.startTime = .seconds(30)
  }

  /// What is wrong with a result.
  func complaint(about result: RequestResult, isReal: Bool = false) -> String? {
    switch (isReal ? realEnding : ending, result.outcome) {
    case (.completed, .completed): nil
    case (.violation(let what), .failed(.protocolViolation(let found))) where found.contains(what):
      nil
    case (.failure(let code), .failed(let reason)) where reason.code == code: nil
    default: "\(name): \(result.outcome)"
    }
  }

  /// The steps as the fixture `RawChannel` reads them; nil when a real instance cannot take them.
  var script: String? {
    guard start == .loaded else { return nil }
    var lines: [String] = []
    for step in steps {
      switch step {
      case .send(let bytes): lines.append("s \(Self.hexadecimal(bytes))")
      case .repeated(let count, let bytes): lines.append("n \(count) \(Self.hexadecimal(bytes))")
      case .padded(let bytes, let size): lines.append("p \(size) \(Self.hexadecimal(bytes))")
      case .pass: return nil
      case .close: lines.append("c")
      case .exit: lines.append("e")
      }
    }
    let script = lines.joined(separator: "\n")
    return script.utf8.count <= WireLimit.text ? script : nil
  }

  /// Bytes as digits.
  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Takes the steps at the instance's end of a channel.
  ///
  /// - Returns: Whether the instance ends by itself.
  /// - Throws: What keeps the attack from being made.
  func play(on socket: borrowing PacketSocket) throws -> Bool {
    if start != .silent {
      try ScriptedRunner.send(
        Report(layers: Layer.allCases.map { LayerStatus($0, .full) }),
        on: socket
      )
    }
    if start == .loaded { try ScriptedRunner.send(Loaded(loadMicroseconds: 1), on: socket) }
    for step in steps {
      switch step {
      case .send(let bytes): _ = try socket.send(bytes)
      case .repeated(let count, let bytes):
        for _ in 0..<count {
          guard case .sent = try socket.send(bytes) else { break }
        }
      case .padded(let bytes, let size):
        _ = try socket.send(bytes + [UInt8](repeating: 0, count: max(0, size - bytes.count)))
      case .pass(let passed, let bytes): try passed.send(bytes, on: socket)
      case .close: socket.descriptor.withRawValue { _ = shutdown($0, Int32(SHUT_RDWR)) }
      case .exit: return true
      }
    }
    return false
  }
}

extension ChannelAttack.Step {
  /// Sends a message as it should be.
  static func message(_ message: some WireMessage, id: UInt64 = 0) -> Self {
    .send((try? message.packet(id: id).bytes) ?? [])
  }

  /// Sends a packet with a header of its own.
  static func raw(
    _ type: UInt16,
    id: UInt64 = 0,
    version: UInt16 = 1,
    length: UInt32? = nil,
    _ payload: [UInt8] = []
  ) -> Self {
    .send(packet(type, id: id, version: version, length: length, payload))
  }

  /// A packet with a header of its own.
  static func packet(
    _ type: UInt16,
    id: UInt64 = 0,
    version: UInt16 = 1,
    length: UInt32? = nil,
    _ payload: [UInt8] = []
  ) -> [UInt8] {
    number(type) + number(version) + number(length ?? UInt32(payload.count)) + number(id) + payload
  }

  /// The bytes of a number.
  static func number(_ value: some FixedWidthInteger) -> [UInt8] {
    (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
