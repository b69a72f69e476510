/// The counters of a control group in a file of which the kernel tells when one has changed.
package struct ControlGroupEvents: ~Copyable, Sendable {
  /// Ready for `POLLPRI` when something was counted since the last reading.
  package let descriptor: Descriptor

  /// Opens a file of a group, such as `memory.events`, and reads it once: until then the kernel
  /// calls everything in it news.
  package init(of group: borrowing ControlGroup, in name: String) throws(SystemError) {
    let file = try group.open(name, .readOnly)
    _ = try ControlGroup.text(in: file)
    descriptor = file
  }

  /// Reads the counters.
  ///
  /// Only this makes the descriptor unready: reading the file through another one does not.
  package func read() throws(SystemError) -> [String: UInt64] {
    try ControlGroup.counters(in: ControlGroup.text(in: descriptor))
  }
}
