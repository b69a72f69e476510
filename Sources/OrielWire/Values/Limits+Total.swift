extension Limits {
  /// The descriptors that an instance is given: its standard ones and its channel.
  package static let givenDescriptors: UInt32 = 4

  /// The most bytes that one instance can hold at a time, in memory and in its container.
  ///
  /// Without a control group a memory file that is not mapped counts beside the address space, so
  /// each free descriptor may stand for one of the greatest size. With one, memory files and
  /// temporary storage count as memory.
  package var mostHeldBytes: UInt64 {
    Self.sum(parts.map(\.bytes))
  }

  /// The total and its parts, as part of a sentence.
  package var mostHeldText: String {
    let list = parts.map { "\(Self.text($0.bytes)) of \($0.name)" }.joined(separator: " + ")
    return "one instance can hold at most \(Self.text(mostHeldBytes)): \(list)"
  }

  /// What adds up.
  private var parts: [(bytes: UInt64, name: String)] {
    if let memory { return [(memory, "memory"), (containerSize, "container")] }
    let free = UInt64(descriptors) - min(UInt64(descriptors), UInt64(Self.givenDescriptors))
    let (files, overflow) = free.multipliedReportingOverflow(by: fileSize)
    return [
      (addressSpace, "address space"),
      (overflow ? .max : files, "memory files (\(free) descriptors, \(Self.text(fileSize)) each)"),
      (temporaryStorage, "temporary storage"),
      (containerSize, "container"),
    ]
  }

  private static func sum(_ values: [UInt64]) -> UInt64 {
    values.reduce(0) { total, value in
      let (sum, overflow) = total.addingReportingOverflow(value)
      return overflow ? .max : sum
    }
  }

  /// A number of bytes in the unit that suits it, rounded to a tenth.
  package static func text(_ bytes: UInt64) -> String {
    let units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
    guard bytes >= 1024 else { return "\(bytes) bytes" }
    var place = 0
    while place < units.count - 1, bytes >> (10 * UInt64(place + 2)) > 0 { place += 1 }
    let unit = UInt64(1) << (10 * UInt64(place + 1))
    // Tenths, rounded; the remainder is below a unit, so nothing overflows.
    let whole = bytes / unit
    let tenths = ((bytes % unit) / (unit / 64) * 10 + 32) / 64
    guard tenths < 10 else { return "\(whole + 1) \(units[place])" }
    return tenths == 0 ? "\(whole) \(units[place])" : "\(whole).\(tenths) \(units[place])"
  }
}
