internal import COriel

/// How near an extension is to its bound of memory.
public enum MemoryPressure: Sendable, Hashable, Comparable, CaseIterable {
  /// About 80 %: let go of caches and of what can be made again.
  case warning
  /// About 95 %: give memory back, or finish with what there is; soon allocations fail.
  case critical

  /// The level of a number of the C interface; one that is not known here is the next lower.
  init?(_ level: UInt32) {
    guard level >= ORIEL_PRESSURE_WARNING else { return nil }
    self = level >= ORIEL_PRESSURE_CRITICAL ? .critical : .warning
  }
}

extension ExtensionMain {
  /// Offers requests to handlers, wants to hear when memory becomes scarce, and returns the address
  /// of the C entry.
  ///
  /// Call it once, from the entry function only. Levels are told when they rise: where a control
  /// group bounds memory as soon as they do, and else within a fraction of a second, so an extension
  /// that allocates faster may reach the bound first.
  ///
  /// - Parameters:
  ///   - onMemoryPressure: Called with the level, on a thread of Oriel's; it must return soon.
  ///   - makeHandler: Makes the handler of one request; called for each request, on the main thread.
  /// - Returns: The address of a static `oriel_entry`.
  public static func entry(
    onMemoryPressure: @escaping @Sendable (MemoryPressure) -> Void,
    _ makeHandler: @escaping @Sendable () -> any RequestHandler
  ) -> UnsafeRawPointer? {
    Registry.shared.setPressureHandler(onMemoryPressure)
    return unsafe entry(makeHandler)
  }

  /// Makes the table through which levels reach the SDK.
  static func makeMemoryTable() -> UnsafeRawPointer {
    let table = UnsafeMutablePointer<oriel_extension_memory>.allocate(capacity: 1)
    // The memory was allocated above for one table.
    unsafe table.initialize(
      to: oriel_extension_memory(pressure: { level in Registry.shared.press(level) })
    )
    return UnsafeRawPointer(table)
  }
}
