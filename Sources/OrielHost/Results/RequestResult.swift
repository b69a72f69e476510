public import OrielManifest
internal import OrielWire

/// All that is known about a request after its outcome.
public struct RequestResult: Sendable {
  /// The number of the request in its host.
  public let requestIdentifier: UInt64
  /// How the request ended.
  public let outcome: Outcome
  /// What the extension got of the entitlements that it asks for, and what it did not get.
  public let entitlements: EntitlementDecision
  /// What the extension logged, up to the limit.
  public let log: [LogEntry]
  /// The bytes of log lines beyond the limit.
  public let droppedLogBytes: Int
  /// What the extension wrote to standard output, up to the limit.
  public let standardOutput: [UInt8]
  /// What the extension wrote to standard error, up to the limit.
  public let standardError: [UInt8]
  /// The bytes of output beyond the limit.
  public let droppedOutputBytes: Int
  /// What the instance found about its sandbox, if it came so far.
  public let report: EnforcementReport?
  /// What the sandbox refused, if the request's options asked for it.
  public let refusals: Refusals
  /// What made the sandbox weaker, each by its name.
  public let weakenings: [SandboxWeakening]
  /// When what happened.
  public let timings: RequestTimings
  /// What the instance used, if it had ended when the result was made.
  public let resourceUsage: ResourceUsage?
}

/// When what happened, counted from the request.
public struct RequestTimings: Hashable, Sendable {
  /// The runner has made the instance.
  public internal(set) var launched: Duration?
  /// The instance has reported its sandbox.
  public internal(set) var reported: Duration?
  /// The library is loaded.
  public internal(set) var loaded: Duration?
  /// The extension's begin has returned.
  public internal(set) var began: Duration?
  /// The outcome is known.
  public internal(set) var finished: Duration?
  /// What each step of making the sandbox took by the instance's own clock, if the request's options
  /// asked for it.
  public internal(set) var steps: [Step] = []

  /// One step of making the sandbox.
  public struct Step: Hashable, Sendable {
    /// The layer that the step puts up; nil when it puts up none.
    public let layer: SandboxLayer?
    /// What it does, as part of a sentence.
    public let name: String
    /// The time that it took.
    public let duration: Duration

    /// The public form of what an instance told.
    init(_ time: StepTime) {
      layer = time.layer.map { SandboxLayer($0) }
      name = time.name
      duration = .nanoseconds(Int64(clamping: time.nanoseconds))
    }
  }
}

/// What an instance used in its whole life.
public struct ResourceUsage: Hashable, Sendable {
  /// The processor time outside the kernel.
  public let userTime: Duration
  /// The processor time in the kernel.
  public let systemTime: Duration
  /// The most memory that was resident, in bytes.
  public let peakMemory: UInt64
}

/// A line of an extension's log.
public struct LogEntry: Hashable, Sendable {
  /// How important a line is.
  public enum Level: String, Hashable, Sendable, CaseIterable {
    /// Of interest to the author only.
    case debug
    /// What is done.
    case info
    /// What is done and not usual.
    case notice
    /// What may go wrong.
    case warning
    /// What went wrong.
    case error
  }

  /// How important the line is.
  public let level: Level
  /// The line.
  public let message: String
  /// When it arrived, counted from the request.
  public let time: Duration
}
