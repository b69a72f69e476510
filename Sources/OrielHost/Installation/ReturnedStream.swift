internal import OrielSystem

/// The bytes of returned attachments, one after the other.
struct ReturnedStream: StreamSource {
  /// The contents.
  private let parts: [ReturnedRepresentation.Content]
  /// The place of the content that is read.
  private var part = 0
  /// The place in it of what is read next into the buffer.
  private var offset: UInt64 = 0
  /// What was read and not taken.
  private var buffer: [UInt8] = []
  /// The place in the buffer of what is taken next.
  private var position = 0
  /// The bytes that are left.
  private(set) var remaining: UInt64

  /// How many bytes are read at once.
  private static let step = 1 << 18

  /// Reads attachments in order.
  init(_ representations: [ReturnedRepresentation]) {
    parts = representations.map(\.content)
    remaining = parts.reduce(0) { $0 &+ $1.size }
  }

  /// Takes bytes; fewer than asked for only at the end.
  mutating func take(_ count: Int) throws(StreamProblem) -> [UInt8] {
    if count <= buffer.count - position {
      defer { position += count }
      remaining -= UInt64(count)
      return Array(buffer[position..<position + count])
    }
    var taken = Array(buffer[position...])
    buffer = []
    position = 0
    while taken.count < count {
      guard try fill() else { break }
      let some = min(buffer.count, count - taken.count)
      taken += buffer[..<some]
      position = some
    }
    remaining -= UInt64(taken.count)
    return taken
  }

  /// Reads the next bytes into the buffer, which is used up; tells whether there were any.
  private mutating func fill() throws(StreamProblem) -> Bool {
    while part < parts.count, offset >= parts[part].size {
      part += 1
      offset = 0
    }
    guard part < parts.count else { return false }
    position = 0
    switch parts[part] {
    case .bytes(let bytes):
      buffer = bytes
    case .memory(let shared):
      let left = shared.memory.size - offset
      let wanted = Int(clamping: min(left, UInt64(Self.step)))
      if buffer.count != wanted { buffer = [UInt8](repeating: 0, count: wanted) }
      do throws(SystemError) {
        let count = try shared.memory.descriptor.read(into: &buffer, at: offset)
        guard count == wanted else { throw SystemError("pread", .ioFailed) }
      } catch {
        throw .unreadable(error.description)
      }
    }
    offset += UInt64(buffer.count)
    return true
  }
}
