/// Where the fields of a structure or table are, after the rules of the C ABI of 64-bit Linux.
///
/// x86-64 and AArch64 agree: every scalar is aligned to its size, every field to its alignment, and
/// the whole to the greatest alignment of its fields.
public struct InterfaceLayout: Sendable, Hashable {
  /// The size in bytes, a multiple of the alignment.
  public internal(set) var size = 0
  /// The alignment in bytes.
  public internal(set) var alignment = 1
  /// The offsets of the fields, or of the entries of a table, in bytes.
  public internal(set) var offsets: [Int] = []
  /// The number of scalars and pointers, those of nested structures and arrays included.
  public internal(set) var elementCount = 0

  /// The layout of one scalar or pointer.
  static func scalar(_ size: Int) -> InterfaceLayout {
    InterfaceLayout(size: size, alignment: size, offsets: [], elementCount: 1)
  }

  /// The layout of a pointer.
  static let pointer = scalar(8)

  /// Adds a field.
  ///
  /// Sizes are bounded by ``InterfaceLimits/structureSize`` after each field, so nothing overflows.
  mutating func add(_ field: InterfaceLayout) {
    let offset = (size + field.alignment - 1) / field.alignment * field.alignment
    offsets.append(offset)
    size = offset + field.size
    alignment = max(alignment, field.alignment)
    elementCount += field.elementCount
  }

  /// Adds the padding after the last field.
  mutating func finish() {
    size = (size + alignment - 1) / alignment * alignment
  }
}
