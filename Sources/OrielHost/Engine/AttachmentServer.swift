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

    /// A failure that the extension is told in words.
    init(_ error: ItemLoadError) {
      let failure = WireFailure(
        domain: error.domain.cut(to: WireLimit.identifier),
        code: error.code,
        text: error.text.cut(to: WireLimit.log)
      )
      message = LoadResult(
        status: Status(error.reason).rawValue,
        kind: .none,
        size: 0,
        bytes: [],
        detail: .failure(failure)
      )
      descriptors = HeldDescriptors()
    }

    /// Another answer with a detail.
    init(_ answer: Answer, detail: LoadResult.Detail) {
      var message = answer.message
      message.detail = detail
      self.message = message
      descriptors = answer.descriptors
    }

    /// Bytes in the message or beside it; a copy of many is made here.
    init(bytes: [UInt8], for form: LoadAttachment.Form) {
      guard form != .bytes || bytes.count > WireLimit.inlineBytes else {
        self.init(.inline, bytes)
        return
      }
      do throws(SystemError) {
        let memory = try SealedMemory(bytes, name: "oriel-attachment")
        // Another open file, read-only and at offset 0; the one that wrote is at the end.
        let number = memory.descriptor.withRawValue { $0 }
        let reopened = try Descriptor.open("/proc/self/fd/\(number)", .readOnly)
        self.init(reopened, size: UInt64(bytes.count))
      } catch {
        self.init(.noMemory)
      }
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
    /// `ORIEL_E_TOO_LARGE`.
    case tooLarge = -7
    /// `ORIEL_E_CANCELLED`.
    case cancelled = -9
    /// `ORIEL_E_DENIED`.
    case denied = -11
    /// `ORIEL_E_NO_MEMORY`.
    case noMemory = -12
    /// `ORIEL_E_IO`.
    case io = -13

    /// The status for a reason of the host's program.
    init(_ reason: ItemLoadError.Reason) {
      self =
        switch reason {
        case .failed: .io
        case .notFound: .notFound
        case .unsupported: .unsupported
        case .tooLarge: .tooLarge
        case .denied: .denied
        case .cancelled: .cancelled
        case .shortage: .noMemory
        }
    }
  }

  /// What a load needs.
  enum Reply: Sendable {
    /// Nothing more.
    case answer(Answer)
    /// A file, which may take its time to open.
    case file(FileOpener.Target, LoadAttachment.Form, FileAccess)
    /// A function of the host's program.
    case deferred(ItemProvider.Loader, TypeIdentifier, LoadAttachment.Form)
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
    case (.file, .bytes) where type == .fileURL, (.temporaryFile, .bytes) where type == .fileURL:
      return .answer(Answer(.unsupported))
    case (.url(let text), _):
      let bytes = Array(text.utf8)
      let fits = bytes.count <= WireLimit.inlineBytes
      return .answer(fits ? Answer(.url, bytes) : Answer(.tooLarge))
    case (.bytes(let bytes), .bytes) where bytes.count <= WireLimit.inlineBytes:
      return .answer(Answer(.inline, bytes))
    case (.bytes(let bytes), _): return .answer(memory(bytes, at: place))
    case (.file(let path), let form):
      let isWritable = mayWrite && form == .descriptor && attachments[index].access == .readWrite
      return .file(.path(path), form, isWritable ? .readWrite : .readOnly)
    case (.temporaryFile(let file), let form):
      return .file(.temporary(file), form, .readOnly)
    case (.deferred(let loader), let form): return .deferred(loader, type, form)
    case (.returned(let content), let form):
      switch content.content {
      case .bytes(let bytes) where form == .bytes && bytes.count <= WireLimit.inlineBytes:
        return .answer(Answer(.inline, bytes))
      case .bytes(let bytes): return .answer(memory(bytes, at: place))
      case .memory(let memory): return .answer(Self.reopen(memory, size: content.size))
      }
    }
  }

  /// The preview of an attachment; nil when there is none, or no such attachment.
  func preview(of attachment: UInt32) -> ItemPreview? {
    guard let index = Int(exactly: attachment), index < attachments.count else { return nil }
    return attachments[index].preview
  }

  /// Bytes in sealed memory, copied once, and read from the beginning by each load.
  private mutating func memory(_ bytes: [UInt8], at place: Place) -> Answer {
    if memories[place] == nil {
      guard let memory = try? SealedMemory(bytes, name: "oriel-attachment") else {
        return Answer(.noMemory)
      }
      memories[place] = SharedMemory(memory)
    }
    return memories[place].map { Self.reopen($0, size: UInt64(bytes.count)) } ?? Answer(.io)
  }

  /// Another open file of memory, read-only and at offset 0; the one that wrote is at the end.
  private static func reopen(_ memory: SharedMemory, size: UInt64) -> Answer {
    let number = memory.memory.descriptor.withRawValue { $0 }
    guard let reopened = try? Descriptor.open("/proc/self/fd/\(number)", .readOnly) else {
      return Answer(.io)
    }
    return Answer(reopened, size: size)
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
      let flags: OpenFlags = [.readOnly, .noFollow, .nonBlocking, .noTerminal]
      return try answer(try Descriptor.open(path, flags), form)
    } catch {
      return Answer(Status(error))
    }
  }

  /// A file that the host's program has opened: small ones in the message if bytes are wanted, else a
  /// descriptor with an offset of its own.
  static func open(_ file: OpenFile, _ form: LoadAttachment.Form) -> Answer {
    do throws(SystemError) {
      return try answer(try file.reopened(), form)
    } catch {
      return Answer(Status(error))
    }
  }

  /// An open file in the form that is wanted.
  private static func answer(
    _ file: consuming Descriptor,
    _ form: LoadAttachment.Form
  ) throws(SystemError) -> Answer {
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
  }
}

extension AttachmentServer.Status {
  /// The status for what the system says about a file.
  fileprivate init(_ error: SystemError) {
    switch error.errno {
    case .noSuchFile: self = .notFound
    case .permissionDenied, .notPermitted, .tooManySymbolicLinks: self = .denied
    case .isDirectory: self = .unsupported
    case .tooManyOpenFiles: self = .noMemory
    default: self = .io
    }
  }
}
