internal import CShims
internal import Glibc
internal import OrielSystem
internal import OrielWire

/// The file system that instances see: a read-only root of its own with parts of the system in it.
enum PrivateRoot {
  /// Where an instance finds its bundle.
  static let bundlePath = "/extension"
  /// Where an instance may write.
  static let temporaryPath = "/tmp"
  /// A readable file that Landlock grants to nobody, so that an instance can see Landlock at work.
  static let canaryPath = "/.landlock"

  private static let readOnly =
    UInt64(
      ORIEL_SHIM_MOUNT_READ_ONLY | ORIEL_SHIM_MOUNT_NO_SET_ID | ORIEL_SHIM_MOUNT_NO_DEVICES
    )
  private static let devices = ["null", "zero", "random", "urandom"]

  /// Builds the root in this mount namespace and makes it the only thing there.
  static func enter(_ view: [ViewEntry]) throws(SetupFailure) {
    try SetupFailure.check("cutting off mounts", for: .privateRoot, oriel_shim_set_propagation(1))
    // The C string lives for the call.
    let root = Descriptor(
      owning: try SetupFailure.check(
        "making the private root",
        for: .privateRoot,
        unsafe oriel_shim_new_tmpfs("1m")
      )
    )
    // It has to lie somewhere before it can become the root, and /proc is a directory everywhere.
    try attach(root, at: "/proc")
    for directory in ["proc", "dev", "tmp", "extension", "etc", "usr"] {
      try makeDirectory(directory, in: root)
    }
    for entry in view { try add(entry, to: root) }
    for device in devices { try addDevice(device, to: root) }
    try addFile(canaryPath, to: root)
    try addProc(to: root)
    let number = root.withRawValue { $0 }
    try SetupFailure.check(
      "entering the private root",
      for: .privateRoot,
      oriel_shim_change_root(number)
    )
    try SetupFailure.check(
      "making the private root read-only",
      for: .privateRoot,
      oriel_shim_restrict_tree(number, readOnly, 0)
    )
  }

  /// Something in the topmost directory of the root.
  struct Entry {
    /// A slash and the name.
    let path: String
    /// What it says, when it is a symbolic link.
    let link: String?
    /// Whether it is neither a link nor a directory.
    let isFile: Bool
  }

  /// What lies in the topmost directory, once the root was entered.
  ///
  /// The runner itself has made it; what cannot be looked at is left out.
  static func topmostEntries() -> [Entry] {
    guard let root = try? Descriptor.open("/", [.readOnly, .directory]),
      let names = try? root.names(limit: 256).names
    else { return [] }
    return names.compactMap { name in
      let path = "/\(name)"
      if let link = Environment.symbolicLink(at: path) {
        return Entry(path: path, link: link, isFile: false)
      }
      guard let status = try? root.open(name, [.pathOnly, .noFollow]).status() else { return nil }
      return Entry(path: path, link: nil, isFile: status.kind != .directory)
    }
  }

  /// Adds a part of the system, read-only; a symbolic link stays one.
  private static func add(
    _ entry: ViewEntry,
    to root: borrowing Descriptor
  ) throws(SetupFailure) {
    if let target = Environment.symbolicLink(at: entry.source) {
      try makeLink(at: entry.target, to: target, in: root)
      return
    }
    // The C string lives for the call.
    let result = unsafe oriel_shim_clone_tree(AT_FDCWD, entry.source)
    if result == -ENOENT && entry.isOptional { return }
    let tree = Descriptor(
      owning: try SetupFailure.check(
        "showing a part of the system",
        for: .privateRoot,
        result,
        entry.source
      )
    )
    try SetupFailure.check(
      "making a part of the system read-only",
      for: .privateRoot,
      tree.withRawValue { oriel_shim_restrict_tree($0, readOnly, 1) },
      entry.source
    )
    switch entry.kind {
    case .directory: try makeDirectory(String(entry.target.dropFirst()), in: root)
    case .file: try addFile(entry.target, to: root)
    }
    try attach(tree, at: entry.target, in: root)
  }

