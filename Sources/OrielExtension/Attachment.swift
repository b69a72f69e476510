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
  /// - Parameter type: A registered type, or one that a registered type conforms to.
  /// - Returns: The content.
  /// - Throws: Why there is no content.
  public func bytes(as type: ContentType) async throws(LoadError) -> [UInt8] {
    let content = try await Load.run(self, type: type, form: ORIEL_FORM_BYTES)
    guard case .bytes(let bytes) = content else { throw .failed(status: ORIEL_E_INTERNAL) }
    return bytes
  }

  /// Loads the content as an open file, read-only, at offset 0.
  ///
  /// - Parameter type: A registered type, or one that a registered type conforms to.
  /// - Returns: The owner of the descriptor.
  /// - Throws: Why there is no content.
  public func descriptor(as type: ContentType) async throws(LoadError) -> LoadedDescriptor {
    let content = try await Load.run(self, type: type, form: ORIEL_FORM_DESCRIPTOR)
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
  /// - Parameter type: A registered type, or one that a registered type conforms to.
  /// - Returns: The URL's text.
  /// - Throws: Why there is no content.
  public func url(as type: ContentType) async throws(LoadError) -> String {
    let content = try await Load.run(self, type: type, form: ORIEL_FORM_URL)
    guard case .bytes(let bytes) = content else { throw .failed(status: ORIEL_E_INTERNAL) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
