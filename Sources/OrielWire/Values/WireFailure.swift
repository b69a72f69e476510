/// An error that an extension gives as its answer.
package struct WireFailure: WireValue {
  /// The name space of the code.
  package var domain: String
  /// The number of the error in its domain.
  package var code: Int64
  /// The error in words.
  package var text: String

  /// Describes an error.
  package init(domain: String, code: Int64, text: String) {
    self.domain = domain
    self.code = code
    self.text = text
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(text: domain, limit: WireLimit.identifier)
    writer.write(code)
    writer.write(text: text, limit: WireLimit.text)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    domain = try reader.text(limit: WireLimit.identifier)
    code = try reader.number()
    text = try reader.text(limit: WireLimit.text)
  }
}

/// An error about one of the input items.
package struct WireItemFailure: WireValue {
  /// The place of the item among the input items.
  package var item: UInt32
  /// The error.
  package var failure: WireFailure

  /// Describes an error about an item.
  package init(item: UInt32, failure: WireFailure) {
    self.item = item
    self.failure = failure
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(item)
    writer.write(failure)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    item = try reader.number()
    failure = try WireFailure(decoding: &reader)
  }
}
