/// How long one step of making the sandbox took.
package struct StepTime: WireValue {
  /// The layer that the step puts up.
  package var layer: Layer?
  /// What it does, as part of a sentence.
  package var name: String
  /// The time that it took.
  package var nanoseconds: UInt64

  /// Gathers the parts.
  package init(layer: Layer?, name: String, nanoseconds: UInt64) {
    self.layer = layer
    self.name = name
    self.nanoseconds = nanoseconds
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(optional: layer) { $0.write($1.rawValue) }
    writer.write(text: name, limit: WireLimit.name)
    writer.write(nanoseconds)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    layer = try reader.optional { (reader) throws(WireError) in try reader.choice() }
    name = try reader.text(limit: WireLimit.name)
    nanoseconds = try reader.number()
  }
}
