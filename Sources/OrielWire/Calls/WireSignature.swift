/// What a function of C takes and returns.
package struct WireSignature: WireValue {
  /// What it returns.
  package var result: WireCType
  /// What it takes, in order.
  package var parameters: [WireCType]
  /// How many parameters stand before the `...` of a variadic function; nil for the others.
  package var fixedCount: UInt16?

  /// Gathers the parts.
  package init(result: WireCType, parameters: [WireCType], fixedCount: UInt16? = nil) {
    self.result = result
    self.parameters = parameters
    self.fixedCount = fixedCount
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(result)
    writer.write(list: parameters, limit: WireLimit.parameters)
    writer.write(optional: fixedCount) { $0.write($1) }
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    result = try WireCType(decoding: &reader)
    parameters = try reader.list(limit: WireLimit.parameters)
    fixedCount = try reader.optional { (reader) throws(WireError) in
      try reader.number(UInt16.self)
    }
    if let fixedCount, fixedCount > parameters.count { throw .meaningless(UInt64(fixedCount)) }
  }
}
