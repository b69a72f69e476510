internal import Glibc
internal import OrielSystem
internal import OrielWire

/// Looks a few times a second how much memory an instance has reserved, for extensions that want to
/// hear of pressure where no control group bounds memory.
struct MemoryWatch {
  /// The time between two looks.
  static let milliseconds: Int32 = 200
  /// Below this share in percent the next rise is told again.
  private static let quietShare: UInt64 = 70

  private let limits: Limits
  private var level: MemoryPressure?

  /// Watches for limits.
  init(_ limits: Limits) {
    self.limits = limits
  }

  /// The level that is to be told, when it has risen since the last look.
  mutating func look() -> MemoryPressure? {
    guard let file = try? Descriptor.open("/proc/self/statm", .readOnly) else { return nil }
    // The file is opened each time: a descriptor that stayed open could be seen and closed.
    var buffer = [UInt8](repeating: 0, count: 256)
    guard let count = try? file.read(into: &buffer, at: 0) else { return nil }
    let pages = String(decoding: buffer.prefix(count), as: UTF8.self).split(separator: " ").map {
      UInt64($0) ?? 0
    }
    guard pages.count > 5 else { return nil }
    // In pages: address space first, data and stacks sixth.
    let size = UInt64(getpagesize())
    return rise(addressSpace: pages[0] &* size, privateMemory: pages[5] &* size)
  }

  /// The level that amounts rise to; nil when it was told before or is none.
  private mutating func rise(addressSpace: UInt64, privateMemory: UInt64) -> MemoryPressure? {
    let isQuiet =
      addressSpace < limits.addressSpace / 100 * Self.quietShare
      && privateMemory < limits.privateMemory / 100 * Self.quietShare
    if isQuiet { level = nil }
    let levels = [
      MemoryPressure(addressSpace, of: limits.addressSpace),
      MemoryPressure(privateMemory, of: limits.privateMemory),
    ]
    guard let next = levels.compactMap(\.self).max(), level.map({ $0 < next }) ?? true else {
      return nil
    }
    level = next
    return next
  }
}
