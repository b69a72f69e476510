/// Values by name, most of them found without the hash function of dictionaries, which is made for keys
/// of strangers and takes longer than all else that the host does in a short call.
struct NameTable<Value: Sendable>: Sendable {
  /// A place for one of the names that come to it.
  private struct Slot: Sendable {
    let name: String
    let value: Value
  }

  /// All of them.
  private let all: [String: Value]
  /// Those that are found at once; where two names come to a place, one of them is not.
  private var slots: [Slot?]

  /// Puts values in.
  init(_ values: [String: Value]) {
    all = values
    var size = 8
    while size < 4 * values.count { size *= 2 }
    slots = Array(repeating: nil, count: size)
    for (name, value) in values {
      slots[Self.hash(name) & (size - 1)] = Slot(name: name, value: value)
    }
  }

  /// The value of a name.
  subscript(name: String) -> Value? {
    // The size is a power of two.
    if let slot = slots[Self.hash(name) & (slots.count - 1)], slot.name == name {
      return slot.value
    }
    return all[name]
  }

  /// A number for a name, by the method of Fowler, Noll and Vo.
  private static func hash(_ name: String) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: hash ^ hash >> 32)
  }
}
