internal import OrielSystem

/// A file that a person wants to share.
enum InputFile {
  /// Makes sure that a path names a file that can be read, before anything is run.
  static func check(_ path: String) throws(Complaint) {
    let what = "cannot share '\(TerminalText.line(path))'"
    let status: FileStatus
    do {
      // A pipe without a writer must not make the command wait.
      let file = try Descriptor.open(path, [.readOnly, .nonBlocking, .noTerminal])
      status = try file.status()
    } catch {
      throw Complaint(.input, "\(what): \(reason(error.errno))")
    }
    switch status.kind {
    case .regular: return
    case .directory:
      throw Complaint(.input, "\(what): it is a folder; name the files in it instead")
    case .symbolicLink, .other:
      throw Complaint(.input, "\(what): it is a device, pipe or socket; only files can be shared")
    }
  }

  /// Whether something lies at a path.
  static func isThere(_ path: String) -> Bool {
    (try? Descriptor.open(path, [.pathOnly])) != nil
  }

  /// Why a file cannot be opened, and what to do.
  private static func reason(_ errno: Errno) -> String {
    switch errno {
    case .noSuchFile: "there is no such file; check the path"
    case .notDirectory: "a part of the path is not a folder; check the path"
    case .permissionDenied, .notPermitted:
      "you may not read it (\(errno.message)); change its permissions, or share a copy"
    case .noDevice: "it is a device, pipe or socket; only files can be shared"
    case .invalidArgument: "the path holds a zero byte; check the path"
    default: "\(errno.message); check the path"
    }
  }
}
