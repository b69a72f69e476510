/// Why something may not be in a bundle that is installed.
public enum EntryRefusal: String, Error, Hashable, Sendable, CaseIterable {
  // What it is called.

  /// Its name begins with a slash.
  case absolutePath
  /// Its name goes up with `..`.
  case parentComponent
  /// Its name has a component `.`.
  case dotComponent
  /// Its name, or a component of it, is empty.
  case emptyComponent
  /// Its name holds a control character, a zero or one that turns text round.
  case controlCharacter
  /// Its name is not UTF-8.
  case notUTF8
  /// Its name has too many bytes.
  case longName
  /// It lies in too many folders.
  case tooDeep
  /// It lies outside the one bundle or container.
  case outsideBundle
  /// There are two of its name.
  case duplicate
  /// Its name differs from another one only in the case or the encoding of letters.
  case collision
  /// It lies in something that is no folder.
  case fileAsFolder

  // What it is.

  /// It is a symbolic link.
  case symbolicLink
  /// It is a hard link.
  case hardLink
  /// It is a device, pipe or socket.
  case specialFile
  /// It would run with somebody else's rights, or has the sticky bit.
  case setIDBits
  /// It has holes.
  case sparse
}

extension EntryRefusal {
  /// What is wrong, as the end of a sentence about the entry.
  var text: String {
    switch self {
    case .absolutePath: "has an absolute path"
    case .parentComponent: "leads out with '..'"
    case .dotComponent: "has '.' in its path"
    case .emptyComponent: "has an empty name in its path"
    case .controlCharacter: "has a control character in its name"
    case .notUTF8: "has a name that is not UTF-8"
    case .longName:
      "has a name of more than \(BundlePath.longestName) bytes, or a path of more than "
        + "\(BundlePath.longest)"
    case .tooDeep: "lies in more than \(BundlePath.deepest) folders"
    case .outsideBundle: "lies outside the bundle"
    case .duplicate: "is there twice"
    case .collision: "differs from another entry only in the case or encoding of letters"
    case .fileAsFolder: "is both a file and a folder"
    case .symbolicLink: "is a symbolic link, which a bundle may not hold"
    case .hardLink: "is a hard link, which a bundle may not hold"
    case .specialFile: "is a device, pipe or socket"
    case .setIDBits: "has a set-user-id, set-group-id or sticky bit"
    case .sparse: "is stored with holes"
    }
  }
}
