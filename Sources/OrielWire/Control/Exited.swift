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

  /// Gathers the parts.
  package init(
    status: Int32,
    userMicroseconds: UInt64,
    systemMicroseconds: UInt64,
    peakResidentKibibytes: UInt64
  ) {
    self.status = status
    self.userMicroseconds = userMicroseconds
    self.systemMicroseconds = systemMicroseconds
    self.peakResidentKibibytes = peakResidentKibibytes
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(status)
    writer.write(userMicroseconds)
    writer.write(systemMicroseconds)
    writer.write(peakResidentKibibytes)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    status = try reader.number()
    userMicroseconds = try reader.number()
    systemMicroseconds = try reader.number()
    peakResidentKibibytes = try reader.number()
  }
}
