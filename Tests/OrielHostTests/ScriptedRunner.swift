import OrielHost
import OrielSystem
import OrielWire

/// A runner in this process that does what a test says, for what the real one never does.
///
/// The script runs on the threads that start runners and instances: it reads and writes sockets
/// that the kernel buffers, so a test needs no thread of its own.
final class ScriptedRunner: Sendable {
  /// What the test and the host's thread share.
  private struct State {
    var launches = 0
    var starts = 0
  }

  private let state = Lock(State())
  /// Answers the configuration.
  let greet: @Sendable (borrowing PacketSocket) throws -> Void
  /// Answers a launch; the socket is the instance's end.
  let launched: @Sendable (UInt64, borrowing PacketSocket, borrowing PacketSocket) throws -> Void

  init(
    greet: @escaping @Sendable (borrowing PacketSocket) throws -> Void = ScriptedRunner.ready,
    launched:
      @escaping @Sendable (UInt64, borrowing PacketSocket, borrowing PacketSocket) throws -> Void
  ) {
    self.greet = greet
    self.launched = launched
  }

  /// How many runners were started.
  var starts: Int { state.withLock { $0.starts } }

  /// A host that uses this runner.
  func host(_ change: (inout HostConfiguration) -> Void = { _ in }) throws -> ExtensionHost {
    var configuration = HostConfiguration()
    configuration.limits.graceTime = .milliseconds(100)
    configuration.runnerStarter = RunnerStarter { () throws(SetupFailure) in
      do {
        return try self.start()
      } catch {
        throw SetupFailure(
          stage: "the script",
          errorNumber: (error as? SystemError)?.errno.rawValue ?? 0,
          reason: "\(error)",
          remedy: "None."
        )
      }
    }
    change(&configuration)
    return try ExtensionHost(configuration: configuration)
  }

  /// Starts one runner, which serves on a thread of its own.
  private func start() throws -> RunnerProcess {
    var pair = try SocketPair()
    state.withLock { $0.starts += 1 }
    let end = pair.takeSecond().release()
    try Thread.start { self.serve(PacketSocket(Descriptor(owning: end))) }
    return RunnerProcess(control: pair.takeFirst())
  }

  /// Serves until the host closes.
  private func serve(_ control: consuming PacketSocket) {
    var buffer = PacketBuffer(capacity: 70_000)
    while let received = try? control.receive(into: &buffer), received == .packet {
      var descriptors = buffer.takeDescriptors()
      guard let frame = try? WireFrame(packet: buffer.bytes),
        let command = try? RunnerCommand(frame, descriptorCount: descriptors.count)
      else { return }
      do {
        switch command {
        case .configure: try greet(control)
        case .launch:
          guard let socket = descriptors.popFirst() else { return }
          try launched(frame.id, control, PacketSocket(socket))
        }
      } catch {
        return
      }
    }
  }

  /// Says that instances can be launched.
  static func ready(_ control: borrowing PacketSocket) throws {
    try send(RunnerReady(processIdentifier: 1, layers: [], landlockVersion: 7), on: control)
  }

  /// Sends a message with borrowed descriptors.
  static func send(
    _ message: some WireMessage,
    id: UInt64 = 0,
    _ descriptors: [Int32] = [],
    on socket: borrowing PacketSocket
  ) throws {
    let packet = try message.packet(id: id)
    _ = try socket.send(
      packet.bytes,
      externalPayload: packet.externalPayload,
      rawDescriptors: descriptors
    )
  }

  /// Sends what every good instance sends until its library is loaded.
  static func load(on socket: borrowing PacketSocket) throws {
    try send(Report(layers: Layer.allCases.map { LayerStatus($0, .full) }), on: socket)
    try send(Loaded(loadMicroseconds: 1), on: socket)
  }
}
