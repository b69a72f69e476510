@testable import OrielSandbox

/// What a filter sees of one system call: `struct seccomp_data`.
struct FilteredCall {
  var number: UInt32
  var architecture: UInt32
  var arguments: [UInt64] = Array(repeating: 0, count: 6)

  /// A 32-bit word at an offset, as the kernel lays the structure out on a little-endian machine.
  func word(at offset: UInt32) -> UInt32? {
    switch offset {
    case 0: return number
    case 4: return architecture
    case 16..<64 where offset % 4 == 0:
      let argument = arguments[Int(offset - 16) / 8]
      return UInt32(truncatingIfNeeded: offset % 8 == 0 ? argument : argument >> 32)
    default: return nil
    }
  }
}

/// Runs classic BPF as <linux/bpf_common.h> defines it, and refuses what the kernel would refuse.
///
/// Written from the kernel's documentation and not from the compiler under test.
struct FilterInterpreter {
  let instructions: [FilterInstruction]

  /// The value that the filter returns, or nil when it is no valid program.
  func run(_ call: FilteredCall) -> UInt32? {
    guard instructions.count <= 4096 else { return nil }
    var accumulator: UInt32 = 0
    var counter = 0
    while instructions.indices.contains(counter) {
      let instruction = instructions[counter]
      counter += 1
      switch instruction.code {
      case 0x20:  // BPF_LD | BPF_W | BPF_ABS
        guard let word = call.word(at: instruction.constant) else { return nil }
        accumulator = word
      case 0x54:  // BPF_ALU | BPF_AND | BPF_K
        accumulator &= instruction.constant
      case 0x05:  // BPF_JMP | BPF_JA
        counter += Int(instruction.constant)
      case 0x15:  // BPF_JMP | BPF_JEQ | BPF_K
        counter += Int(
          accumulator == instruction.constant ? instruction.jumpTrue : instruction.jumpFalse
        )
      case 0x35:  // BPF_JMP | BPF_JGE | BPF_K
        counter += Int(
          accumulator >= instruction.constant ? instruction.jumpTrue : instruction.jumpFalse
        )
      case 0x06:  // BPF_RET | BPF_K
        return instruction.constant
      default: return nil
      }
    }
    return nil
  }
}
