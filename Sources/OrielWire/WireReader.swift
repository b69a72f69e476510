/// Takes the parts of a message out of bytes that nobody has checked.
///
/// Total over arbitrary bytes: each call gives a value or throws, and takes no more memory than
/// the bytes that are there can justify.
package struct WireReader: Sendable {
  /// The bytes of the message.
  private let bytes: [UInt8]
  /// The place of the next part.
  private var position: Int

  /// Reads bytes from a place on.
  package init(_ bytes: [UInt8], from position: Int = 0) {
    self.bytes = bytes
    self.position = min(max(position, 0), bytes.count)
  }

  /// The number of bytes not read yet.
  package var remaining: Int { bytes.count - position }

  /// Throws when bytes are left.
  package func finish() throws(WireError) {
    guard remaining == 0 else { throw .trailingBytes(remaining) }
  }

  /// Reads a number of fixed width.
  package mutating func number<Number: FixedWidthInteger>(
    _ type: Number.Type = Number.self
  ) throws(WireError) -> Number {
    let size = Number.bitWidth / 8
    guard remaining >= size else { throw .truncated }
    var value: Number = 0
    for index in stride(from: size - 1, through: 0, by: -1) {
      value = Number.bitWidth > 8 ? value << 8 : 0
      value |= Number(truncatingIfNeeded: bytes[position + index])
    }
    position += size
    return value
  }

  /// Reads a length and bytes.
  package mutating func bytes(limit: Int) throws(WireError) -> [UInt8] {
    let count = try length(limit: limit)
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  /// Reads a length and a text, which must be UTF-8.
  package mutating func text(limit: Int) throws(WireError) -> String {
    let count = try length(limit: limit)
    guard let text = String(validating: bytes[position..<position + count], as: UTF8.self) else {
      throw .notUnicode
    }
    position += count
    return text
  }

  /// Reads a text that is neither empty nor holds a zero.
  package mutating func name(limit: Int) throws(WireError) -> String {
    let text = try text(limit: limit)
    guard !text.isEmpty, !text.utf8.contains(0) else { throw .malformedName }
    return text
  }

  /// Reads whether a value is there, and the value.
  package mutating func optional<Value>(
    _ decode: (inout WireReader) throws(WireError) -> Value
  ) throws(WireError) -> Value? {
    try boolean() ? try decode(&self) : nil
  }

  /// Reads a truth value, for which only 0 and 1 are allowed.
  package mutating func boolean() throws(WireError) -> Bool {
    let value = try number(UInt8.self)
    guard value <= 1 else { throw .meaningless(UInt64(value)) }
    return value == 1
  }

  /// Reads a count and values.
  package mutating func list<Value>(
    limit: Int,
    _ decode: (inout WireReader) throws(WireError) -> Value
  ) throws(WireError) -> [Value] {
    let count = try number(UInt32.self)
    guard count <= limit else { throw .tooLong(length: UInt64(count), limit: UInt64(limit)) }
    // Every value takes at least one byte.
    guard count <= remaining else { throw .truncated }
    var values: [Value] = []
    for _ in 0..<count { values.append(try decode(&self)) }
    return values
  }

  /// Reads a count and values that decode themselves.
  package mutating func list<Value: WireValue>(
    of type: Value.Type = Value.self,
    limit: Int
  ) throws(WireError) -> [Value] {
    try list(limit: limit) { (reader) throws(WireError) in try Value(decoding: &reader) }
  }

  /// Reads one of the numbers that have a meaning.
  package mutating func choice<Value: RawRepresentable>(
    _ type: Value.Type = Value.self
  ) throws(WireError) -> Value where Value.RawValue: FixedWidthInteger {
    let number = try number(Value.RawValue.self)
    guard let value = Value(rawValue: number) else {
      throw .meaningless(UInt64(truncatingIfNeeded: number))
    }
    return value
  }

  /// Reads a length that the limit and the remaining bytes allow.
  private mutating func length(limit: Int) throws(WireError) -> Int {
    let count = try number(UInt32.self)
    guard count <= limit else { throw .tooLong(length: UInt64(count), limit: UInt64(limit)) }
    guard count <= remaining else { throw .truncated }
    return Int(count)
  }
}