  /// Device nodes cannot be made in a user namespace; the system's are shown.
  private static func addDevice(
    _ name: String,
    to root: borrowing Descriptor
  ) throws(SetupFailure) {
    let path = "/dev/\(name)"
    // The C string lives for the call.
    let tree = Descriptor(
      owning: try SetupFailure.check(
        "showing a device",
        for: .privateRoot,
        unsafe oriel_shim_clone_tree(AT_FDCWD, path),
        path
      )
    )
    // A device can still be written to; its times and mode cannot be changed.
    let restrictions =
      UInt64(
        ORIEL_SHIM_MOUNT_READ_ONLY | ORIEL_SHIM_MOUNT_NO_SET_ID | ORIEL_SHIM_MOUNT_NO_EXECUTION
      )
    try SetupFailure.check(
      "restricting a device",
      for: .privateRoot,
      tree.withRawValue { oriel_shim_restrict_tree($0, restrictions, 0) },
      path
    )
    try addFile(path, to: root)
    try attach(tree, at: path, in: root)
  }

  /// A /proc of this pid namespace.
  ///
  /// Instances mount their own over it; the kernel allows that only where a whole one can be seen.
  private static func addProc(to root: borrowing Descriptor) throws(SetupFailure) {
    let proc = Descriptor(
      owning: try SetupFailure.check(
        "mounting a private /proc",
        for: .privateProc,
        oriel_shim_new_proc()
      )
    )
    try attach(proc, at: "/proc", in: root)
  }

  private static func attach(
    _ tree: borrowing Descriptor,
    at path: String
  ) throws(SetupFailure) {
    // The C string lives for the call.
    let result = tree.withRawValue { unsafe oriel_shim_attach_tree($0, AT_FDCWD, path) }
    try SetupFailure.check("attaching a mount", for: .privateRoot, result, path)
  }

  private static func attach(
    _ tree: borrowing Descriptor,
    at path: String,
    in root: borrowing Descriptor
  ) throws(SetupFailure) {
    let relative = String(path.dropFirst())
    let result = tree.withRawValue { tree in
      // The C string lives for the call.
      root.withRawValue { unsafe oriel_shim_attach_tree(tree, $0, relative) }
    }
    try SetupFailure.check("attaching a mount", for: .privateRoot, result, path)
  }

  /// Makes a directory and those above it.
  private static func makeDirectory(
    _ path: String,
    in root: borrowing Descriptor
  ) throws(SetupFailure) {
    var made = ""
    for name in path.split(separator: "/") {
      made += made.isEmpty ? String(name) : "/\(name)"
      // The C string lives for the call.
      let result = root.withRawValue { unsafe mkdirat($0, made, 0o755) }
      if result < 0 && errno != EEXIST {
        throw SetupFailure(
          "making a directory of the private root",
          for: .privateRoot,
          .current,
          made
        )
      }
    }
  }

  /// Makes an empty file and the directories above it.
  private static func addFile(
    _ path: String,
    to root: borrowing Descriptor
  ) throws(SetupFailure) {
    let names = path.split(separator: "/")
    try makeDirectory(names.dropLast().joined(separator: "/"), in: root)
    let relative = names.joined(separator: "/")
    do {
      _ = try root.open(relative, [.writeOnly, .create], permissions: 0o444)
    } catch {
      throw SetupFailure("making a file of the private root", for: .privateRoot, error.errno, path)
    }
  }

  private static func makeLink(
    at path: String,
    to target: String,
    in root: borrowing Descriptor
  ) throws(SetupFailure) {
    let names = path.split(separator: "/")
    try makeDirectory(names.dropLast().joined(separator: "/"), in: root)
    let relative = names.joined(separator: "/")
    // Both C strings live for the call.
    let result = root.withRawValue { unsafe symlinkat(target, $0, relative) }
    if result < 0 && errno != EEXIST {
      throw SetupFailure("making a link of the private root", for: .privateRoot, .current, path)
    }
  }
}
