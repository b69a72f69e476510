internal import OrielSystem

/// The shared-mime-info database of the system: types, what they are special cases of, and how files
/// show them.
public struct MIMEDatabase: Sendable {
  /// A file that could not be used, or only in part.
  public struct Problem: Hashable, Sendable {
    /// The path of the file.
    public let file: String
    /// What is wrong, as a sentence without its full stop.
    public let reason: String
  }

  /// The files, the user's own first.
  let caches: [MIMECache]
  /// What could not be used.
  public let problems: [Problem]

  /// The database without any file.
  public static let empty = MIMEDatabase(caches: [], problems: [])

  /// The database of this user on this system, read once at its first use.
  public static let system = MIMEDatabase(dataDirectories: systemDataDirectories)

  /// Gathers the parts.
  init(caches: [MIMECache], problems: [Problem]) {
    self.caches = caches
    self.problems = problems
  }

  /// Reads the `mime/mime.cache` files of data directories, where they are there.
  ///
  /// The files are read, not mapped: one that another program cuts would kill this process.
  ///
  /// - Parameter directories: Absolute paths, the most important first.
  public init(dataDirectories directories: [String]) {
    var caches: [MIMECache] = []
    var problems: [Problem] = []
    var known: Set<String> = []
    for directory in directories.prefix(Self.greatestDirectoryCount)
    where known.insert(directory).inserted {
      let file = directory + "/mime/mime.cache"
      do throws(FileFault) {
        guard let cache = try Self.cache(at: file) else { continue }
        problems += cache.cuts.map { Problem(file: file, reason: $0) }
        caches.append(cache)
      } catch {
        problems.append(Problem(file: file, reason: error.reason))
      }
    }
    self.init(caches: caches, problems: problems)
  }

  /// The most directories that are looked at.
  private static let greatestDirectoryCount = 64

  /// Why a file cannot be used.
  private struct FileFault: Error {
    /// The reason.
    let reason: String
  }

  /// The cache in a file, or nothing when there is no such file.
  private static func cache(at path: String) throws(FileFault) -> MIMECache? {
    let bytes: [UInt8]
    do {
      let file = try Descriptor.open(path, [.readOnly, .nonBlocking, .noTerminal])
      let status = try file.status()
      guard status.kind == .regular else { throw FileFault(reason: "it is no plain file") }
      guard status.identity.size <= UInt64(MIMECache.greatestSize) else {
        throw FileFault(reason: "it has more than \(MIMECache.greatestSize) bytes")
      }
      var buffer = [UInt8](repeating: 0, count: Int(status.identity.size))
      let count = try file.read(into: &buffer, at: 0)
      bytes = Array(buffer.prefix(count))
    } catch let fault as FileFault {
      throw fault
    } catch let error as SystemError {
      if error.errno == .noSuchFile || error.errno == .notDirectory { return nil }
      throw FileFault(reason: "it cannot be read: \(error)")
    } catch {
      throw FileFault(reason: "it cannot be read: \(error)")
    }
    do { return try MIMECache(bytes) } catch { throw FileFault(reason: error.description) }
  }

  /// The data directories of the XDG base directory specification, the user's own first.
  static var systemDataDirectories: [String] {
    /// The value of a variable, unless it is empty.
    func value(_ name: String) -> String? {
      Environment.usersValue(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    var directories: [String] = []
    if let own = value("XDG_DATA_HOME") {
      directories.append(own)
    } else if let home = value("HOME") {
      directories.append(home + "/.local/share")
    }
    let shared = value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    directories += shared.split(separator: ":").map(String.init)
    // The specification has relative paths ignored.
    return directories.filter { $0.hasPrefix("/") }
  }
}

extension MIMECache.Refusal: CustomStringConvertible {
  /// What is wrong, as a sentence without its full stop.
  var description: String {
    switch self {
    case .tooShort(let count): "it has \(count) bytes only, which is less than a header"
    case .tooLong(let count): "it has \(count) bytes, more than \(MIMECache.greatestSize)"
    case .version(let major, let minor):
      "it has the version \(major).\(minor); versions 1.1 and 1.2 can be read"
    }
  }
}
