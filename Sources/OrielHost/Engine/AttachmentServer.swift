internal import OrielSystem
internal import OrielTypes
internal import OrielWire

/// Answers loads of attachments: opens what was offered, at the time when it is asked for.
struct AttachmentServer {
  /// An answer with the descriptor that comes with it.
  struct Answer: Sendable {
    /// The message.
    let message: LoadResult
    /// No or one descriptor.
    let descriptors: HeldDescriptors

    /// An answer in the message itself.
    init(_ kind: LoadResult.Kind, _ bytes: [UInt8]) {
      message = LoadResult(status: 0, kind: kind, size: UInt64(bytes.count), bytes: bytes)
      descriptors = HeldDescriptors()
    }

    /// A descriptor to read from.
    init(_ descriptor: consuming Descriptor, size: UInt64) {
      message = LoadResult(status: 0, kind: .descriptor, size: size, bytes: [])
      descriptors = HeldDescriptors(DescriptorList(descriptor))
    }

    /// A descriptor that is held already.
    init(_ descriptors: HeldDescriptors, size: UInt64) {
      message = LoadResult(status: 0, kind: .descriptor, size: size, bytes: [])
      self.descriptors = descriptors
    }

    /// A refusal.
    init(_ status: Status) {
      message = LoadResult(status: status.rawValue, kind: .none, size: 0, bytes: [])
      descriptors = HeldDescriptors()
    }
  }

  /// The statuses of the C interface that a load can end with.
  enum Status: Int32 {
    /// `ORIEL_E_INVALID_ARGUMENT`.
    case invalidArgument = -2
    /// `ORIEL_E_UNSUPPORTED`.
    case unsupported = -5
    /// `ORIEL_E_NOT_FOUND`.
    case notFound = -6
    /// `ORIEL_E_CANCELLED`.
    case cancelled = -9
    /// `ORIEL_E_DENIED`.
    case denied = -11
    /// `ORIEL_E_NO_MEMORY`.
    case noMemory = -12
    /// `ORIEL_E_IO`.
    case io = -13
  }

  /// What a load needs.
  enum Reply: Sendable {
    /// Nothing more.
    case answer(Answer)
    /// A file, which may take its time to open.
    case file(path: String, LoadAttachment.Form, FileAccess)
  }

  /// One representation of one attachment.
  private struct Place: Hashable {
    /// The place of the attachment.
    let attachment: Int
    /// The place of the representation in it.
    let representation: Int
  }

  /// The attachments of all items, in order.
  private let attachments: [ItemProvider]
  /// Bytes that were copied into memory for the first load of a representation.
  private var memories: [Place: SharedMemory] = [:]

  /// Whether files that are offered for writing are opened so.
  private let mayWrite: Bool

  /// Serves the attachments of items.
  init(_ items: [ExtensionItem], mayWrite: Bool = false) {
    attachments = items.flatMap(\.attachments)
    self.mayWrite = mayWrite
  }

  /// How many descriptors are kept for later loads.
  var descriptorCount: Int { memories.count }

  /// Lets go of what is kept for later loads, which make it anew.
  mutating func dropMemories() {
    memories = [:]
  }

  /// Answers a load, or tells which file it needs.
  mutating func reply(to load: LoadAttachment) -> Reply {
    guard let index = Int(exactly: load.attachment), index < attachments.count else {
      return .answer(Answer(.invalidArgument))
    }
    let representations = attachments[index].representations
    guard let type = TypeIdentifier(load.type),
      let found = representations.firstIndex(where: { $0.type == type })
    else { return .answer(Answer(.notFound)) }
    let place = Place(attachment: index, representation: found)
    switch (representations[found].source, load.form) {
    case (.url, .descriptor): return .answer(Answer(.unsupported))
    // A file URL is the way to the file itself; its text would mean nothing in the sandbox.
    case (.file, .bytes) where type == .fileURL: return .answer(Answer(.unsupported))
    case (.url(let text), _):
      let bytes = Array(text.utf8)
      let fits = bytes.count <= WireLimit.inlineBytes
      return .answer(fits ? Answer(.url, bytes) : Answer(.unsupported))
    case (.bytes(let bytes), .bytes) where bytes.count <= WireLimit.inlineBytes:
      return .answer(Answer(.inline, bytes))
    case (.bytes(let bytes), _): return .answer(memory(bytes, at: place))
    case (.file(let path), let form):
      let isWritable = mayWrite && form == .descriptor && attachments[index].access == .readWrite
      return .file(path: path, form, isWritable ? .readWrite : .readOnly)
    }
  }

  /// Bytes in sealed memory, copied once, and read from the beginning by each load.
  private mutating func memory(_ bytes: [UInt8], at place: Place) -> Answer {
    if memories[place] == nil {
      guard let memory = try? SealedMemory(bytes, name: "oriel-attachment") else {
        return Answer(.noMemory)
      }
      memories[place] = SharedMemory(memory)
    }
    // Another open file, read-only and at offset 0; the one that wrote is at the end.
    guard let number = memories[place]?.memory.descriptor.withRawValue({ $0 }),
      let reopened = try? Descriptor.open("/proc/self/fd/\(number)", .readOnly)
    else { return Answer(.io) }
    return Answer(reopened, size: UInt64(bytes.count))
  }

  /// A file: small ones in the message if bytes are wanted, else its descriptor; may take long.
  ///
  /// The copy of a large file is made by the instance, so that the host never waits for it.
  static func open(_ path: String, _ form: LoadAttachment.Form, _ access: FileAccess) -> Answer {
    // Where the file cannot be written, it can still be read.
    if access == .readWrite, case .opened(let file, let size) = ChosenFile.open(path, access) {
      return Answer(file, size: size)
    }
    do throws(SystemError) {
      // Without waiting, since the path may have become a pipe or a device.
      let file = try Descriptor.open(path, [.readOnly, .noFollow, .nonBlocking, .noTerminal])
      let status = try file.status()
      guard status.kind == .regular else { return Answer(.unsupported) }
      let size = status.identity.size
      if form == .bytes, size <= WireLimit.inlineBytes {
        var bytes = [UInt8](repeating: 0, count: WireLimit.inlineBytes)
        // The file may have become shorter since.
        let count = try file.read(into: &bytes, at: 0)
        return Answer(.inline, Array(bytes[..<count]))
      }
      try file.setNonBlocking(false)
      return Answer(file, size: size)
    } catch {
      switch error.errno {
      case .noSuchFile: return Answer(.notFound)
      case .permissionDenied, .notPermitted, .tooManySymbolicLinks: return Answer(.denied)
      case .isDirectory: return Answer(.unsupported)
      case .tooManyOpenFiles: return Answer(.noMemory)
      default: return Answer(.io)
      }
    }
  }
}
