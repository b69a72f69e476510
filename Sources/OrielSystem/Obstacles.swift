/// What around a process may keep it from putting a sandbox up, as `/proc` tells it.
package struct Obstacles: Sendable, Equatable {
  /// One obstacle.
  package enum Kind: Sendable, Equatable, CaseIterable {
    /// Something is mounted over parts of `/proc`, as container engines do it.
    case maskedProc
    /// There is no `/proc`.
    case missingProc
    /// A limit of namespaces is 0 or reached.
    case namespaceLimit
    /// `kernel.unprivileged_userns_clone` is 0.
    case forbiddenClone
    /// `kernel.apparmor_restrict_unprivileged_userns` is 1.
    case appArmor
    /// A system call filter is around this process.
    case outerFilter
  }

  /// The files and folders of `/proc` that something is mounted over.
  package let maskedPaths: [String]
  /// Whether `/proc` is there.
  package let hasProc: Bool
  /// The limits in `/proc/sys/user` that allow no namespace at all.
  package let closedLimits: [String]
  /// Whether unprivileged processes may make user namespaces at all; a setting of Debian's kernels.
  package let allowsClone: Bool
  /// Whether AppArmor takes the rights in user namespaces away from programs without a profile.
  package let isRestrictedByAppArmor: Bool
  /// Whether a system call filter is around this process.
  package let isFiltered: Bool

  /// Looks at the files below a root.
  package init(root: String = "", isFiltered: Bool = KernelFacts.isFiltered) {
    let mounts = Self.text(of: "\(root)/proc/self/mountinfo")
    hasProc = mounts != nil
    maskedPaths = Self.maskedPaths(mounts ?? "")
    closedLimits = Self.limits.filter { Self.text(of: "\(root)/proc/sys/user/\($0)") == "0" }
    allowsClone = Self.text(of: "\(root)/proc/sys/kernel/unprivileged_userns_clone") != "0"
    isRestrictedByAppArmor =
      Self.text(of: "\(root)/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1"
    self.isFiltered = isFiltered
  }

  private static let limits = ["user", "mnt", "pid", "net", "ipc", "uts", "cgroup"].map {
    "max_\($0)_namespaces"
  }

  /// The mount points in `/proc`, without those on folders that are always empty: such a one hides
  /// nothing, and the kernel does not mind it.
  private static func maskedPaths(_ mounts: String) -> [String] {
    let empty = ["/proc/sys/fs/binfmt_misc", "/proc/fs/nfsd"]
    let places = mounts.split(separator: "\n").compactMap { line -> String? in
      let fields = line.split(separator: " ")
      return fields.count > 4 ? String(fields[4]) : nil
    }
    return places.filter { $0.hasPrefix("/proc/") && !empty.contains($0) }
  }

  /// A small file's text without the end of its last line; nil when it cannot be read.
  private static func text(of path: String) -> String? {
    guard let file = try? Descriptor.open(path, .readOnly) else { return nil }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    // Files of /proc are read from their beginning in pieces; a megabyte of mounts is enough.
    while text.count < 1 << 20, case .bytes(let count)? = try? file.read(into: &buffer) {
      text += buffer.prefix(count)
    }
    if text.last == UInt8(ascii: "\n") { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }

  /// The obstacle that most likely made a step of the sandbox fail with an error number.
  ///
  /// - Parameters:
  ///   - errno: The error number; 0 when the kernel reported success and it was not so.
  ///   - mountsProc: Whether the step mounts a `/proc`.
  /// - Returns: The obstacle; nil where nothing points at one.
  package func cause(of errno: Errno, mountsProc: Bool) -> Kind? {
    if !hasProc { return .missingProc }
    let isRefusal = errno == .notPermitted || errno == .permissionDenied
    if mountsProc && isRefusal && !maskedPaths.isEmpty { return .maskedProc }
    // The kernel says so where a limit is reached, and nowhere else on this way.
    if errno == .noSpaceLeft { return .namespaceLimit }
    if isRefusal && !allowsClone { return .forbiddenClone }
    if isRefusal && isRestrictedByAppArmor { return .appArmor }
    let mayBeFiltered = isRefusal || errno == .notImplemented || errno.rawValue == 0
    return isFiltered && mayBeFiltered ? .outerFilter : nil
  }

  /// What is in the way, as part of a sentence.
  package func description(of kind: Kind) -> String {
    switch kind {
    case .maskedProc:
      "something is mounted over " + maskedPaths.prefix(8).joined(separator: ", ")
        + (maskedPaths.count > 8 ? " and more" : "")
        + ", as container engines do it, and the kernel then allows no other /proc"
    case .missingProc: "/proc is not mounted"
    case .namespaceLimit:
      closedLimits.isEmpty
        ? "a limit of namespaces is reached"
        : closedLimits.map { "user.\($0) is 0" }.joined(separator: ", ")
    case .forbiddenClone: "kernel.unprivileged_userns_clone is 0"
    case .appArmor: "kernel.apparmor_restrict_unprivileged_userns is 1"
    case .outerFilter: "a system call filter is around the host"
    }
  }
}
