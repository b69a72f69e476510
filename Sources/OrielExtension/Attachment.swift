internal import COriel

/// One thing that an item carries, in one or more types.
///
/// Nothing is loaded before it is asked for, and nothing is converted: the caller names the type and
/// the form. A type may be general: `.image` loads the first registered type that conforms to it.
public struct Attachment: Sendable {
  /// The types in which the content can be loaded, the best first.
  public let types: [ContentType]

  /// The file name to suggest for the content, without a folder.
  public let suggestedName: String?

  /// The attachment's handle.
  let handle: oriel_attachment

  /// The host that loads.
  let host: Host

  /// The first registered type that is `type` or conforms to it.
  ///
  /// - Parameter type: A general type such as `.image`, or a precise one.
  /// - Returns: One of `types`, or nil when none conforms.
  public func firstType(conformingTo type: ContentType) -> ContentType? {
    let handle = handle
    let attachments = host.attachments
    return host.optionalText { out in
      // The type's bytes live until the call returns, and `out` is a local variable.
      withHostBytes(type.rawValue.utf8) { unsafe attachments.conforming_type(handle, $0, out) }
    }.map(ContentType.init(rawValue:))
  }

  /// Whether one of the types is `type` or conforms to it.
  ///
  /// - Parameter type: A general type such as `.image`, or a precise one.
  /// - Returns: Whether the content can be loaded as `type`.
  public func conforms(to type: ContentType) -> Bool { firstType(conformingTo: type) != nil }

  /// Loads the content into memory.
  ///
  /// - Parameters:
  ///   - type: A registered type, or one that a registered type conforms to.
  ///   - progress: Hears how far the host is, about 20 times a second at most, on the Oriel thread:
  ///     it must return soon.
  /// - Returns: The content.
  /// - Throws: Why there is no content.
  public func bytes(
    as type: ContentType,
    progress: (@Sendable (LoadProgress) -> Void)? = nil
  ) async throws(LoadError) -> [UInt8] {
    let wanted = Load.Wanted.content(type, form: ORIEL_FORM_BYTES)
    let content = try await Load.run(self, wanted, progress: progress)
    guard case .bytes(let bytes) = content else { throw .failed(status: ORIEL_E_INTERNAL) }
    return bytes
  }

  /// Loads the content as an open file, read-only, at offset 0.
  ///
  /// - Parameters:
  ///   - type: A registered type, or one that a registered type conforms to.
  ///   - progress: Hears how far the host is, about 20 times a second at most, on the Oriel thread:
  ///     it must return soon.
  /// - Returns: The owner of the descriptor.
  /// - Throws: Why there is no content.
  public func descriptor(
    as type: ContentType,
    progress: (@Sendable (LoadProgress) -> Void)? = nil
  ) async throws(LoadError) -> LoadedDescriptor {
    let wanted = Load.Wanted.content(type, form: ORIEL_FORM_DESCRIPTOR)
    let content = try await Load.run(self, wanted, progress: progress)
    guard case .descriptor(let descriptor, let token) = content else {
      throw .failed(status: ORIEL_E_INTERNAL)
    }
    return LoadedDescriptor(descriptor: descriptor, token: token, host: host)
  }

  /// Loads the content as the text of a URL.
  ///
  /// For a file it is the `file:` URL of a copy that lives as long as the request; for an attachment
  /// that is a URL it is that URL.
  ///
  /// - Parameters:
  ///   - type: A registered type, or one that a registered type conforms to.
  ///   - progress: Hears how far the host is, about 20 times a second at most, on the Oriel thread:
  ///     it must return soon.
  /// - Returns: The URL's text.
  /// - Throws: Why there is no content.
  public func url(
    as type: ContentType,
    progress: (@Sendable (LoadProgress) -> Void)? = nil
  ) async throws(LoadError) -> String {
    let wanted = Load.Wanted.content(type, form: ORIEL_FORM_URL)
    let content = try await Load.run(self, wanted, progress: progress)
    guard case .bytes(let bytes) = content else { throw .failed(status: ORIEL_E_INTERNAL) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Loads a small picture of what the attachment holds.
  ///
  /// - Parameters:
  ///   - width: The width that the picture should fit into, in pixels.
  ///   - height: The height that it should fit into.
  /// - Returns: The picture, which may have another size.
  /// - Throws: Why there is none; `noSuchType` or a failure of that kind where the host has none.
  public func preview(width: UInt32, height: UInt32) async throws(LoadError) -> Preview {
    let content = try await Load.run(self, .preview(width: width, height: height))
    guard case .preview(let preview) = content else { throw .failed(status: ORIEL_E_INTERNAL) }
    return preview
  }
}
