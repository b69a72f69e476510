internal import OrielSystem

/// The processes of the whole system that the kernel has killed for lack of memory.
///
/// The kernel does not tell who sent a SIGKILL. That it killed some process for memory between the
/// launch of an instance and its end by SIGKILL is a sign that it was this one.
struct SystemKills: ~Copyable {
  private let file: Descriptor?
  private var buffer = [UInt8](repeating: 0, count: 32 * 1024)
  private static let key = Array("oom_kill ".utf8)

  /// Opens the kernel's counters; without them the count stays 0.
  init() {
    file = try? Descriptor.open("/proc/vmstat", .readOnly)
  }

  /// How many there were so far.
  mutating func count() -> UInt64 {
    guard let length = try? file?.read(into: &buffer, at: 0) else { return 0 }
    for line in buffer.prefix(length).split(separator: UInt8(ascii: "\n"))
    where line.starts(with: Self.key) {
      return UInt64(String(decoding: line.dropFirst(Self.key.count), as: UTF8.self)) ?? 0
    }
    return 0
  }
}
