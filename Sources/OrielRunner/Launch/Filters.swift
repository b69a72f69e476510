internal import CShims
internal import OrielSystem
internal import OrielWire

/// The programs of the system call filters.
///
/// Their memory is made once, lives as long as the process and never moves.
@safe struct Filters {
  /// The filters of one kind of instance.
  @safe struct Programs {
    /// The filter that is attached first, with notifications for forbidden calls.
    let opening: UnsafeBufferPointer<sock_filter>
    /// The same with forbidden calls killed, for where there can be no notifications.
    let unsupervised: UnsafeBufferPointer<sock_filter>
    /// The filter that is attached last.
    let closing: UnsafeBufferPointer<sock_filter>
  }

  /// The filters of ordinary instances.
  let ordinary: Programs
  /// The filters of instances that report what they are refused.
  let diagnosing: Programs

  /// Reads the filters, whose lengths the host's message tells.
  init(reading file: borrowing Descriptor, _ message: ConfigureRunner) throws(SetupFailure) {
    let all = try Self.instructions(of: file)
    let lengths = message.filterLengths.map { Int(clamping: $0) }
    // 4,096 instructions are the kernel's limit (BPF_MAXINSNS).
    guard lengths.count == 4, lengths.allSatisfy({ (1...4096).contains($0) }),
      lengths.reduce(0, +) == all.count
    else {
      throw SetupFailure(
        "reading the system call filters",
        .invalidArgument,
        "\(all.count) instructions are not \(lengths)"
      )
    }
    let first = lengths[0] + lengths[1]
    ordinary = Self.programs(all.prefix(first), opening: lengths[0])
    diagnosing = Self.programs(all.dropFirst(first), opening: lengths[2])
  }

  /// The programs of one kind of instance, which lie one after the other.
  private static func programs(_ all: ArraySlice<sock_filter>, opening count: Int) -> Programs {
    let opening = all.prefix(count)
    let unsupervised = opening.map { instruction in
      guard instruction.code == Self.answer, instruction.k == Self.notify else {
        return instruction
      }
      return sock_filter(code: instruction.code, jt: 0, jf: 0, k: Self.killProcess)
    }
    return unsafe Programs(
      opening: permanent(opening),
      unsupervised: permanent(unsupervised),
      closing: permanent(all.dropFirst(count))
    )
  }

  // The values of <linux/seccomp.h> and <linux/bpf_common.h>.
  private static let answer: UInt16 = 0x06
  private static let notify: UInt32 = 0x7FC0_0000
  private static let killProcess: UInt32 = 0x8000_0000

  private static func permanent(
    _ program: some Collection<sock_filter>
  ) -> UnsafeBufferPointer<sock_filter> {
    let memory = UnsafeMutableBufferPointer<sock_filter>.allocate(capacity: program.count)
    // The memory was just allocated for as many instructions.
    _ = unsafe memory.initialize(from: program)
    return UnsafeBufferPointer(memory)
  }

  private static func instructions(
    of file: borrowing Descriptor
  ) throws(SetupFailure) -> [sock_filter] {
    let stage = "reading the system call filters"
    let size = try SetupFailure.attempt(stage) { () throws(SystemError) in
      try file.status().identity.size
    }
    let instructionSize = MemoryLayout<sock_filter>.stride
    let count = Int(clamping: size) / instructionSize
    guard count > 0, count <= 4 * 4096, size == UInt64(count * instructionSize) else {
      throw SetupFailure(stage, .invalidArgument, "\(size) bytes are no filters")
    }
    var bytes = [UInt8](repeating: 0, count: count * instructionSize)
    let read = try SetupFailure.attempt(stage) { () throws(SystemError) in
      try file.read(into: &bytes, at: 0)
    }
    guard read == bytes.count else { throw SetupFailure(stage, .ioFailed) }
    var instructions: [sock_filter] = []
    for start in Swift.stride(from: 0, to: bytes.count, by: instructionSize) {
      let code = UInt16(bytes[start]) | UInt16(bytes[start + 1]) << 8
      var constant: UInt32 = 0
      for byte in bytes[(start + 4)..<(start + 8)].reversed() {
        constant = constant << 8 | UInt32(byte)
      }
      instructions.append(
        sock_filter(code: code, jt: bytes[start + 2], jf: bytes[start + 3], k: constant)
      )
    }
    return instructions
  }
}
