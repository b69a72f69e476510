/// How far a layer holds.
package enum LayerState: UInt8, CaseIterable, Sendable {
  /// It does not hold.
  case none = 0
  /// It holds in part; the detail says which.
  case partial = 1
  /// It holds.
  case full = 2
}

/// What the runner or an instance says about one layer.
package struct LayerStatus: WireValue {
  /// The layer.
  package var layer: Layer
  /// How far it holds.
  package var state: LayerState
  /// The error number that explains why it does not, or 0.
  package var errno: Int32
  /// What was done or what failed, in a few words.
  package var detail: String

  /// Describes a layer.
  package init(_ layer: Layer, _ state: LayerState, errno: Int32 = 0, detail: String = "") {
    self.layer = layer
    self.state = state
    self.errno = errno
    self.detail = detail
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(layer.rawValue)
    writer.write(state.rawValue)
    writer.write(errno)
    writer.write(text: detail, limit: WireLimit.log)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    layer = try reader.choice()
    state = try reader.choice()
    errno = try reader.number()
    detail = try reader.text(limit: WireLimit.log)
  }
}
