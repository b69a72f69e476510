/// The names of what was in a bundle so far, which finds what may not be in one.
///
/// It is the same for archives and folders: what one of them may hold, the other one may.
///
/// A name that differs from another one in case or normalisation alone is the same file on some
/// other file systems, and the same to the eye.
struct BundleNames {
  /// What a path stands for.
  private struct Known {
    /// The path as it was written, byte for byte.
    let bytes: [UInt8]
    /// Whether it is a folder.
    let isFolder: Bool
    /// Whether there was an entry of its own for it.
    var isExplicit: Bool
  }

  /// What is known, by the path without case; equal strings are so whatever their normalisation.
  private var known: [String: Known] = [:]

  /// Adds an entry, with the permissions that it has.
  mutating func add(
    _ path: BundlePath,
    isFolder: Bool,
    mode: UInt32
  ) throws(EntryRefusal) {
    // Folders of a shared group often have the bit; it is left out with the rest of their modes.
    guard mode & (isFolder ? 0o5000 : 0o7000) == 0 else { throw .setIDBits }
    for folder in path.folders { try add(folder, isFolder: true, isExplicit: false) }
    try add(path, isFolder: isFolder, isExplicit: true)
  }

  /// Adds a path, which is explicit when there is an entry for it.
  private mutating func add(
    _ path: BundlePath,
    isFolder: Bool,
    isExplicit: Bool
  ) throws(EntryRefusal) {
    let bytes = Array(path.text.utf8)
    // To and fro, which makes one of letters that have several forms in one of the cases.
    let key = path.text.lowercased().uppercased().lowercased()
    guard let found = known[key] else {
      known[key] = Known(bytes: bytes, isFolder: isFolder, isExplicit: isExplicit)
      return
    }
    guard found.bytes == bytes else { throw .collision }
    guard found.isFolder == isFolder else { throw .fileAsFolder }
    guard !(isExplicit && found.isExplicit) else { throw .duplicate }
    if isExplicit { known[key]?.isExplicit = true }
  }
}
