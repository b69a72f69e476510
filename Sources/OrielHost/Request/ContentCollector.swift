internal import OrielSystem
internal import OrielWire

/// Collects the large contents that an instance sends in parts before it names them.
struct ContentCollector {
  /// What is wrong with a part.
  enum Problem: Error {
    /// The instance did something that it must not do: the end of the sentence "its process …".
    case violation(String)
    /// The system did not take the part.
    case system(SystemError)
  }

  /// The contents that are complete; nil where one was the payload of a message.
  private var complete: [ReturnedRepresentation.Content?] = []
  /// The content that parts are added to.
  private var growing: GrowingContent?
  /// The bytes of all contents.
  private var total: UInt64 = 0
  /// The most bytes that one content may have.
  private let limit: UInt64
  /// The most bytes that all contents may have together.
  private let totalLimit: UInt64
  /// The most contents.
  private let countLimit: Int

  /// Collects contents within the limits, and a long message beside them.
  init(_ limits: Limits) {
    let payload = UInt64(WireLimit.externalPayload)
    limit = max(limits.fileSize, payload)
    let (sum, overflow) = limits.returnedBytes.addingReportingOverflow(payload)
    totalLimit = overflow ? .max : sum
    // One more for the long message.
    countLimit = Int(limits.contents) + 1
  }

  /// The descriptors that are held.
  var descriptorCount: Int {
    let isFile = growing?.isFile == true
    return complete.count { if case .memory = $0 { true } else { false } } + (isFile ? 1 : 0)
  }

  /// Adds a part to the content with a number, or begins the next one.
  ///
  /// Contents go into memory with a descriptor only if one may be taken; else they stay bytes.
  mutating func add(
    _ part: ContentPart,
    to number: UInt64,
    mayTakeDescriptor: @autoclosure () -> Bool
  ) throws(Problem) {
    let current = UInt64(complete.count)
    if number == current + 1, growing != nil {
      do throws(SystemError) { try finish() } catch { throw .system(error) }
    } else if number != current {
      throw .violation("sent the parts of its contents out of order")
    }
    guard complete.count < countLimit else {
      throw .violation("sent more than \(countLimit) contents")
    }
    let content = growing ?? GrowingContent()
    growing = content
    let (sum, overflow) = total.addingReportingOverflow(UInt64(part.bytes.count))
    guard !overflow, sum <= totalLimit else {
      throw .violation("returned more than \(totalLimit) bytes")
    }
    total = sum
    guard content.size + UInt64(part.bytes.count) <= limit else {
      throw .violation("sent a content of more than \(limit) bytes")
    }
    do throws(SystemError) {
      try content.append(part.bytes, mayTakeDescriptor: mayTakeDescriptor())
    } catch {
      throw .system(error)
    }
  }

  /// Takes the last content, which is the payload of a message.
  mutating func takePayload() throws(Problem) -> [UInt8] {
    do throws(SystemError) { try finish() } catch { throw .system(error) }
    guard let last = complete.last, let content = last else {
      throw .violation("sent a long message without its content")
    }
    complete[complete.count - 1] = nil
    total -= content.size
    switch content {
    case .bytes(let bytes): return bytes
    case .memory(let memory):
      do throws(SealedMemoryError) {
        return try memory.memory.bytes(limit: limit)
      } catch {
        throw .system(SystemError("pread", .ioFailed))
      }
    }
  }

  /// Takes all contents.
  mutating func takeAll() throws(SystemError) -> [ReturnedRepresentation.Content?] {
    try finish()
    let taken = complete
    complete = []
    return taken
  }

  /// Completes the content that grows.
  private mutating func finish() throws(SystemError) {
    guard let growing else { return }
    self.growing = nil
    complete.append(try growing.finish())
  }
}

/// One content while its parts come.
private final class GrowingContent {
  /// The bytes, while there is no file.
  private var bytes: [UInt8] = []
  /// The file that holds many bytes.
  private var file: MemoryFile?
  /// The number of bytes.
  private(set) var size: UInt64 = 0

  /// Whether there is a file.
  var isFile: Bool { file != nil }

  /// Adds bytes; more than one part goes into a file if there may be one.
  func append(_ part: [UInt8], mayTakeDescriptor: @autoclosure () -> Bool) throws(SystemError) {
    size += UInt64(part.count)
    if file == nil, size > WireLimit.contentPart, mayTakeDescriptor() {
      // Without room for a descriptor the bytes stay where they are.
      if let new = try? MemoryFile(name: "oriel-returned") {
        try new.descriptor.write(bytes)
        bytes = []
        file = consume new
      }
    }
    guard let open = file.take() else {
      bytes.append(contentsOf: part)
      return
    }
    try open.descriptor.write(part)
    file = consume open
  }

  /// The content, which nobody can change any more.
  func finish() throws(SystemError) -> ReturnedRepresentation.Content {
    guard let file = file.take() else { return .bytes(bytes) }
    return .memory(SharedMemory(try file.seal()))
  }
}
