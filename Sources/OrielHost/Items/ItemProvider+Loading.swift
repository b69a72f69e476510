internal import OrielSystem
public import OrielTypes

/// Loads in this process, which sees every form.
extension ItemProvider {
  /// The first form of a type, or of one that conforms to it.
  public func firstType(
    conformingTo type: TypeIdentifier,
    types: TypeTable = .system
  ) -> TypeIdentifier? {
    representations.lazy.map(\.type).first { types.conforms($0, to: type) }
  }

  /// Whether there is a form of a type, or of one that conforms to it.
  public func hasRepresentation(
    conformingTo type: TypeIdentifier,
    types: TypeTable = .system
  ) -> Bool {
    firstType(conformingTo: type, types: types) != nil
  }

  /// Loads the first form of a type into memory.
  ///
  /// - Parameters:
  ///   - type: A registered type, or one that a registered type conforms to.
  ///   - limit: The most bytes.
  ///   - types: Tells which types conform to which; ``RegistrySnapshot/types`` also knows those that
  ///     installed bundles declare.
  ///   - progress: Hears how far a function is that makes the content, on its thread.
  /// - Returns: The bytes.
  /// - Throws: Why there are none. Cancelling the task cancels the load.
  public func bytes(
    as type: TypeIdentifier,
    limit: UInt64,
    types: TypeTable = .system,
    progress: (@Sendable (LoadProgress.Value) -> Void)? = nil
  ) async throws(ItemLoadError) -> [UInt8] {
    let loaded = try await load(type, .bytes, limit, types, progress)
    let bytes: [UInt8]
    switch loaded {
    case .bytes(let found): bytes = found
    case .url(let text): bytes = Array(text.utf8)
    case .openFile(let file):
      return try await Self.blocking { () throws(ItemLoadError) in try file.bytes(limit: limit) }
    case .file: throw ItemLoadError(.failed, "the file was not opened")
    }
    guard UInt64(bytes.count) <= limit else {
      throw ItemLoadError(.tooLarge, "the content has \(bytes.count) bytes, more than \(limit)")
    }
    return bytes
  }

  /// Loads the first form of a type as an open file.
  ///
  /// - Parameters: As for `bytes(as:limit:types:progress:)`.
  /// - Returns: The file, open for reading with an offset of its own.
  /// - Throws: Why there is none. Cancelling the task cancels the load.
  public func openFile(
    as type: TypeIdentifier,
    types: TypeTable = .system,
    progress: (@Sendable (LoadProgress.Value) -> Void)? = nil
  ) async throws(ItemLoadError) -> OpenFile {
    switch try await load(type, .file, .max, types, progress) {
    case .openFile(let file): return file
    case .bytes(let bytes):
      do throws(SystemError) {
        return OpenFile(try SealedMemory(bytes, name: "oriel-attachment").release())
      } catch {
        throw ItemLoadError(.shortage, "there is no memory for the content: \(error)")
      }
    case .url, .file: throw ItemLoadError(.unsupported, "the content is a URL")
    }
  }

  /// Loads the first form of a type as the text of a URL.
  ///
  /// A file has one under `public.file-url`, as `init(contentsOfFile:access:types:)` registers it.
  ///
  /// - Parameters: As for `bytes(as:limit:types:progress:)`.
  /// - Returns: The text.
  /// - Throws: Why there is none; a content that is no URL has none here.
  public func url(
    as type: TypeIdentifier = .url,
    types: TypeTable = .system,
    progress: (@Sendable (LoadProgress.Value) -> Void)? = nil
  ) async throws(ItemLoadError) -> String {
    guard case .url(let text) = try await load(type, .url, .max, types, progress) else {
      throw ItemLoadError(.unsupported, "the content is no URL")
    }
    return text
  }

  /// Loads the preview.
  ///
  /// - Parameters:
  ///   - size: The size that the picture should fit into.
  ///   - limits: What is too large.
  /// - Returns: The picture, whose type and size were read from its header.
  /// - Throws: Why there is none. Cancelling the task cancels the load.
  public func previewImage(
    fitting size: PixelSize,
    limits: PreviewLimits = PreviewLimits()
  ) async throws(ItemLoadError) -> PreviewImage {
    guard !Task.isCancelled else { throw ItemLoadError(.cancelled, "the load was cancelled") }
    switch preview?.source {
    case .bytes(let bytes): return try PreviewImage(bytes, limits: limits)
    case .deferred(let make):
      let bytes: [UInt8]
      do {
        bytes = try await make(ItemPreview.Context(preferredSize: size, requester: nil))
      } catch {
        throw ItemLoadError(thrown: error)
      }
      return try PreviewImage(bytes, limits: limits)
    case nil: throw ItemLoadError(.notFound, "the attachment has no preview")
    }
  }

