/// What a function of an item provider gives.
public enum ItemContent: Sendable {
  /// Bytes; no more than the context's limit.
  case bytes([UInt8])
  /// A file, and how long it is there; the last name must not be a symbolic link.
  case file(path: String, lifetime: FileLifetime = .kept)
  /// An open regular file, also one without a name; whoever loads it gets an offset of its own.
  case openFile(OpenFile)
  /// The text of a URL.
  case url(String)
}

/// How long a file is there that was made for a load.
///
/// Whatever happens to the extension, such a file is deleted once, by the host's process. When that
/// process itself is killed, the files in ``LoadContext/temporaryFile(named:)`` are deleted by the
/// next process that makes such files; all others stay.
public enum FileLifetime: String, Hashable, Sendable, CaseIterable {
  /// It is the program's own, and stays.
  case kept
  /// It is deleted when the request has ended, its instance included.
  case untilRequestEnds
  /// It is deleted when the extension has released what it loaded, and with the request at the
  /// latest.
  case untilReleased
}

/// The form in which a content is wanted.
public enum ItemForm: String, Hashable, Sendable, CaseIterable {
  /// Bytes in memory.
  case bytes
  /// An open file.
  case file
  /// The text of a URL.
  case url
}
