/// One variable of an instance's environment.
package struct EnvironmentVariable: WireValue {
  /// The name.
  package var name: String
  /// The value, without a zero.
  package var value: String

  /// Gathers the parts.
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(name: name, limit: WireLimit.identifier)
    writer.write(text: value, limit: WireLimit.path)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    name = try reader.name(limit: WireLimit.identifier)
    value = try reader.text(limit: WireLimit.path)
    // A zero would cut the value, a sign of equality in the name would change the variable.
    guard !value.utf8.contains(0), !name.utf8.contains(UInt8(ascii: "=")) else {
      throw .malformedName
    }
  }
}
