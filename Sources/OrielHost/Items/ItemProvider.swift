internal import OrielSystem
public import OrielTypes

/// One thing to give to an extension, in one or more forms that are only read when asked for.
///
/// The forms are alternatives of one thing, the one with the highest fidelity first; different things
/// are different attachments of an item.
public struct ItemProvider: Sendable {
  /// Where the content of a form comes from.
  public enum Source: Sendable {
    /// These bytes.
    case bytes([UInt8])
    /// The file at this path, opened at each load; the last name must not be a symbolic link.
    case file(path: String)
    /// A file that is deleted when nothing refers to it any more.
    case temporaryFile(TemporaryFile)
    /// No bytes but the text of a URL.
    case url(String)
    /// What a function gives, called for each load and never before.
    case deferred(Loader)
    /// What an extension gave back.
    case returned(ReturnedRepresentation)
  }

  /// Makes the content of a form when it is asked for.
  ///
  /// It runs in a task of its own, once for each load. The task is cancelled when nobody waits any
  /// more: the extension gave up, the request ended, or its host cancelled it; what comes after that
  /// is dropped. What it throws fails that load only: an ``ItemLoadError`` reaches the extension as
  /// it is, any other error by its type and description. One that never returns holds up its own
  /// load until the request ends, and nothing else.
  public typealias Loader = @Sendable (LoadContext) async throws -> ItemContent

  /// One form.
  public struct Representation: Sendable {
    /// The type.
    public var type: TypeIdentifier
    /// Where the content comes from.
    public var source: Source
    /// Who may see the form.
    public var visibility: ItemVisibility

    /// Gathers the parts.
    public init(type: TypeIdentifier, source: Source, visibility: ItemVisibility = .all) {
      self.type = type
      self.source = source
      self.visibility = visibility
    }
  }

  /// A name for a file that holds the thing.
  public var suggestedName: String?
  /// The forms, the best first.
  public var representations: [Representation]
  /// What the extension may do with the files of forms, as far as it was granted.
  ///
  /// A file is opened for writing too when this is `.readWrite`, the extension was granted
  /// `user-selected-files:read-write`, it asks for a descriptor, and this process may write the file;
  /// else for reading. What an extension loads as bytes or as a URL is a copy in any case.
  public var access: FileAccess = .readOnly
  /// A small picture of the thing.
  public var preview: ItemPreview?

  /// Offers forms.
  public init(suggestedName: String? = nil, representations: [Representation]) {
    self.suggestedName = suggestedName
    self.representations = representations
  }

  /// Offers a form that a function makes when it is asked for.
  public init(
    type: TypeIdentifier,
    suggestedName: String? = nil,
    visibility: ItemVisibility = .all,
    load: @escaping Loader
  ) {
    self.init(suggestedName: suggestedName, representations: [])
    register(type, visibility: visibility, load: load)
  }

  /// Adds a form after those that there are, to be made when it is asked for.
  public mutating func register(
    _ type: TypeIdentifier,
    visibility: ItemVisibility = .all,
    load: @escaping Loader
  ) {
    representations.append(
      Representation(type: type, source: .deferred(load), visibility: visibility)
    )
  }

  /// Offers bytes of a type.
  public init(_ bytes: [UInt8], type: TypeIdentifier, suggestedName: String? = nil) {
    self.init(
      suggestedName: suggestedName,
      representations: [Representation(type: type, source: .bytes(bytes))]
    )
  }

  /// Offers a URL.
  public init(url: String) {
    self.init(representations: [Representation(type: .url, source: .url(url))])
  }

  /// Offers a file, by the type that its name or its content tells and as a file URL.
  ///
  /// Symbolic links are followed now, so that a link put in place later is not. Whether the file
  /// can be read shows when the extension loads it.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - access: What the extension may do with the file, see ``access``; the user must have chosen
  ///     one that is offered for writing.
  ///   - types: Tells the type of a file; ``RegistrySnapshot/types`` also knows the suffixes that
  ///     installed bundles declare.
  public init(
    contentsOfFile path: String,
    access: FileAccess = .readOnly,
    types: TypeTable = .system
  ) {
    let resolved = (try? canonicalPath(path)) ?? path
    let name = path.split(separator: "/").last.map(String.init)
    let type = types.type(ofFileAt: path)
    self.init(
      suggestedName: name,
      representations: [
        Representation(type: type, source: .file(path: resolved)),
        Representation(type: .fileURL, source: .file(path: resolved)),
      ]
    )
    self.access = access
  }
}
