/// A directory of the host that one instance may write to.
package struct GrantedMount: WireValue {
  /// The canonical, absolute path in the host.
  package var path: String
  /// The device that the directory lies on.
  package var device: UInt64
  /// The number of the directory on its device.
  package var inode: UInt64
  /// The absolute path in the instance.
  package var target: String

  /// Where an instance finds its container.
  package static let container = "/container"
  /// Where an instance finds the directories of its groups, each under the group's identifier.
  package static let groups = "/groups"

  /// Gathers the parts.
  package init(path: String, device: UInt64, inode: UInt64, target: String) {
    self.path = path
    self.device = device
    self.inode = inode
    self.target = target
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(name: path, limit: WireLimit.path)
    writer.write(device)
    writer.write(inode)
    writer.write(name: target, limit: WireLimit.path)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    path = try reader.name(limit: WireLimit.path)
    device = try reader.number()
    inode = try reader.number()
    target = try reader.name(limit: WireLimit.path)
  }
}
