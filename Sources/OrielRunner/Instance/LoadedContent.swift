internal import COriel
internal import Glibc
internal import OrielSystem
internal import OrielWire

/// What a load gave, in the form that was asked for.
final class LoadedContent: Sendable {
  /// The form.
  let form: LoadAttachment.Form
  /// The bytes or the URL's text; empty for a descriptor.
  let bytes: StableBytes
  /// The load that the host must hear of when this is given back, or 0.
  let held: UInt64
  /// What is known of a picture.
  let picture: Picture?
  private let descriptor: Lock<Int32>

  /// What the host says of a picture.
  struct Picture: Sendable {
    let type: StableBytes
    let width: UInt32
    let height: UInt32
  }

  private init(
    _ form: LoadAttachment.Form,
    bytes: StableBytes,
    descriptor: Int32 = -1,
    held: UInt64,
    picture: Picture? = nil
  ) {
    self.form = form
    self.bytes = bytes
    self.held = held
    self.picture = picture
    self.descriptor = Lock(descriptor)
  }

  deinit {
    let number = descriptor.withLock { $0 }
    if number >= 0 { close(number) }
  }

  /// Gives the descriptor away; -1 when there is none.
  func takeDescriptor() -> Int32 {
    descriptor.withLock { number in
      defer { number = -1 }
      return number
    }
  }

  /// Brings the host's answer into the form that was asked for.
  convenience init(
    _ result: LoadResult,
    descriptor: consuming Descriptor?,
    form: LoadAttachment.Form,
    suggestedName: String?,
    identifier: UInt64
  ) throws(Status) {
    guard result.status == ORIEL_OK else { throw Status(code: result.status) }
    let held = result.detail == .held ? identifier : 0
    switch (form, result.kind) {
    case (.bytes, .inline), (.bytes, .url), (.url, .url):
      let bytes = StableBytes(result.bytes)
      self.init(form, bytes: bytes, held: held, picture: Picture(result.detail))
    case (.bytes, .descriptor):
      guard let descriptor else { throw .internal }
      let bytes = try Self.readAll(descriptor)
      self.init(form, bytes: bytes, held: held, picture: Picture(result.detail))
    case (.descriptor, .descriptor):
      guard let descriptor else { throw .internal }
      let number = descriptor.release()
      self.init(form, bytes: StableBytes([]), descriptor: number, held: held)
    case (.descriptor, .inline), (.descriptor, .url):
      let memory = try Self.io { () throws(SystemError) in
        try SealedMemory(result.bytes, name: "oriel-attachment")
      }
      let number = memory.release().release()
      self.init(form, bytes: StableBytes([]), descriptor: number, held: held)
    case (.url, .inline):
      let url = try TemporaryCopy.make(
        named: suggestedName,
        identifier: identifier,
        of: .bytes(result.bytes)
      )
      self.init(form, bytes: StableBytes(url), held: held)
    case (.url, .descriptor):
      guard let descriptor else { throw .internal }
      let url = try TemporaryCopy.make(
        named: suggestedName,
        identifier: identifier,
        of: .file(descriptor.withRawValue { $0 })
      )
      self.init(form, bytes: StableBytes(url), held: held)
    case (_, .none):
      throw .internal
    }
  }

  /// Runs a system call for a load.
  static func io<Value: ~Copyable>(_ body: () throws(SystemError) -> Value) throws(Status) -> Value
  {
    do {
      return try body()
    } catch {
      switch error.errno {
      case .tooManyOpenFiles: throw .noMemory
      case .fileTooLarge: throw .tooLarge
      default: throw .io
      }
    }
  }

  private static func readAll(_ descriptor: borrowing Descriptor) throws(Status) -> StableBytes {
    let status = try io { () throws(SystemError) in try descriptor.status() }
    guard let size = Int(exactly: status.identity.size) else { throw .tooLarge }
    // Half of the address space is left to the extension itself.
    guard UInt64(size) <= (Instance.current.bundle.limit(ORIEL_LIMIT_MEMORY) ?? .max) / 2 else {
      throw .tooLarge
    }
    guard let bytes = descriptor.withRawValue({ StableBytes(reading: $0, size: size) }) else {
      throw .io
    }
    return bytes
  }
}

extension LoadedContent.Picture {
  /// What a host says of a picture; nil when it says nothing.
  fileprivate init?(_ detail: LoadResult.Detail) {
    guard case .picture(let type, let width, let height) = detail else { return nil }
    self.init(type: StableBytes(type), width: width, height: height)
  }
}
