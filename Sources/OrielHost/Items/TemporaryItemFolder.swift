internal import OrielSystem

/// The folder in which this process makes files for loads; it is there from the first one on.
///
/// Each process has a folder of its own in `oriel-items-UID` in the folder for temporary files, and
/// keeps it locked as long as it lives. A folder that nobody keeps locked belongs to a process that
/// was killed, and is deleted by the next process that needs one.
final class TemporaryItemFolder: Sendable {
  /// That of this process.
  static let shared = TemporaryItemFolder(
    in: Environment.value("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
  )

  /// What there is.
  private struct State: Sendable {
    /// The folder, once it was needed.
    var folder: LockedFolder?
    /// The number of the next place.
    var next: UInt64 = 0
  }

  /// Where all processes of this user have their folders.
  private let base: String
  /// What there is.
  private let state = Lock(State())

  /// A folder that is made when it is needed, in the folder for temporary files.
  init(in directory: String) {
    base = "\(directory)/oriel-items-\(KernelFacts.effectiveUser)"
  }

  /// A path for a new file.
  func place(named name: String) throws(ItemLoadError) -> String {
    guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(UInt8(ascii: "/")),
      !name.utf8.contains(0), name.utf8.count <= 255
    else { throw ItemLoadError(.failed, "'\(name)' is no name for a temporary file") }
    do throws(SystemError) {
      return try state.withLock { (state) throws(SystemError) in
        if state.folder == nil { state.folder = try LockedFolder.make(in: base) }
        state.next += 1
        let folder = "\(state.folder?.path ?? base)/\(state.next)"
        try makePrivateDirectory(folder)
        return "\(folder)/\(name)"
      }
    } catch {
      throw ItemLoadError(
        .shortage,
        "there is no place for a temporary file in \(base): \(error)"
      )
    }
  }

  /// Deletes the folder of a place whose file is gone.
  func letGo(of path: String) {
    let isOwn = state.withLock { state in
      state.folder.map { path.hasPrefix($0.path + "/") } ?? false
    }
    guard isOwn, let slash = path.lastIndex(of: "/") else { return }
    // One that is not empty stays until the process ends.
    try? removeDirectory(at: String(path[..<slash]))
  }
}
