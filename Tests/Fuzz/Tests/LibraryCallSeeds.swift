/// Where fuzzing of calls of libraries begins: all arguments, and none of those that may be missing.
enum LibraryCallSeeds {
  /// The seeds by their names.
  static var all: [String: [UInt8]] {
    ["all": seed(hasMemory: true), "null": seed(hasMemory: false)]
  }

  /// A call with eleven arguments.
  private static func seed(hasMemory: Bool) -> [UInt8] {
    let head = 16 * 12
    var content: [UInt8] = []
    var slots = [[UInt64](repeating: 0, count: 2)]
    func place(_ bytes: [UInt8]) {
      guard hasMemory else { return slots.append([.max, 0]) }
      slots.append([UInt64(head + content.count), UInt64(bytes.count)])
      content += bytes + [UInt8](repeating: 0, count: -bytes.count & 15)
    }
    slots.append([7, 0])
    slots.append([UInt64(Float(1.5).bitPattern), 0])
    place(Array("hello".utf8))
    place([1, 2, 3])
    slots.append([3, 0])
    slots.append([1 << 32 | 1, 0])
    place([2, 0, 0, 0, 104, 105, 255, 255, 255, 255])
    slots.append([2, 0])
    place([1, 0, 255, 255])
    slots.append([Double(1).bitPattern, Double(-2).bitPattern])
    place([UInt8](repeating: 9, count: 32))
    let room = slots.joined().flatMap { bytes($0, 8) } + content
    // Text that an operation has copied lies behind the operation.
    return bytes(0, 4) + bytes(UInt64(room.count), 4) + bytes(0, 4) + bytes(16 << 32 | 5, 8) + room
  }

  /// The low bytes of a number.
  private static func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }
}
