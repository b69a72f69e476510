internal import OrielManifest
internal import OrielSystem
internal import OrielText

/// Why an extension could not be installed or removed; nothing was changed.
public struct InstallationError: Error, Hashable, Sendable {
  /// What went wrong, as a word for programs.
  public enum Code: Hashable, Sendable {
    /// What is to be installed is not there, cannot be read, or is neither bundle nor archive.
    case source
    /// What is to be installed changed while it was copied.
    case changed
    /// Something in it may not be in a bundle.
    case refused(EntryRefusal)
    /// It holds too many files, too many bytes, or too many bytes for the size of the archive.
    case tooLarge
    /// The archive is encrypted.
    case encrypted
    /// The archive is cut off or damaged.
    case corrupt
    /// The file is no archive that can be unpacked.
    case noArchive
    /// The instance that unpacked the archive failed, or what it returned is not to be believed.
    case unpacker
    /// The service that unpacks archives is missing, or the sandbox cannot be set up.
    case sandbox
    /// The extension is broken, or does not fit this system.
    case unusable
    /// Another extension has its name or its identifier.
    case conflict
    /// The folder for extensions cannot be used.
    case folder
    /// Another program installs or removes the same extension, or gives one its place, right now.
    case busy
    /// The file system does not take what is written, as when it is full.
    case notWritable
    /// There is nothing to remove.
    case notInstalled
    /// The task was cancelled.
    case cancelled
  }

  /// What went wrong.
  public let code: Code
  /// What went wrong, where, why, and what to do, as one sentence without a full stop.
  public let description: String

  /// Describes what went wrong.
  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  /// An entry that may not be there.
  init(_ refusal: EntryRefusal, entry: [UInt8], of source: String) {
    let name = Printable.text(String(decoding: entry.prefix(1100), as: UTF8.self), limit: 256)
    self.init(
      .refused(refusal),
      "\(source) is refused: '\(name)' \(refusal.text); ask whoever made it for another one"
    )
  }

  /// A call that failed on what is written.
  init(writing path: String, _ error: SystemError) {
    let advice =
      switch error.errno {
      case .busy: "unmount what is mounted there"
      case .noSpace, .quotaExceeded: "make room and try again"
      case .readOnlyFileSystem: "use a folder that can be written"
      default: "look at that path and its permissions, or use another folder"
      }
    self.init(
      .notWritable,
      "\(Printable.text(path, limit: 512)) cannot be written: \(error); \(advice)"
    )
  }

  /// A call that failed on what is read.
  init(reading path: String, _ error: SystemError) {
    let advice = error.errno == .noSuchFile ? "check the path" : "look at its permissions"
    self.init(
      .source,
      "\(Printable.text(path, limit: 512)) cannot be read: \(error); \(advice)"
    )
  }
}

extension InstallationError: CustomStringConvertible {}
