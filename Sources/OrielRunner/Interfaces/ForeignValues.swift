internal import COriel
internal import OrielWire

/// Values that an extension passed: copied once, then checked.
///
/// The pointers are the extension's own, in its own process: a wrong one harms nobody else.
enum ForeignValues {
  /// Bytes of at most a length.
  static func bytes(
    _ value: UnsafePointer<oriel_bytes>?,
    limit: UInt64
  ) throws(Status) -> [UInt8] {
    // A structure of the extension, valid during the call.
    guard let value = unsafe value?.pointee else { throw .invalidArgument }
    return try unsafe bytes(value, limit: limit)
  }

  /// Bytes of at most a length.
  static func bytes(_ value: oriel_bytes, limit: UInt64) throws(Status) -> [UInt8] {
    let length = unsafe value.length
    guard length <= limit else { throw .tooLarge }
    if length == 0 { return [] }
    guard let data = unsafe value.data else { throw .invalidArgument }
    // The extension says that so many bytes are there.
    return unsafe Array(UnsafeRawBufferPointer(start: data, count: Int(length)))
  }

  /// Text of at most so many bytes.
  static func text(
    _ value: UnsafePointer<oriel_bytes>?,
    limit: UInt64
  ) throws(Status) -> String {
    try text(of: try unsafe bytes(value, limit: limit))
  }

  /// Text of at most so many bytes.
  static func text(_ value: oriel_bytes, limit: UInt64) throws(Status) -> String {
    try text(of: try unsafe bytes(value, limit: limit))
  }

  /// A type identifier, or another name that must not be empty.
  static func name(
    _ value: UnsafePointer<oriel_bytes>?,
    limit: UInt64
  ) throws(Status) -> String {
    let name = try unsafe text(value, limit: limit)
    guard !name.isEmpty, !name.utf8.contains(0) else { throw .invalidArgument }
    return name
  }

  /// An error with its domain and text.
  static func failure(_ value: oriel_error) throws(Status) -> WireFailure {
    guard unsafe value.reserved == 0 else { throw .invalidArgument }
    return WireFailure(
      domain: try unsafe text(value.domain, limit: ORIEL_MAX_NAME_LENGTH),
      code: unsafe value.code,
      text: try unsafe text(value.text, limit: ORIEL_MAX_TEXT_LENGTH)
    )
  }

  /// Errors of single input items.
  static func itemFailures(
    _ values: UnsafePointer<oriel_item_error>?,
    count: UInt64,
    in record: RequestRecord
  ) throws(Status) -> [WireItemFailure] {
    guard count > 0 else { return [] }
    guard count <= ORIEL_MAX_ITEMS else { throw .tooLarge }
    guard let values = unsafe values else { throw .invalidArgument }
    var failures: [WireItemFailure] = []
    for index in 0..<Int(count) {
      // The extension says that so many structures are there.
      let value = unsafe values[index]
      guard unsafe value.reserved == 0 else { throw .invalidArgument }
      let place = try record.item(unsafe value.item)
      guard place < record.inputCount else { throw .invalidArgument }
      failures.append(
        WireItemFailure(item: UInt32(place), failure: try unsafe failure(value.error))
      )
    }
    return failures
  }

  /// A structure that asks for something and begins with its size: at least as long as this host
  /// knows it, and with nothing but zeros in what it does not know, since it could not do that.
  static func request<Value>(_ value: UnsafePointer<Value>?) throws(Status) -> Value {
    guard let value = unsafe value else { throw .invalidArgument }
    // A structure of the extension, valid during the call.
    let count = unsafe Int(UnsafeRawPointer(value).load(as: UInt32.self))
    let known = MemoryLayout<Value>.size
    guard count >= known, count <= 4096 else { throw .invalidArgument }
    // The extension says that so many bytes are there.
    let bytes = unsafe UnsafeRawBufferPointer(start: value, count: count)
    guard unsafe bytes[known...].allSatisfy({ $0 == 0 }) else { throw .invalidArgument }
    // As above.
    return unsafe value.pointee
  }

  /// Stores a result where the extension wants it.
  static func store<Value>(_ value: Value, _ target: UnsafeMutablePointer<Value>?) throws(Status) {
    guard let target = unsafe target else { throw .invalidArgument }
    // A variable of the extension, valid during the call.
    unsafe target.pointee = value
  }

  private static func text(of bytes: [UInt8]) throws(Status) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalidArgument }
    return text
  }
}
