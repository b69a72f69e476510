/// One path of the host that instances see, read-only.
package struct ViewEntry: WireValue {
  /// What the path names.
  package enum Kind: UInt8, CaseIterable, Sendable {
    /// A directory with all that is in it.
    case directory = 0
    /// One file.
    case file = 1
  }

  /// The path in the host.
  package var source: String
  /// The path in the instance.
  package var target: String
  /// What the path names.
  package var kind: Kind
  /// Whether instances start also when the path does not exist.
  package var isOptional: Bool

  /// Gathers the parts; the target is the source unless given.
  package init(
    _ source: String,
    at target: String? = nil,
    kind: Kind = .directory,
    isOptional: Bool = false
  ) {
    self.source = source
    self.target = target ?? source
    self.kind = kind
    self.isOptional = isOptional
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(name: source, limit: WireLimit.path)
    writer.write(name: target, limit: WireLimit.path)
    writer.write(kind.rawValue)
    writer.write(UInt8(isOptional ? 1 : 0))
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    source = try reader.name(limit: WireLimit.path)
    target = try reader.name(limit: WireLimit.path)
    kind = try reader.choice()
    isOptional = try reader.boolean()
  }
}
