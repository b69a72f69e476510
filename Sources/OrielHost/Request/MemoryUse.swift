internal import OrielSystem
internal import OrielWire

/// What is known about the memory of an instance at its end.
struct MemoryUse: Hashable, Sendable {
  /// What it could use.
  var limits = Limits()
  /// The most bytes that were resident.
  var peakResident: UInt64 = 0
  /// The most bytes of address space, as the instance told when a signal hit it.
  var peakAddressSpace: UInt64 = 0
  /// The bytes of private memory that it had when a signal hit it.
  var privateMemory: UInt64 = 0
  /// What its control group counted, if it had one with the memory controller.
  var group: GroupMemory?
  /// Whether the kernel killed some process of the system for lack of memory since the launch.
  var systemRanOut = false
  /// What the instance said about an allocation that failed.
  var failedAllocation: String?

  /// The share of its bound from which on an instance that crashed counts as one without memory, in
  /// percent: what is resident is below what was asked for, address space is exactly that.
  private static let residentShare: UInt64 = 80
  private static let reservedShare: UInt64 = 90

  /// Why the end of an instance means that memory ran out; nil when nothing tells of that.
  ///
  /// - Parameters:
  ///   - end: The end in words, as "it ended with signal 11 (SIGSEGV)".
  ///   - wasKilled: Whether SIGKILL ended it, which nobody is known to have sent.
  /// - Returns: What tells of it, and with how much certainty.
  func outOfMemory(_ end: String, wasKilled: Bool) -> OutOfMemory? {
    if let group, group.kills > 0 || group.shortages > 0, let limit = limits.memory {
      return OutOfMemory(
        bound: .memory,
        peak: max(group.peak, peakResident),
        limit: limit,
        isInferred: group.kills == 0,
        evidence: group.kills > 0
          ? "its control group counted \(group.kills) of its processes killed for lack of memory"
          : "its control group counted \(group.shortages) allocations without memory, and \(end)"
      )
    }
    let isPrivate = limits.memory == nil && limits.privateMemory <= limits.addressSpace
    let limit = limits.memory ?? min(limits.privateMemory, limits.addressSpace)
    let bound: OutOfMemory.Bound =
      limits.memory != nil ? .memory : isPrivate ? .privateMemory : .addressSpace
    func inferred(_ peak: UInt64, _ limit: UInt64, _ bound: OutOfMemory.Bound, _ evidence: String)
      -> OutOfMemory
    {
      OutOfMemory(bound: bound, peak: peak, limit: limit, isInferred: true, evidence: evidence)
    }
    if Self.reaches(peakResident, Self.residentShare, of: limit) {
      return inferred(
        peakResident,
        limit,
        bound,
        "\(end) after \(Self.percent(peakResident, of: limit)) % of the limit had been in memory"
      )
    }
    if isPrivate, Self.reaches(privateMemory, Self.reservedShare, of: limit) {
      let share = Self.percent(privateMemory, of: limit)
      return inferred(
        privateMemory,
        limit,
        .privateMemory,
        "\(end) after \(share) % of the limit had been reserved"
      )
    }
    if Self.reaches(peakAddressSpace, Self.reservedShare, of: limits.addressSpace) {
      let share = Self.percent(peakAddressSpace, of: limits.addressSpace)
      return inferred(
        peakAddressSpace,
        limits.addressSpace,
        .addressSpace,
        "\(end) after \(share) % of the limit had been reserved"
      )
    }
    if let failedAllocation {
      return inferred(
        max(peakResident, isPrivate ? privateMemory : peakAddressSpace),
        limit,
        bound,
        "it said \"\(failedAllocation)\", and \(end)"
      )
    }
    guard wasKilled, systemRanOut else { return nil }
    return inferred(
      peakResident,
      limit,
      .system,
      "\(end), and the kernel killed a process of this system for lack of memory meanwhile"
    )
  }

  private static func reaches(_ peak: UInt64, _ share: UInt64, of limit: UInt64) -> Bool {
    limit > 0 && peak / share >= limit / 100
  }

  private static func percent(_ peak: UInt64, of limit: UInt64) -> UInt64 {
    peak / max(limit / 100, 1)
  }

  /// The words about a failed allocation at the end of what an instance wrote to standard error.
  static func failedAllocation(in output: [UInt8]) -> String? {
    // As the Swift runtime says it before it aborts.
    let lines = output.suffix(4096).split(separator: UInt8(ascii: "\n"))
    return lines.lazy.reversed().map { String(decoding: $0.prefix(200), as: UTF8.self) }
      .first { $0.contains("failed to allocate") || $0.contains("Could not allocate memory") }
  }
}
