/// What an instance may use.
package struct Limits: WireValue {
  /// The bytes of address space.
  package var addressSpace: UInt64
  /// The seconds of processor time.
  package var cpuSeconds: UInt32
  /// The threads.
  package var threads: UInt32
  /// The open descriptors.
  package var descriptors: UInt32
  /// The bytes of one file, memory files included.
  package var fileSize: UInt64
  /// The bytes of the temporary directory.
  package var temporaryStorage: UInt64
  /// The bytes of log lines and output that the host keeps.
  package var logBytes: UInt32
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

  /// The limits of an instance for which nobody asked for others.
  package init() {
    addressSpace = 4 << 30
    cpuSeconds = 60
    threads = 64
    descriptors = 64
    fileSize = 64 << 20
    temporaryStorage = 16 << 20
    logBytes = 256 << 10
    startMilliseconds = 5000
    requestMilliseconds = 30_000
    graceMilliseconds = 2000
    nice = 5
    oomScoreAdjust = 500
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(addressSpace)
    writer.write(cpuSeconds)
    writer.write(threads)
    writer.write(descriptors)
    writer.write(fileSize)
    writer.write(temporaryStorage)
    writer.write(logBytes)
    writer.write(startMilliseconds)
    writer.write(requestMilliseconds)
    writer.write(graceMilliseconds)
    writer.write(nice)
    writer.write(oomScoreAdjust)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    addressSpace = try reader.number()
    cpuSeconds = try reader.number()
    threads = try reader.number()
    descriptors = try reader.number()
    fileSize = try reader.number()
    temporaryStorage = try reader.number()
    logBytes = try reader.number()
    startMilliseconds = try reader.number()
    requestMilliseconds = try reader.number()
    graceMilliseconds = try reader.number()
    nice = try reader.number()
    oomScoreAdjust = try reader.number()
  }
}
