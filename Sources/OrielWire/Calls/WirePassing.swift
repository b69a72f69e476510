/// How a parameter is passed in the eight bytes that it has in a plain call.
package enum WirePassing: Hashable, Sendable, WireValue {
  /// The value itself in the low bytes, extended as its type says.
  case value
  /// Where memory is, see ``memory(inFrame:)`` and ``memory(inBuffer:at:)``; 0 is a null pointer.
  case memory
  /// A token for an object of a kind; 0 is a null pointer.
  case handle(kind: UInt16)

  /// The number of a way in a message.
  private enum Kind: UInt8 {
    case value = 0
    case memory = 1
    case handle = 2
  }

  /// Where a memory is.
  package enum Place: Equatable, Sendable {
    /// There is none.
    case null
    /// So many bytes behind the start of the frame.
    case frame(offset: Int)
    /// So many bytes behind the start of a buffer.
    case buffer(UInt16, offset: Int)
  }

  /// The bits that say how far a memory is from a start.
  private static let offsetBits: UInt64 = 40

  /// Memory that lies in the frame, so many bytes behind its start.
  package static func memory(inFrame offset: Int) -> UInt64 {
    1 << 56 | UInt64(truncatingIfNeeded: offset)
  }

  /// Memory that lies in a buffer, so many bytes behind its start.
  package static func memory(inBuffer number: UInt16, at offset: Int) -> UInt64 {
    2 << 56 | UInt64(number) << offsetBits | UInt64(truncatingIfNeeded: offset)
  }

  /// Where the memory is that bits tell of; nil for what they cannot mean.
  package static func place(of bits: UInt64) -> Place? {
    let offset = Int(bits & (1 << offsetBits - 1))
    let number = UInt16(truncatingIfNeeded: bits >> offsetBits)
    switch bits >> 56 {
    case 0 where bits == 0: return .null
    case 1 where number == 0: return .frame(offset: offset)
    case 2: return .buffer(number, offset: offset)
    default: return nil
    }
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .value: writer.write(Kind.value.rawValue)
    case .memory: writer.write(Kind.memory.rawValue)
    case .handle(let kind):
      writer.write(Kind.handle.rawValue)
      writer.write(kind)
    }
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    switch try reader.choice(Kind.self) {
    case .value: self = .value
    case .memory: self = .memory
    case .handle: self = .handle(kind: try reader.number())
    }
  }
}
