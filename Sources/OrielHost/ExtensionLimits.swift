internal import OrielWire

/// What each instance may use; the defaults suit extensions that work on one document.
///
/// A host sets what it wants to differ. A manifest can ask for nothing here. Everything that a host
/// keeps in memory on behalf of a request follows from these limits: log and output from `logBytes`,
/// answers to loads from `loads`, what comes back from `returnedItems`, `returnedContents`,
/// `returnedBytes` and `fileSize`.
///
/// An extension can ask for each of them but `containerFiles`, `nice` and `outOfMemoryAdjustment`
/// through the table `oriel.bundle/1`.
public struct ExtensionLimits: Hashable, Sendable {
  /// The bytes of memory; 512 MiB.
  ///
  /// A control group with the memory controller counts all memory in use, memory files and temporary
  /// storage included, see ``HostConfiguration/controlGroup``. Where there is none, the kernel counts
  /// the memory that is private and writable, whether it is in use or not: heap and stacks, but no
  /// memory files.
  public var memory: UInt64
  /// The bytes of address space; 4 GiB, since the runtimes of languages reserve much of it.
  public var addressSpace: UInt64
  /// The seconds of processor time of all threads together; 60.
  public var processorSeconds: UInt32
  /// The share of processors in percent of one, so 200 are two of them; 100.
  ///
  /// Only a control group with the cpu controller can bound it.
  public var processorPercent: UInt32
  /// The threads; 64.
  public var threads: UInt32
  /// The open descriptors; nil takes 256 where a control group bounds memory, and else 64.
  ///
  /// A memory file that is not mapped is no part of the address space, so without such a group an
  /// instance can hold as many bytes in them as descriptors times `fileSize`.
  public var descriptors: UInt32?
  /// The bytes of one file, also of one returned attachment; nil takes 128 MiB where a control
  /// group bounds memory, and else 64 MiB.
  public var fileSize: UInt64?
  /// The bytes of the extension's container, if it is granted one; 256 MiB.
  public var containerSize: UInt64
  /// The files and directories in the container, if it is granted one; 16,384.
  public var containerFiles: UInt32
  /// The bytes of the temporary directory; 16 MiB.
  public var temporaryStorage: UInt64
  /// The bytes of log lines, of standard output and of standard error that are kept, each; 256 KiB.
  public var logBytes: UInt32
  /// The messages that an instance may send for one request, log lines apart; 100,000.
  public var messages: UInt32
  /// The loads of attachments that may wait for their answer at a time; 64.
  public var loads: UInt32
  /// The large contents that may come back beside the answer itself; 256.
  public var returnedContents: UInt32
  /// The items that may come back; 64.
  public var returnedItems: UInt32
  /// The bytes that all returned attachments may have together; 256 MiB.
  public var returnedBytes: UInt64
  /// The time until the library is loaded; 5 s.
  public var startTime: Duration
  /// The time from there until the answer; 30 s.
  public var requestTime: Duration
  /// The time for clearing up after the answer, or for answering after a cancellation; 2 s.
  public var graceTime: Duration
  /// The scheduling priority, higher means later; 5.
  public var nice: Int32
  /// How readily the kernel ends an instance when memory runs out; 500.
  public var outOfMemoryAdjustment: Int32

  /// The default limits.
  public init() {
    let limits = Limits.inControlGroup
    memory = limits.memory ?? limits.addressSpace
    addressSpace = limits.addressSpace
    processorSeconds = limits.cpuSeconds
    processorPercent = limits.cpuPercent ?? 100
    threads = limits.threads
    descriptors = nil
    fileSize = nil
    containerSize = limits.containerSize
    containerFiles = 16_384
    temporaryStorage = limits.temporaryStorage
    logBytes = limits.logBytes
    messages = limits.messages
    loads = limits.loads
    returnedContents = limits.contents
    returnedItems = limits.returnedItems
    returnedBytes = limits.returnedBytes
    startTime = .milliseconds(limits.startMilliseconds)
    requestTime = .milliseconds(limits.requestMilliseconds)
    graceTime = .milliseconds(limits.graceMilliseconds)
    nice = limits.nice
    outOfMemoryAdjustment = limits.oomScoreAdjust
  }
}

extension Limits {
  /// The limits in the form of messages, for instances whose control group has some controllers.
  init(_ limits: ExtensionLimits, controllers: ControllerSet) {
    self = controllers.contains(.memory) ? .inControlGroup : Limits()
    memory = controllers.contains(.memory) ? limits.memory : nil
    privateMemory = controllers.contains(.memory) ? limits.addressSpace : limits.memory
    addressSpace = limits.addressSpace
    cpuSeconds = limits.processorSeconds
    cpuPercent = controllers.contains(.cpu) ? limits.processorPercent : nil
    threads = limits.threads
    if let descriptors = limits.descriptors { self.descriptors = descriptors }
    if let fileSize = limits.fileSize { self.fileSize = fileSize }
    containerSize = limits.containerSize
    temporaryStorage = limits.temporaryStorage
    logBytes = limits.logBytes
    messages = limits.messages
    loads = limits.loads
    contents = limits.returnedContents
    returnedItems = limits.returnedItems
    returnedBytes = limits.returnedBytes
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
