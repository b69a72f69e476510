internal import CShims
internal import Glibc
internal import OrielSystem
internal import OrielWire

/// What a host wants of its runner, with the compiled filter.
///
/// The filter's memory is made once and never freed.
@safe struct Configuration: Sendable {
  /// The host's message.
  let message: ConfigureRunner
  /// The system call filter; it lives as long as the process and never moves.
  nonisolated(unsafe) let filter: UnsafeBufferPointer<sock_filter>

  /// Waits for the first message of a host; nil when the host is gone.
  static func receive(
    from control: borrowing PacketSocket
  ) throws(SetupFailure) -> Configuration? {
    let stage = "reading the host's configuration"
    var buffer = PacketBuffer(capacity: WireLimit.header + WireLimit.payload)
    let received = try SetupFailure.attempt(stage) { () throws(SystemError) in
      try control.receive(into: &buffer)
    }
    guard case .packet = received else { return nil }
    var descriptors = buffer.takeDescriptors()
    let message: ConfigureRunner
    do throws(WireError) {
      let frame = try WireFrame(packet: buffer.bytes)
      guard
        case .configure(let configure) =
          try RunnerCommand(frame, descriptorCount: descriptors.count)
      else { throw .unknownType(frame.type) }
      message = configure
    } catch {
      throw SetupFailure(stage, .invalidArgument, error.description)
    }
    guard let file = descriptors.popFirst() else {
      throw SetupFailure(stage, .invalidArgument, "the filter is missing")
    }
    return unsafe Configuration(message: message, filter: try unsafe readFilter(file))
  }

  /// Reads the instructions of the filter.
  private static func readFilter(
    _ file: borrowing Descriptor
  ) throws(SetupFailure) -> UnsafeBufferPointer<sock_filter> {
    let stage = "reading the system call filter"
    let size = try SetupFailure.attempt(stage) { () throws(SystemError) in
      try file.status().identity.size
    }
    let stride = MemoryLayout<sock_filter>.stride
    let count = Int(clamping: size) / stride
    // 4,096 instructions are the kernel's limit (BPF_MAXINSNS).
    guard count > 0, count <= 4096, size == UInt64(count * stride) else {
      throw SetupFailure(stage, .invalidArgument, "\(size) bytes are no filter")
    }
    var bytes = [UInt8](repeating: 0, count: count * stride)
    let read = try SetupFailure.attempt(stage) { () throws(SystemError) in
      try file.read(into: &bytes, at: 0)
    }
    guard read == bytes.count else { throw SetupFailure(stage, .ioFailed) }
    let instructions = UnsafeMutableBufferPointer<sock_filter>.allocate(capacity: count)
    // The memory has exactly the size of the bytes, and every pattern of bits is an instruction.
    unsafe UnsafeMutableRawBufferPointer(instructions).copyBytes(from: bytes)
    return UnsafeBufferPointer(instructions)
  }
}
