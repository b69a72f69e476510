public import OrielPropertyList
internal import OrielSystem
public import OrielTypes

/// An item that an extension gave back.
public struct ReturnedItem: Sendable {
  /// The title.
  public let title: String?
  /// The text.
  public let text: String?
  /// What else the extension says; a property list within `PropertyListLimits.userInfo`.
  public let userInfo: PropertyListValue?
  /// The bytes of the property list as it came.
  public let userInfoSize: Int
  /// What the item carries.
  public let attachments: [ReturnedAttachment]
}

/// One thing that a returned item carries.
public struct ReturnedAttachment: Sendable {
  /// A name for a file that holds it; never use it as a path unchecked.
  public let suggestedName: String?
  /// The forms, the best first.
  public let representations: [ReturnedRepresentation]
  /// What was known about types in the request, the extension's own declarations among them.
  public let types: TypeTable
}

/// One form of a returned attachment, which nobody can change any more.
public struct ReturnedRepresentation: Sendable {
  /// Where the bytes are.
  enum Content: Sendable {
    /// They are few, or there was no descriptor for them.
    case bytes([UInt8])
    /// They are in sealed memory.
    case memory(SharedMemory)

    /// The number of bytes.
    var size: UInt64 {
      switch self {
      case .bytes(let bytes): UInt64(bytes.count)
      case .memory(let memory): memory.memory.size
      }
    }
  }

  /// The type.
  public let type: TypeIdentifier
  /// Where the bytes are.
  let content: Content

  /// The number of bytes.
  public var size: UInt64 { content.size }

  /// A copy of the bytes, unless there are more than the limit.
  public func bytes(limit: UInt64) throws(AttachmentError) -> [UInt8] {
    guard size <= limit else { throw .tooLarge(size: size, limit: limit) }
    switch content {
    case .bytes(let bytes): return bytes
    case .memory(let memory):
      do {
        return try memory.memory.bytes(limit: limit)
      } catch {
        throw .notReadable(error.description)
      }
    }
  }

  /// Writes the bytes to a new file, which appears whole or not at all and replaces nothing.
  public func write(toNewFile path: String) throws(AttachmentError) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    do throws(SystemError) {
      let directory = try Descriptor.open(folder, [.readOnly, .directory])
      let file = try StagedFile(in: directory)
      do throws(SystemError) {
        switch content {
        case .bytes(let bytes): try file.fill(with: bytes)
        case .memory(let memory): try file.fill(from: memory.memory)
        }
        try file.publish(as: name, in: directory)
      } catch {
        file.discard(in: directory)
        throw error
      }
    } catch {
      throw .notWritable(path: path, reason: error.description)
    }
  }
}

/// Sealed memory that several values look at.
final class SharedMemory: Sendable {
  /// The memory.
  let memory: SealedMemory

  /// Shares memory.
  init(_ memory: consuming SealedMemory) {
    self.memory = memory
  }
}

/// Why an attachment could not be taken.
public enum AttachmentError: Error, Hashable, Sendable {
  /// It has more bytes than the limit.
  case tooLarge(size: UInt64, limit: UInt64)
  /// Its bytes could not be read.
  case notReadable(String)
  /// The file could not be written.
  case notWritable(path: String, reason: String)
}

extension AttachmentError: CustomStringConvertible {
  /// What went wrong and what to do.
  public var description: String {
    switch self {
    case .tooLarge(let size, let limit):
      "The attachment has \(size) bytes, more than the \(limit) that were asked for. "
        + "Ask for more, or write it to a file."
    case .notReadable(let reason):
      "The attachment could not be read: \(reason). Repeat the request."
    case .notWritable(let path, let reason):
      "The attachment could not be written to \(path): \(reason). "
        + "Choose a new name in a directory that you may write to."
    }
  }
}
