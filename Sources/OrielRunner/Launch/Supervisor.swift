internal import CShims
internal import Glibc
internal import OrielSystem
internal import OrielWire

/// Learns which forbidden call an instance made.
///
/// The filter stops such a call until its listener was asked; the call itself never runs. An instance
/// hands its listener over before anything of an extension runs in it.
struct Supervisor: ~Copyable {
  /// The end on which listeners arrive.
  let receiver: PacketSocket
  /// The end that instances inherit for the time of their confinement.
  let sender: Descriptor
  /// The listeners of the instances that run, by request.
  private var listeners: [UInt64: Listener] = [:]
  private var buffer = PacketBuffer(capacity: 16)

  /// The number of the instance that tests the sandbox; requests begin at 1.
  static let nobody: UInt64 = 0

  private final class Listener {
    let descriptor: Descriptor

    init(_ descriptor: consuming Descriptor) {
      self.descriptor = descriptor
    }
  }

  /// A supervisor of no instance yet.
  init() throws(SystemError) {
    var pair = try SocketPair()
    let end = pair.takeFirst()
    try end.descriptor.setNonBlocking()
    receiver = end
    sender = pair.takeSecond()
  }

  /// Takes the listeners that instances have handed over, and watches those of instances that run.
  ///
  /// - Parameters:
  ///   - running: The requests of the instances that run.
  ///   - poll: What watches.
  ///   - firstToken: What is added to the number of a request for its token.
  /// - Returns: The requests whose listener found no place. Their forbidden calls would fail without
  ///   being told, although the instance has reported a supervisor.
  mutating func takeListeners(
    of running: some Sequence<UInt64>,
    _ poll: borrowing EventPoll,
    firstToken: UInt64
  ) -> [UInt64] {
    var lost: [UInt64] = []
    while let received = try? receiver.receive(into: &buffer), case .packet = received {
      let request = buffer.bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
      guard running.contains(request) else { continue }
      let token = firstToken &+ request
      guard let descriptor = buffer.descriptors.popFirst(),
        (try? poll.add(descriptor, for: .readable, token: token)) != nil
      else {
        lost.append(request)
        continue
      }
      listeners[request] = Listener(descriptor)
    }
    return lost
  }

  /// The forbidden call that an instance made; nil when it has ended meanwhile.
  func violation(of request: UInt64) -> Violated? {
    guard let listener = listeners[request] else { return nil }
    var call = oriel_shim_call()
    // The structure outlives the call that fills it.
    let result = listener.descriptor.withRawValue { unsafe oriel_shim_take_call($0, &call) }
    guard result == 0 else { return nil }
    let (first, second, third, fourth, fifth, sixth) = call.arguments
    return Violated(
      call: call.number,
      architecture: call.architecture,
      instruction: call.instruction,
      arguments: [first, second, third, fourth, fifth, sixth]
    )
  }

  /// Closes the listener of an instance that has ended.
  mutating func forget(_ request: UInt64) {
    listeners[request] = nil
  }
}
