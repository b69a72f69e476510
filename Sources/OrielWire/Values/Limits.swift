/// What an instance may use, and the defaults of everything that has a bound.
package struct Limits: WireValue {
  /// The bytes of memory in use at once; nil where no control group bounds it.
  package var memory: UInt64?
  /// The bytes of memory that is private and writable, stacks of threads included.
  package var privateMemory: UInt64
  /// The bytes of address space.
  package var addressSpace: UInt64
  /// The seconds of processor time.
  package var cpuSeconds: UInt32
  /// The share of processors in percent of one; nil where no control group bounds it.
  package var cpuPercent: UInt32?
  /// The threads.
  package var threads: UInt32
  /// The open descriptors.
  package var descriptors: UInt32
  /// The bytes of one file, memory files included.
  package var fileSize: UInt64
  /// The bytes of the container.
  package var containerSize: UInt64
  /// The bytes of the temporary directory.
  package var temporaryStorage: UInt64
  /// The bytes of log lines and output that the host keeps.
  package var logBytes: UInt32
  /// The messages of a request that are not log lines.
  package var messages: UInt32
  /// The loads of a request that are not answered yet.
  package var loads: UInt32
  /// The contents that an instance may send beside its messages.
  package var contents: UInt32
  /// The items of an answer.
  package var returnedItems: UInt32
  /// The bytes that all returned attachments may have together.
  package var returnedBytes: UInt64
  /// The milliseconds until the library is loaded.
  package var startMilliseconds: UInt32
  /// The milliseconds from there until the request must be finished.
  package var requestMilliseconds: UInt32
  /// The milliseconds that are left after completion, cancellation or a deadline.
  package var graceMilliseconds: UInt32
  /// The scheduling priority, higher means later.
  package var nice: Int32
  /// How readily the kernel ends the instance when memory runs out.
  package var oomScoreAdjust: Int32

  /// The limits of an instance for which nobody asked for others, where no control group bounds it.
  ///
  /// A memory file that is not mapped is no part of the address space. What all of them together
  /// may hold is bounded by the descriptors and the size of a file only, so both are small.
  package init() {
    memory = nil
    privateMemory = 512 << 20
    addressSpace = 4 << 30
    cpuSeconds = 60
    cpuPercent = nil
    threads = 64
    descriptors = 64
    fileSize = 64 << 20
    containerSize = 256 << 20
    temporaryStorage = 16 << 20
    logBytes = 256 << 10
    messages = 100_000
    loads = UInt32(WireLimit.loads)
    contents = UInt32(WireLimit.contents)
    returnedItems = UInt32(WireLimit.items)
    returnedBytes = 256 << 20
    startMilliseconds = 5000
    requestMilliseconds = 30_000
    graceMilliseconds = 2000
    nice = 5
    oomScoreAdjust = 500
  }

  /// The same where a control group bounds memory, memory files included.
  package static var inControlGroup: Limits {
    var limits = Limits()
    limits.memory = 512 << 20
    limits.privateMemory = limits.addressSpace
    limits.cpuPercent = 100
    limits.descriptors = 256
    limits.fileSize = 128 << 20
    return limits
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(optional: memory) { $0.write($1) }
    writer.write(privateMemory)
    writer.write(addressSpace)
    writer.write(cpuSeconds)
    writer.write(optional: cpuPercent) { $0.write($1) }
    writer.write(threads)
    writer.write(descriptors)
    writer.write(fileSize)
    writer.write(containerSize)
    writer.write(temporaryStorage)
    writer.write(logBytes)
    writer.write(messages)
    writer.write(loads)
    writer.write(contents)
    writer.write(returnedItems)
    writer.write(returnedBytes)
    writer.write(startMilliseconds)
    writer.write(requestMilliseconds)
    writer.write(graceMilliseconds)
    writer.write(nice)
    writer.write(oomScoreAdjust)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    memory = try reader.optional { (reader) throws(WireError) in try reader.number() }
    privateMemory = try reader.number()
    addressSpace = try reader.number()
    cpuSeconds = try reader.number()
    cpuPercent = try reader.optional { (reader) throws(WireError) in try reader.number() }
    threads = try reader.number()
    descriptors = try reader.number()
    fileSize = try reader.number()
    containerSize = try reader.number()
    temporaryStorage = try reader.number()
    logBytes = try reader.number()
    messages = try reader.number()
    loads = try reader.number()
    contents = try reader.number()
    returnedItems = try reader.number()
    returnedBytes = try reader.number()
    startMilliseconds = try reader.number()
    requestMilliseconds = try reader.number()
    graceMilliseconds = try reader.number()
    nice = try reader.number()
    oomScoreAdjust = try reader.number()
  }
}
