internal import CShims
internal import Glibc
internal import OrielCalls
internal import OrielSystem
internal import OrielWire

/// The life of an instance whose functions the host calls, from the end of its confinement on.
enum ConnectionMain {
  /// Loads the library, prepares what the host asks for, and serves calls until the process is ended.
  static func serve(_ launch: Launch, _ channel: Channel) throws -> Never {
    let before = MonotonicTime.now
    let library = try unsafe ExtensionLibrary.open(launch)
    let microseconds = UInt32(
      clamping: (MonotonicTime.now.nanoseconds - before.nanoseconds) / 1000
    )
    try channel.send(Loaded(loadMicroseconds: microseconds))
    var buffer = PacketBuffer(capacity: WireLimit.header + WireLimit.payload)
    guard var received = channel.receive(into: &buffer),
      case .connect(let connect) = received.message,
      let memory = received.descriptors.popFirst()
    else { _exit(1) }
    let engine: CallEngine
    do throws(CallFailure) {
      // The library stays open as long as the process.
      engine = try unsafe CallEngine(connect, library: library, memory: memory)
    } catch {
      oriel_shim_trace_flush()
      try? channel.send(error.message)
      Instance.exit(1)
    }
    try Thread.start { receive(from: channel, engine) }
    for lane in engine.lanes.dropFirst() {
      try Thread.start { serve(lane, engine) }
    }
    try channel.send(Connected(absent: engine.absent))
    serve(engine.lanes[0], engine)
    Instance.exit(0)
  }

  /// Serves a lane; a library that ends the thread ends the instance with a reason.
  private static func serve(_ lane: Lane, _ engine: CallEngine) {
    Guarded.call { engine.serve(lane) }
  }

  /// Maps what the host passes, until the host is gone.
  private static func receive(from channel: Channel, _ engine: CallEngine) {
    var buffer = PacketBuffer(capacity: WireLimit.header + WireLimit.payload)
    while var received = channel.receive(into: &buffer) {
      let number = received.id
      switch received.message {
      case .mapBuffer(let map):
        guard let file = received.descriptors.popFirst() else { break }
        var errno: Int32 = 0
        do throws(SystemError) {
          try engine.buffers.map(file, size: map.size, as: number)
        } catch {
          errno = error.errno.rawValue
        }
        try? channel.send(BufferMapped(errno: errno), id: number)
      case .unmapBuffer: engine.buffers.unmap(number)
      // What else there is says that the end is near, or that memory is scarce.
      default: break
      }
    }
    Instance.exit(1)
  }
}
