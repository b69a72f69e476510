/// A structure of C as a call sees it, with the size that the host computed.
package struct WireCStructure: WireValue {
  /// What it is made of, arrays element by element; structures stand before it in the list.
  package var elements: [WireCType]
  /// The size in bytes, which has to be what libffi computes.
  package var size: UInt32
  /// The alignment in bytes, likewise.
  package var alignment: UInt16

  /// Gathers the parts.
  package init(elements: [WireCType], size: UInt32, alignment: UInt16) {
    self.elements = elements
    self.size = size
    self.alignment = alignment
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(list: elements, limit: WireLimit.structureElements)
    writer.write(size)
    writer.write(alignment)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    elements = try reader.list(limit: WireLimit.structureElements)
    size = try reader.number()
    alignment = try reader.number()
  }
}
