/// A function that an instance can be asked to call.
package struct WireFunction: WireValue {
  /// Where its address comes from.
  package enum Source: Hashable, Sendable {
    /// The library exports it.
    case symbol(String, isOptional: Bool)
    /// A table that a call names holds it at an offset.
    case table(offset: UInt32)
  }

  /// The number of a source in a message.
  private enum SourceKind: UInt8 {
    case symbol = 0
    case optionalSymbol = 1
    case table = 2
  }

  /// Where its address comes from.
  package var source: Source
  /// What it takes and returns.
  package var signature: WireSignature
  /// Where in a frame the argument for each parameter is.
  package var places: [UInt32]
  /// How each parameter is passed in a plain call; nil for a function that is never called so.
  package var passing: [WirePassing]?

  /// Gathers the parts.
  package init(
    source: Source,
    signature: WireSignature,
    places: [UInt32],
    passing: [WirePassing]? = nil
  ) {
    self.source = source
    self.signature = signature
    self.places = places
    self.passing = passing
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    switch source {
    case .symbol(let name, let isOptional):
      writer.write((isOptional ? SourceKind.optionalSymbol : .symbol).rawValue)
      writer.write(name: name, limit: WireLimit.identifier)
    case .table(let offset):
      writer.write(SourceKind.table.rawValue)
      writer.write(offset)
    }
    writer.write(signature)
    writer.write(list: places, limit: WireLimit.parameters) { $0.write($1) }
    writer.write(optional: passing) { $0.write(list: $1, limit: WireLimit.parameters) }
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    switch try reader.choice(SourceKind.self) {
    case .symbol:
      source = .symbol(try reader.name(limit: WireLimit.identifier), isOptional: false)
    case .optionalSymbol:
      source = .symbol(try reader.name(limit: WireLimit.identifier), isOptional: true)
    case .table: source = .table(offset: try reader.number())
    }
    signature = try WireSignature(decoding: &reader)
    places = try reader.list(limit: WireLimit.parameters) { (reader) throws(WireError) in
      try reader.number(UInt32.self)
    }
    guard places.count == signature.parameters.count else {
      throw .meaningless(UInt64(places.count))
    }
    passing = try reader.optional { (reader) throws(WireError) in
      try reader.list(limit: WireLimit.parameters)
    }
    if let passing, passing.count != places.count { throw .meaningless(UInt64(passing.count)) }
  }
}
