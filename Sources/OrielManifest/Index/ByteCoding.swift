/// Puts numbers and texts one after another, little-endian.
struct ByteWriter {
  /// What was written.
  private(set) var bytes: [UInt8] = []

  /// Creates an empty writer.
  init() {}

  /// Writes a number.
  mutating func write<Number: FixedWidthInteger>(_ number: Number) {
    // The bytes of the number outlive the call, which copies them.
    unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  /// Writes bytes without their count.
  mutating func write(raw value: some Collection<UInt8>) { bytes.append(contentsOf: value) }

  /// Writes a count and bytes.
  mutating func write(counted value: some Collection<UInt8>) {
    write(UInt32(truncatingIfNeeded: value.count))
    bytes.append(contentsOf: value)
  }

  /// Writes a text.
  mutating func write(text: String) { write(counted: text.utf8) }

  /// Writes whether there is a value, and the value.
  mutating func write<Value>(optional: Value?, _ body: (inout ByteWriter, Value) -> Void) {
    write(UInt8(optional == nil ? 0 : 1))
    if let optional { body(&self, optional) }
  }

  /// Writes a count and values.
  mutating func write<Value>(list: [Value], _ body: (inout ByteWriter, Value) -> Void) {
    write(UInt32(truncatingIfNeeded: list.count))
    for value in list { body(&self, value) }
  }

  /// Replaces a number that was written.
  mutating func replace<Number: FixedWidthInteger>(at offset: Int, _ number: Number) {
    for byte in 0..<(Number.bitWidth / 8) {
      bytes[offset + byte] = UInt8(truncatingIfNeeded: number >> Number(8 * byte))
    }
  }
}

/// That bytes are not what a writer wrote.
struct ByteFault: Error {}

/// Takes numbers and texts out of bytes that may be damaged; every call gives a value or throws.
struct ByteReader {
  /// The bytes.
  let bytes: [UInt8]
  /// The place of the next part.
  private(set) var offset: Int
  /// Where to stop.
  let end: Int

  /// Reads a part of bytes.
  init(_ bytes: [UInt8], _ range: Range<Int>? = nil) {
    self.bytes = bytes
    offset = min(max(range?.lowerBound ?? 0, 0), bytes.count)
    end = min(max(range?.upperBound ?? bytes.count, offset), bytes.count)
  }

  /// The bytes that are left.
  var remaining: Int { end - offset }

  /// Skips bytes.
  mutating func skip(_ count: Int) throws(ByteFault) {
    guard count >= 0, count <= remaining else { throw ByteFault() }
    offset += count
  }

  /// Reads a number.
  mutating func number<Number: FixedWidthInteger>(
    _ type: Number.Type = Number.self
  ) throws(ByteFault) -> Number {
    let size = Number.bitWidth / 8
    guard size <= remaining else { throw ByteFault() }
    var value: UInt64 = 0
    for byte in 0..<size { value |= UInt64(bytes[offset + byte]) << (8 * UInt64(byte)) }
    offset += size
    return Number(truncatingIfNeeded: value)
  }

  /// Reads a truth value, for which only 0 and 1 stand.
  mutating func boolean() throws(ByteFault) -> Bool {
    let value = try number(UInt8.self)
    guard value <= 1 else { throw ByteFault() }
    return value == 1
  }

  /// Reads bytes.
  mutating func raw(_ count: Int) throws(ByteFault) -> ArraySlice<UInt8> {
    let start = offset
    try skip(count)
    return bytes[start..<offset]
  }

  /// Reads a count and bytes.
  mutating func counted() throws(ByteFault) -> ArraySlice<UInt8> {
    try raw(Int(try number(UInt32.self)))
  }

  /// Reads a text.
  mutating func text() throws(ByteFault) -> String {
    guard let text = String(validating: try counted(), as: UTF8.self) else { throw ByteFault() }
    return text
  }

  /// Reads whether there is a value, and the value.
  mutating func optional<Value>(
    _ body: (inout ByteReader) throws(ByteFault) -> Value
  ) throws(ByteFault) -> Value? {
    try boolean() ? try body(&self) : nil
  }

  /// Reads a count and values.
  mutating func list<Value>(
    _ body: (inout ByteReader) throws(ByteFault) -> Value
  ) throws(ByteFault) -> [Value] {
    let count = Int(try number(UInt32.self))
    // Every value takes a byte at least.
    guard count <= remaining else { throw ByteFault() }
    var values: [Value] = []
    for _ in 0..<count { values.append(try body(&self)) }
    return values
  }
}
