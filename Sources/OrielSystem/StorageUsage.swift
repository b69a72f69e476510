internal import CShims
internal import Glibc

/// What a directory holds, with everything below it.
package struct StorageUsage: Hashable, Sendable {
  /// Why a directory could not be looked at to its end.
  package enum Flaw: Hashable, Sendable {
    /// There are more entries than were to be counted.
    case tooManyEntries
    /// Directories are nested deeper than they were to be followed.
    case tooDeep
    /// A directory in it may not be read.
    case unreadable
  }

  /// The bytes: of each file what is stored of it or its length, whichever is more.
  package fileprivate(set) var bytes: UInt64 = 0
  /// The entries of all directories.
  package fileprivate(set) var entries = 0
  /// Why what is told here is not everything.
  package fileprivate(set) var flaw: Flaw?
  /// The files that were gone when they were looked at: moved or removed, with what is in them.
  package fileprivate(set) var missedFiles = 0
  /// The directories that were gone when they were looked at, with everything below them.
  package fileprivate(set) var missedDirectories = 0
}

extension Descriptor {
  /// Measures this directory.
  ///
  /// No link is followed, names may hold any bytes, and whatever somebody changes meanwhile, time and
  /// memory are bounded by the number of entries. Nobody can tell from access times that it was done.
  package borrowing func storageUsage(
    entryLimit: Int,
    depthLimit: Int
  ) throws(SystemError) -> StorageUsage {
    var walk = StorageWalk(entryLimit: entryLimit, depthLimit: depthLimit)
    try withRawValue { (number) throws(SystemError) in try walk.run(from: number) }
    return walk.usage
  }

  /// The bytes that an ordinary user can still store on the file system, and its size.
  package borrowing func space() throws(SystemError) -> (free: UInt64, total: UInt64) {
    var status = statvfs()
    // The structure outlives the call that fills it.
    guard withRawValue({ unsafe fstatvfs($0, &status) }) == 0 else {
      throw SystemError("fstatvfs", .current)
    }
    let unit = UInt64(status.f_frsize)
    return (UInt64(status.f_bavail) &* unit, UInt64(status.f_blocks) &* unit)
  }
}

/// A walk through a directory, depth first.
private struct StorageWalk {
  /// A directory to look into.
  private struct Pending {
    /// How many directories lie above it.
    let depth: Int
    /// Its name, as bytes that end with a zero.
    let name: [CChar]
  }

  private let entryLimit: Int
  private let depthLimit: Int
  private(set) var usage = StorageUsage()
  private var pending: [Pending] = []
  /// The names of the directories above and of the one that is looked into.
  private var path: [[CChar]] = []

  init(entryLimit: Int, depthLimit: Int) {
    self.entryLimit = entryLimit
    self.depthLimit = depthLimit
  }

  mutating func run(from root: Int32) throws(SystemError) {
    // Names end with a zero: this one is ".".
    pending = [Pending(depth: 0, name: [46, 0])]
    while usage.flaw == nil, let next = pending.popLast() {
      path.removeSubrange(min(next.depth, path.count)...)
      path.append(next.name)
      guard let directory = try open(from: root) else { continue }
      try look(into: directory, depth: next.depth)
    }
  }

  /// Opens the directory that the path leads to; nil when it is gone or cannot be looked at.
  private mutating func open(from root: Int32) throws(SystemError) -> Descriptor? {
    var joined: [CChar] = []
    for name in path { joined += name.dropLast() + [CChar(47)] }
    joined.append(0)
    let flags = UInt64(UInt32(bitPattern: O_RDONLY | O_DIRECTORY | O_NOFOLLOW))
    let noAccessTime: UInt64 = 0o1000000
    let resolve = UInt64(ORIEL_SHIM_RESOLVE_BENEATH | ORIEL_SHIM_RESOLVE_NO_SYMLINKS)
    // The path ends with a zero and outlives the call.
    var result = unsafe oriel_shim_openat2(root, joined, flags | noAccessTime, 0, resolve)
    if result == -EPERM {
      // Only the owner may keep the access time as it is; the same path as above.
      result = unsafe oriel_shim_openat2(root, joined, flags, 0, resolve)
    }
    switch result {
    case -ENOENT, -ENOTDIR, -ELOOP: usage.missedDirectories += 1
    case -EACCES: usage.flaw = .unreadable
    case -ENAMETOOLONG: usage.flaw = .tooDeep
    default: return Descriptor(owning: try checked("openat2", result))
    }
    return nil
  }

  /// Counts the entries of one directory and notes those that are directories.
  private mutating func look(
    into directory: consuming Descriptor,
    depth: Int
  ) throws(SystemError) {
    let number = directory.release()
    // The number is open and belongs to nobody else; the stream takes it over.
    guard let stream = unsafe fdopendir(number) else {
      let error = SystemError("fdopendir", .current)
      _ = close(number)
      throw error
    }
    // The stream is open until the end of this function.
    defer { unsafe closedir(stream) }
    while true {
      errno = 0
      // The entry lives until the next call on this stream.
      guard let entry = unsafe readdir(stream) else { break }
      // The name ends with a zero inside the entry.
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) }
      }
      if name == [46] || name == [46, 46] { continue }
      let kind = unsafe entry.pointee.d_type
      usage.entries += 1
      guard usage.entries <= entryLimit else {
        usage.flaw = .tooManyEntries
        return
      }
      count(name + [0], in: number, depth: depth, kind)
      if usage.flaw != nil { return }
    }
    if errno != 0 { throw SystemError("readdir", .current) }
  }

  /// Counts one entry; one that is gone by now is only known to have been missed.
  private mutating func count(_ name: [CChar], in directory: Int32, depth: Int, _ kind: UInt8) {
    var status = stat()
    // The name ends with a zero, and both outlive the call.
    guard unsafe fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      // Not every file system tells the kind, and a directory can hold more.
      if kind == UInt8(DT_REG) { usage.missedFiles += 1 } else { usage.missedDirectories += 1 }
      return
    }
    let stored = UInt64(clamping: status.st_blocks).multipliedReportingOverflow(by: 512)
    let isDirectory = status.st_mode & S_IFMT == S_IFDIR
    // A file with holes may fill up, and some file systems do not tell what is stored.
    let length = isDirectory ? 0 : UInt64(clamping: status.st_size)
    let size = max(stored.overflow ? .max : stored.partialValue, length)
    let (sum, overflow) = usage.bytes.addingReportingOverflow(size)
    usage.bytes = overflow ? .max : sum
    guard isDirectory else { return }
    if depth + 1 >= depthLimit {
      usage.flaw = .tooDeep
    } else {
      pending.append(Pending(depth: depth + 1, name: name))
    }
  }
}
