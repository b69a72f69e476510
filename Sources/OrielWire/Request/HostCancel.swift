/// Host to instance: the answer is not wanted any more.
package struct HostCancel: WireMessage {
  /// The number of the message.
  package static let type = WireType.hostCancel

  /// Why a request is cancelled from outside, numbered as in the C interface.
  package enum Reason: UInt32, CaseIterable, Sendable {
    /// The host cancelled it.
    case host = 1
    /// Its time is over.
    case deadline = 2
    /// The host is gone; never sent, the instance finds out by itself.
    case hostGone = 3
  }

  /// Why.
  package var reason: Reason

  /// Gathers the parts.
  package init(reason: Reason) {
    self.reason = reason
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(reason.rawValue)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    reason = try reader.choice()
  }
}
