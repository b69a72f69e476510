internal import CShims
internal import Glibc
internal import OrielSystem
internal import OrielWire

/// A private copy of a bundle that lies on a file system from which nothing may be executed.
///
/// Such a file system refuses to map code, and the restriction cannot be lifted in a user namespace.
/// The copy lives in memory as long as the instance, and is read-only before the instance sees it.
struct BundleCopy: ~Copyable {
  /// The most bytes, files and nested folders that are copied.
  private static let maximumSize: UInt64 = 256 * 1024 * 1024
  private static let maximumFiles = 4096
  private static let maximumDepth = 16

  private let launch: Launch
  private let root: Descriptor
  private var size: UInt64 = 0
  private var files = 0
  private var executable: WireFileIdentity?

  /// Copies a bundle whose library must still be the one that the host checked.
  ///
  /// Gives the detached tree, and the launch with the identity of the library's copy.
  static func make(
    of bundle: borrowing Descriptor,
    for launch: Launch
  ) throws(SystemError) -> Made {
    var copy = BundleCopy(launch: launch, root: try emptyFileSystem())
    // The bundle was opened as a place only; this opens it for reading.
    let folder = try bundle.open(".", [.readOnly, .directory])
    try copy.copyFolder(folder, to: "", depth: 0)
    guard let executable = copy.executable else {
      throw SystemError("copying the library", Errno(rawValue: ESTALE))
    }
    var copied = launch
    copied.executable = executable
    return Made(tree: copy.takeRoot(), launch: copied)
  }

  /// A copy that was made.
  struct Made: ~Copyable {
    let tree: Descriptor
    let launch: Launch
  }

  private init(launch: Launch, root: consuming Descriptor) {
    self.launch = launch
    self.root = root
  }

  private consuming func takeRoot() -> Descriptor { root }

  private static func emptyFileSystem() throws(SystemError) -> Descriptor {
    // The C string lives for the call.
    Descriptor(
      owning: try checked("fsmount", unsafe oriel_shim_new_tmpfs("\(maximumSize)"))
    )
  }

  private mutating func copyFolder(
    _ folder: borrowing Descriptor,
    to path: String,
    depth: Int
  ) throws(SystemError) {
    guard depth <= Self.maximumDepth else { throw SystemError("copying", .tooManySymbolicLinks) }
    let listed = try folder.names(limit: Self.maximumFiles)
    files += listed.names.count
    guard !listed.isCut, files <= Self.maximumFiles else {
      throw SystemError("copying", .fileTooLarge)
    }
    for name in listed.names {
      let target = path.isEmpty ? name : "\(path)/\(name)"
      // Links are not followed; what is neither a file nor a folder has no place in a bundle.
      let entry = try folder.open(
        name,
        [.readOnly, .noFollow, .nonBlocking],
        resolve: [.beneath, .noSymbolicLinks]
      )
      switch try entry.status().kind {
      case .directory:
        // The C string lives for the call.
        let result = root.withRawValue { unsafe mkdirat($0, target, 0o755) }
        guard result == 0 else { throw SystemError("mkdirat", .current) }
        try copyFolder(entry, to: target, depth: depth + 1)
      case .regular:
        try copyFile(entry, to: target)
      case .symbolicLink, .other:
        throw SystemError("copying \(target)", .invalidArgument)
      }
    }
  }

  private mutating func copyFile(
    _ file: borrowing Descriptor,
    to target: String
  ) throws(SystemError) {
    let before = try file.status().identity
    size += before.size
    guard size <= Self.maximumSize else { throw SystemError("copying", .fileTooLarge) }
    let copy = try root.open(
      target,
      [.writeOnly, .create, .exclusive],
      permissions: 0o555
    )
    var buffer = [UInt8](repeating: 0, count: 128 * 1024)
    var offset: UInt64 = 0
    while offset < before.size {
      let count = try file.read(into: &buffer, at: offset)
      guard count > 0 else { break }
      try copy.write(buffer[..<count])
      offset += UInt64(count)
    }
    guard target == launch.executablePath else { return }
    // What was checked is what was copied: a change before or during the copy shows in the times.
    let checked = WireFileIdentity(before)
    guard checked == launch.executable, try file.status().identity == before else { return }
    executable = WireFileIdentity(try copy.status().identity)
  }
}

extension WireFileIdentity {
  /// The identity in the form that is sent.
  init(_ identity: FileIdentity) {
    self.init(
      device: identity.device,
      inode: identity.inode,
      size: identity.size,
      modificationTime: identity.modificationTime,
      changeTime: identity.changeTime
    )
  }
}
