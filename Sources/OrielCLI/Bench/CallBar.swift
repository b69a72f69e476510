/// What is measured about calls, and how many times as long as something else it may take.
enum CallBar: Int, CaseIterable, Sendable {
  /// There and back through a word of shared memory that two processes only look at.
  case spin
  /// There and back with packets, both sides on a processor of their own.
  case packet
  /// The same, both sides on one processor.
  case nearPacket
  /// A call with 64 bytes, both sides on a processor of their own.
  case call64
  /// The same of a function that is looked for by its name each time.
  case named64
  /// A call with 4 KiB that are copied, of which the function looks at the first as at those before.
  case call4096
  /// A function of the host that the library calls.
  case callback
  /// A call with 64 bytes without waiting awake, both sides on a processor of their own.
  case asleep64
  /// The same, both sides on one processor.
  case nearAsleep64
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
    case .nearPacket: "SOCK_SEQPACKET, 64 bytes, one processor"
    case .call64: "call, 64 bytes"
    case .named64: "call by name, 64 bytes"
    case .call4096: "call, 4 KiB"
    case .callback: "callback"
    case .asleep64: "call, 64 bytes, without spinning"
    case .nearAsleep64: "call, 64 bytes, without spinning, one processor"
    case .task64: "call, 64 bytes, from a task"
    case .buffer4K: "call, shared buffer of 4 KiB"
    case .buffer1M: "call, shared buffer of 1 MiB"
    case .buffer64M: "call, shared buffer of 64 MiB"
    case .buffer1G: "call, shared buffer of 1 GiB"
    }
  }

  /// What it is, for scripts.
  var key: String { "\(self)" }

  /// What it is compared with, and how many times as long it may take; nil for a yardstick,
  /// and for what is shown beside something that has a bar.
  var limit: (other: CallBar, times: Double)? {
    switch self {
    case .spin, .packet, .nearPacket, .named64: nil
    case .call64: (.spin, 2)
    case .call4096: (.call64, 1.25)
    case .callback: (.call64, 2)
    case .asleep64: (.packet, 1)
    case .nearAsleep64: (.nearPacket, 1)
    case .task64: (.nearPacket, 2)
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
