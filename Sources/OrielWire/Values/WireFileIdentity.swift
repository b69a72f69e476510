/// What tells whether a file is still the one that the host checked.
package struct WireFileIdentity: WireValue {
  /// The device that the file lies on.
  package var device: UInt64
  /// The number of the file on its device.
  package var inode: UInt64
  /// The size in bytes.
  package var size: UInt64
  /// When the content changed, in nanoseconds since 1970.
  package var modificationTime: Int64
  /// When content or attributes changed, in nanoseconds since 1970.
  package var changeTime: Int64

  /// Gathers the parts.
  package init(
    device: UInt64,
    inode: UInt64,
    size: UInt64,
    modificationTime: Int64,
    changeTime: Int64
  ) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modificationTime = modificationTime
    self.changeTime = changeTime
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(device)
    writer.write(inode)
    writer.write(size)
    writer.write(modificationTime)
    writer.write(changeTime)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    device = try reader.number()
    inode = try reader.number()
    size = try reader.number()
    modificationTime = try reader.number()
    changeTime = try reader.number()
  }
}
