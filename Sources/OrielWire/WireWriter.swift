/// Puts the parts of a message one after another, little-endian.
package struct WireWriter: Sendable {
  /// What was written.
  package private(set) var bytes: [UInt8] = []
  /// The first part that did not fit; the bytes are useless then.
  package private(set) var failure: WireError?

  /// An empty writer.
  package init() {}

  /// Writes a number of fixed width.
  package mutating func write<Number: FixedWidthInteger>(_ value: Number) {
    var rest = value
    for _ in 0..<(Number.bitWidth / 8) {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest = Number.bitWidth > 8 ? rest >> 8 : 0
    }
  }

  /// Writes a length and bytes.
  package mutating func write(bytes value: [UInt8], limit: Int) {
    guard check(value.count, limit) else { return }
    write(UInt32(truncatingIfNeeded: value.count))
    bytes.append(contentsOf: value)
  }

  /// Writes a length and a text in UTF-8.
  package mutating func write(text value: String, limit: Int) {
    let count = value.utf8.count
    guard check(count, limit) else { return }
    write(UInt32(truncatingIfNeeded: count))
    bytes.append(contentsOf: value.utf8)
  }

  /// Writes a text that is neither empty nor holds a zero, such as a path or an identifier.
  package mutating func write(name value: String, limit: Int) {
    guard !value.isEmpty, !value.utf8.contains(0) else {
      fail(.malformedName)
      return
    }
    write(text: value, limit: limit)
  }

  /// Writes whether a value is there, and the value.
  package mutating func write<Value>(
    optional value: Value?,
    _ encode: (inout WireWriter, Value) -> Void
  ) {
    write(UInt8(value == nil ? 0 : 1))
    if let value { encode(&self, value) }
  }

  /// Writes a count and values.
  package mutating func write<Value>(
    list values: [Value],
    limit: Int,
    _ encode: (inout WireWriter, Value) -> Void
  ) {
    guard check(values.count, limit) else { return }
    write(UInt32(truncatingIfNeeded: values.count))
    for value in values { encode(&self, value) }
  }

  /// Writes a count and values that encode themselves.
  package mutating func write<Value: WireValue>(list values: [Value], limit: Int) {
    write(list: values, limit: limit) { $1.encode(into: &$0) }
  }

  /// Writes a value that encodes itself.
  package mutating func write<Value: WireValue>(_ value: Value) {
    value.encode(into: &self)
  }

  /// Whether a length is allowed; remembers when it is not.
  private mutating func check(_ length: Int, _ limit: Int) -> Bool {
    guard length > limit else { return true }
    fail(.tooLong(length: UInt64(length), limit: UInt64(limit)))
    return false
  }

  /// Remembers the first failure.
  private mutating func fail(_ error: WireError) {
    if failure == nil { failure = error }
  }
}
