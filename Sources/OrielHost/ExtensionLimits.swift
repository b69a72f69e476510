internal import OrielWire

/// What each instance may use; the defaults suit extensions that work on one document.
public struct ExtensionLimits: Hashable, Sendable {
  /// The bytes of address space.
  public var addressSpace: UInt64
  /// The seconds of processor time.
  public var processorSeconds: UInt32
  /// The threads.
  public var threads: UInt32
  /// The open descriptors.
  public var descriptors: UInt32
  /// The bytes of one file, also of one returned attachment.
  public var fileSize: UInt64
  /// The bytes of the temporary directory.
  public var temporaryStorage: UInt64
  /// The bytes of log lines, of standard output and of standard error that are kept, each.
  public var logBytes: UInt32
  /// The time until the library is loaded.
  public var startTime: Duration
  /// The time from there until the answer.
  public var requestTime: Duration
  /// The time for clearing up after the answer, or for answering after a cancellation.
  public var graceTime: Duration
  /// The scheduling priority, higher means later.
  public var nice: Int32
  /// How readily the kernel ends an instance when memory runs out.
  public var outOfMemoryAdjustment: Int32

  /// The default limits.
  public init() {
    let limits = Limits()
    addressSpace = limits.addressSpace
    processorSeconds = limits.cpuSeconds
    threads = limits.threads
    descriptors = limits.descriptors
    fileSize = limits.fileSize
    temporaryStorage = limits.temporaryStorage
    logBytes = limits.logBytes
    startTime = .milliseconds(limits.startMilliseconds)
    requestTime = .milliseconds(limits.requestMilliseconds)
    graceTime = .milliseconds(limits.graceMilliseconds)
    nice = limits.nice
    outOfMemoryAdjustment = limits.oomScoreAdjust
  }
}

extension Limits {
  /// The limits in the form of messages.
  init(_ limits: ExtensionLimits) {
    self.init()
    addressSpace = limits.addressSpace
    cpuSeconds = limits.processorSeconds
    threads = limits.threads
    descriptors = limits.descriptors
    fileSize = limits.fileSize
    temporaryStorage = limits.temporaryStorage
    logBytes = limits.logBytes
    startMilliseconds = limits.startTime.wholeMilliseconds
    requestMilliseconds = limits.requestTime.wholeMilliseconds
    graceMilliseconds = limits.graceTime.wholeMilliseconds
    nice = limits.nice
    oomScoreAdjust = limits.outOfMemoryAdjustment
  }
}

extension Duration {
  /// The milliseconds, rounded down and kept in the range of the number.
  var wholeMilliseconds: UInt32 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    guard !overflow else { return seconds < 0 ? 0 : .max }
    return UInt32(clamping: product &+ attoseconds / 1_000_000_000_000_000)
  }
}
