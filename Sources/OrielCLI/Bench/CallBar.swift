/// What is measured about calls, and how many times as long as something else it may take.
enum CallBar: Int, CaseIterable, Sendable {
  /// There and back through a word of shared memory that two processes only look at.
  case spin
  /// There and back with packets.
  case packet
  /// A call with 64 bytes, both sides on a processor of their own.
  case call64
  /// The same with 4 KiB.
  case call4096
  /// A function of the host that the library calls.
  case callback
  /// A call with 64 bytes without waiting awake.
  case asleep64
  /// A call with 64 bytes from a task.
  case task64
  /// A call with a filled buffer of 4 KiB.
  case buffer4K
  /// A call with a filled buffer of 1 MiB.
  case buffer1M
  /// A call with a filled buffer of 64 MiB.
  case buffer64M
  /// A call with a filled buffer of 1 GiB.
  case buffer1G

  /// What it is, for people.
  var title: String {
    switch self {
    case .spin: "shared memory, both sides spinning"
    case .packet: "SOCK_SEQPACKET, 64 bytes"
    case .call64: "call, 64 bytes"
    case .call4096: "call, 4 KiB"
    case .callback: "callback"
    case .asleep64: "call, 64 bytes, without spinning"
    case .task64: "call, 64 bytes, from a task"
    case .buffer4K: "call, shared buffer of 4 KiB"
    case .buffer1M: "call, shared buffer of 1 MiB"
    case .buffer64M: "call, shared buffer of 64 MiB"
    case .buffer1G: "call, shared buffer of 1 GiB"
    }
  }

  /// What it is, for scripts.
  var key: String { "\(self)" }

  /// What it is compared with, and how many times as long it may take; nil for a yardstick.
  var limit: (other: CallBar, times: Double)? {
    switch self {
    case .spin, .packet: nil
    case .call64: (.spin, 2)
    case .call4096: (.call64, 1.25)
    case .callback: (.call64, 2)
    case .asleep64: (.packet, 1)
    case .task64: (.packet, 2)
    case .buffer4K, .buffer1M, .buffer64M, .buffer1G: (.call64, 1.5)
    }
  }

  /// The bytes of the buffer.
  var bufferSize: Int? {
    switch self {
    case .buffer4K: 4096
    case .buffer1M: 1 << 20
    case .buffer64M: 64 << 20
    case .buffer1G: 1 << 30
    default: nil
    }
  }
}
