internal import OrielSystem

/// The folder that returned attachments are written to.
///
/// All of them appear, each complete, or none does. A file that is there already is never replaced:
/// the new one gets a number.
final class OutputFolder {
  /// The most numbers that are tried for one name.
  private static let mostNumbers = 10_000

  /// The folder.
  private let folder: Descriptor
  /// The folder as the person named it.
  private let path: String

  /// Opens a folder and makes sure, before anything is run, that files can be made in it.
  init(path: String) throws(Complaint) {
    self.path = path
    do {
      folder = try Self.openTried(path)
    } catch {
      throw Self.unusable(path, error.errno)
    }
  }

  /// Opens a folder and begins a file in it that is thrown away.
  private static func openTried(_ path: String) throws(SystemError) -> Descriptor {
    let folder = try Descriptor.open(path, [.readOnly, .directory])
    let trial = try StagedFile(in: folder)
    trial.discard(in: folder)
    return folder
  }

  /// Writes files and gives the paths they got, in the same order.
  func write(_ files: [(name: FileName, bytes: [UInt8])]) throws(Complaint) -> [String] {
    var published: [String] = []
    do {
      // Everything is on the storage before the first name appears.
      var staged = Stage()
      defer { staged.discardAll(in: folder) }
      for file in files { try staged.add(file.bytes, in: folder) }
      for (index, file) in files.enumerated() {
        published.append(try staged.publish(index, as: file.name, in: folder))
      }
      try folder.synchronize()
    } catch {
      for name in published { try? folder.removeFile(name) }
      throw Complaint(
        .output,
        "cannot write what came back to '\(TerminalText.line(path))': \(error.errno.message); "
          + "nothing was written, make room or name another folder with --output"
      )
    }
    return published.map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
  }

  /// Why a folder cannot be used, and what to do.
  private static func unusable(_ path: String, _ errno: Errno) -> Complaint {
    let what = "cannot write to the folder '\(TerminalText.line(path))'"
    return switch errno {
    case .noSuchFile:
      Complaint(.input, "\(what): it does not exist; make it, or name another with --output")
    case .notDirectory:
      Complaint(.input, "\(what): it is a file; name a folder with --output")
    case .permissionDenied, .notPermitted, .readOnlyFileSystem:
      Complaint(.input, "\(what): \(errno.message); name a folder you may write to with --output")
    case .noSpace, .quotaExceeded:
      Complaint(.input, "\(what): \(errno.message); make room, or name another with --output")
    default:
      Complaint(.input, "\(what): \(errno.message); name another with --output")
    }
  }

  /// The files that are written and not yet visible.
  private struct Stage: ~Copyable {
    /// The files; an array cannot hold values that are not copied, so each sits in a box.
    private var files: [Box] = []

    /// Writes one more file.
    mutating func add(_ bytes: [UInt8], in folder: borrowing Descriptor) throws(SystemError) {
      let box = Box(try StagedFile(in: folder))
      files.append(box)
      try box.file.fill(with: bytes)
    }

    /// Makes a file visible under the first free number of a name, and gives the name.
    func publish(
      _ index: Int,
      as name: FileName,
      in folder: borrowing Descriptor
    ) throws(SystemError) -> String {
      for number in 0..<OutputFolder.mostNumbers {
        let candidate = name.numbered(number)
        do {
          try files[index].file.publish(as: candidate, in: folder)
          files[index].isPublished = true
          return candidate
        } catch {
          guard error.errno == .fileExists else { throw error }
        }
      }
      throw SystemError("linkat", .fileExists)
    }

    /// Removes the files that did not become visible.
    func discardAll(in folder: borrowing Descriptor) {
      for box in files where !box.isPublished { box.file.discard(in: folder) }
    }
  }

  /// Holds one staged file.
  private final class Box {
    /// The file.
    let file: StagedFile
    /// Whether the file is visible under its name.
    var isPublished = false

    /// Takes a file over.
    init(_ file: consuming StagedFile) { self.file = file }
  }
}
