extension InterfaceValue: CustomStringConvertible {
  /// The value as people read it.
  public var description: String {
    switch self {
    case .integer(let value): "\(value)"
    case .unsigned(let value): "\(value)"
    case .number(let value): "\(value)"
    case .bool(let value): "\(value)"
    case .string(let text): text
    case .bytes(let bytes): "\(bytes.count) bytes"
    case .buffer(let buffer): "a buffer of \(buffer.count) bytes"
    case .array(let values): "[\(values.map(\.description).joined(separator: ", "))]"
    case .structure(let fields):
      "{\(fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", "))}"
    case .handle(let handle): "\(handle.type) \(handle.token)"
    case .function: "a function"
    case .offset(let offset): "offset \(offset)"
    case .promise: kind
    case .null: "null"
    }
  }
}
