internal import OrielSystem
public import OrielTypes

/// One thing to give to an extension, in one or more forms that are only read when asked for.
public struct ItemProvider: Sendable {
  /// Where the bytes of a form come from.
  public enum Source: Hashable, Sendable {
    /// These bytes.
    case bytes([UInt8])
    /// The file at this path, opened at each load; the last name must not be a symbolic link.
    case file(path: String)
    /// No bytes but the text of a URL.
    case url(String)
  }

  /// One form.
  public struct Representation: Hashable, Sendable {
    /// The type.
    public var type: TypeIdentifier
    /// Where the bytes come from.
    public var source: Source

    /// Gathers the parts.
    public init(type: TypeIdentifier, source: Source) {
      self.type = type
      self.source = source
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

  /// Offers forms.
  public init(suggestedName: String? = nil, representations: [Representation]) {
    self.suggestedName = suggestedName
    self.representations = representations
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
  /// can be read shows when the extension loads it. The user must have chosen a file that is offered
  /// for writing: see `access`. `types` are those that the installed bundles declare, too.
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
