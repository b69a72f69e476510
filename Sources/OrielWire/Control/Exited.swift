/// Runner to host: the instance of the id has ended.
package struct Exited: WireMessage {
  /// The number of the message.
  package static let type = WireType.exited

  /// The status as `wait` gives it.
  package var status: Int32
  /// The processor time outside the kernel.
  package var userMicroseconds: UInt64
  /// The processor time in the kernel.
  package var systemMicroseconds: UInt64
  /// The most memory that was resident.
  package var peakResidentKibibytes: UInt64
  /// What its control group counted, if it had one with the memory controller.
  package var group: GroupMemory?
  /// Whether the kernel killed some process of the system for lack of memory since the launch;
  /// looked at only when SIGKILL ended the instance.
  package var systemRanOutOfMemory: Bool

  /// Gathers the parts.
  package init(
    status: Int32,
    userMicroseconds: UInt64,
    systemMicroseconds: UInt64,
    peakResidentKibibytes: UInt64,
    group: GroupMemory? = nil,
    systemRanOutOfMemory: Bool = false
  ) {
    self.status = status
    self.userMicroseconds = userMicroseconds
    self.systemMicroseconds = systemMicroseconds
    self.peakResidentKibibytes = peakResidentKibibytes
    self.group = group
    self.systemRanOutOfMemory = systemRanOutOfMemory
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(status)
    writer.write(userMicroseconds)
    writer.write(systemMicroseconds)
    writer.write(peakResidentKibibytes)
    writer.write(optional: group) { $0.write($1) }
    writer.write(UInt8(systemRanOutOfMemory ? 1 : 0))
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    status = try reader.number()
    userMicroseconds = try reader.number()
    systemMicroseconds = try reader.number()
    peakResidentKibibytes = try reader.number()
    group = try reader.optional { (reader) throws(WireError) in
      try GroupMemory(decoding: &reader)
    }
    systemRanOutOfMemory = try reader.boolean()
  }
}