  /// Loads the first form of a type; a file is given open.
  private func load(
    _ wanted: TypeIdentifier,
    _ form: ItemForm,
    _ limit: UInt64,
    _ types: TypeTable,
    _ progress: (@Sendable (LoadProgress.Value) -> Void)?
  ) async throws(ItemLoadError) -> ItemContent {
    guard !Task.isCancelled else { throw ItemLoadError(.cancelled, "the load was cancelled") }
    let found = representations.first { types.conforms($0.type, to: wanted) }
    guard let found else {
      throw ItemLoadError(.notFound, "there is no form of the type '\(wanted)'")
    }
    switch found.source {
    case .bytes(let bytes): return .bytes(bytes)
    case .url(let text): return .url(text)
    case .file(let path) where found.type == .fileURL && form != .file:
      return try Self.url(ofFileAt: path, form)
    case .temporaryFile(let file) where found.type == .fileURL && form != .file:
      return try Self.url(ofFileAt: file.path, form)
    case .file(let path): return .openFile(try await Self.open(path))
    case .temporaryFile(let file): return .openFile(try await Self.open(file.path, file))
    case .returned(let content):
      switch content.content {
      case .bytes(let bytes): return .bytes(bytes)
      case .memory(let memory):
        return .openFile(
          try await Self.blocking { () throws(ItemLoadError) in try memory.reopened() }
        )
      }
    case .deferred(let loader):
      let content: ItemContent
      do {
        content = try await loader(
          LoadContext(
            type: found.type,
            form: form,
            requester: nil,
            byteLimit: limit,
            progress: LoadProgress(passingTo: progress)
          )
        )
      } catch {
        throw ItemLoadError(thrown: error)
      }
      switch content {
      case .bytes, .url, .openFile: return content
      case .file(let path, .kept): return .openFile(try await Self.open(path))
      case .file(let path, _):
        return .openFile(try await Self.open(path, TemporaryFile(path: path)))
      }
    }
  }

  /// The URL of a file, which has no other bytes than those of the file's own type.
  private static func url(
    ofFileAt path: String,
    _ form: ItemForm
  ) throws(ItemLoadError) -> ItemContent {
    guard form == .url, path.hasPrefix("/") else {
      let reason = form == .url ? "the path of the file is not absolute" : "the content is a URL"
      throw ItemLoadError(.unsupported, reason)
    }
    return .url(FileURL.text(ofPath: path))
  }

  /// Opens a file on a thread of its own, since the file system may hang.
  private static func open(
    _ path: String,
    _ file: TemporaryFile? = nil
  ) async throws(ItemLoadError) -> OpenFile {
    let descriptors = try await blocking { () throws(ItemLoadError) in
      switch ChosenFile.open(path, .readOnly) {
      case .opened(let descriptors, _): return descriptors
      case .denied: throw ItemLoadError(.denied, "the file may not be opened")
      case .missing: throw ItemLoadError(.notFound, "the file is not there")
      case .noRegularFile: throw ItemLoadError(.unsupported, "it is no regular file")
      case .shortage: throw ItemLoadError(.shortage, "there are no descriptors left")
      case .failed: throw ItemLoadError(.failed, "the file could not be opened")
      }
    }
    return try OpenFile(holding: descriptors, deleting: file)
  }

  /// Work that may take long.
  private typealias Work<Value> = @Sendable () throws(ItemLoadError) -> Value

  /// Does what may take long on a thread of its own.
  ///
  /// The thread ends a moment after this returns, and has let go of the work by then: a file that goes
  /// with what the work refers to is gone when its last user says so.
  private static func blocking<Value: Sendable>(
    _ body: @escaping Work<Value>
  ) async throws(ItemLoadError) -> Value {
    let work = Lock<Work<Value>?>(body)
    let result: Result<Value, ItemLoadError> = await withCheckedContinuation { continuation in
      do throws(SystemError) {
        try Thread.start { continuation.resume(returning: Self.result(of: work)) }
      } catch {
        let error = ItemLoadError(.shortage, "there is no thread to load with: \(error)")
        continuation.resume(returning: .failure(error))
      }
    }
    return try result.get()
  }

  /// Takes the work, does it and lets go of it.
  private static func result<Value>(of work: Lock<Work<Value>?>) -> Result<Value, ItemLoadError> {
    let body = work.withLock { work in
      defer { work = nil }
      return work
    }
    do throws(ItemLoadError) {
      guard let body else { throw ItemLoadError(.failed, "the work was done before") }
      return .success(try body())
    } catch {
      return .failure(error)
    }
  }
}

extension SharedMemory {
  /// Another open file of the memory, read-only and at its beginning.
  func reopened() throws(ItemLoadError) -> OpenFile {
    let number = memory.descriptor.withRawValue { $0 }
    do throws(SystemError) {
      return OpenFile(try Descriptor.open("/proc/self/fd/\(number)", .readOnly))
    } catch {
      throw ItemLoadError(.shortage, "the content could not be opened: \(error)")
    }
  }
}
