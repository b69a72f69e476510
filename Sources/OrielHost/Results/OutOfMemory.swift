internal import OrielWire

/// How it is known that an extension ran out of memory.
public struct OutOfMemory: Hashable, Sendable {
  /// What was bounded.
  public enum Bound: String, Hashable, Sendable {
    /// Memory in use, by a control group.
    case memory
    /// Private, writable memory, by a resource limit.
    case privateMemory
    /// Address space, by a resource limit.
    case addressSpace
    /// The memory of the whole system.
    case system
  }

  /// What was bounded.
  public var bound: Bound
  /// The most bytes that were in use, as far as is known.
  public var peak: UInt64
  /// The bytes that the instance could have used.
  public var limit: UInt64
  /// Whether this follows from signs; if not, the kernel reported it.
  public var isInferred: Bool
  /// What tells of it, as part of a sentence.
  public var evidence: String

  /// Gathers the parts.
  public init(bound: Bound, peak: UInt64, limit: UInt64, isInferred: Bool, evidence: String) {
    self.bound = bound
    self.peak = peak
    self.limit = limit
    self.isInferred = isInferred
    self.evidence = evidence
  }
}

extension OutOfMemory: CustomStringConvertible {
  /// What happened, how that is known, and what to do.
  public var description: String {
    let certainty = isInferred ? "This is inferred: " : "The kernel reported it: "
    return "The extension ran out of memory: it came to \(Limits.text(peak)), and its limit is "
      + "\(Limits.text(limit))\(what). \(certainty)\(evidence). \(remedy)"
  }

  /// What the limit is of.
  private var what: String {
    switch bound {
    case .memory: " of memory in use"
    case .privateMemory: " of heap and stacks"
    case .addressSpace: " of address space"
    case .system: ""
    }
  }

  /// What to do.
  private var remedy: String {
    switch bound {
    case .memory, .privateMemory:
      "Try a smaller input, or allow more memory (ExtensionLimits.memory)."
    case .addressSpace:
      "Try a smaller input, or allow more address space (ExtensionLimits.addressSpace)."
    case .system: "Free memory, and try again."
    }
  }
}
