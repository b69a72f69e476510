import Foundation
import OrielSystem
import Testing

@Suite("What may keep a host from making a sandbox") struct ObstacleTests {
  /// Mounts of an ordinary system, and what Docker 26 puts over `/proc`, as the kernel lists them.
  private static let whole = """
    22 27 0:21 / /proc rw,relatime - proc proc rw
    31 22 0:28 / /proc/sys/fs/binfmt_misc rw,relatime - autofs systemd-1 rw
    """
  private static let masked =
    whole + """

      70 22 0:21 /sys /proc/sys ro,nosuid,nodev,noexec,relatime - proc proc rw
      71 22 0:5 /null /proc/kcore rw,nosuid - tmpfs tmpfs rw
      72 22 0:40 / /proc/acpi ro,relatime - tmpfs tmpfs ro
      """

  /// Looks at a made-up system with these files below `/proc`.
  private func obstacles(
    _ files: [String: String],
    mounts: String? = whole,
    isFiltered: Bool = false
  ) throws -> Obstacles {
    let root = FileManager.default.temporaryDirectory.appending(path: "oriel-\(UUID())")
    defer { try? FileManager.default.removeItem(at: root) }
    var files = files
    files["self/mountinfo"] = mounts
    for (name, text) in files {
      let file = root.appending(path: "proc/\(name)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data("\(text)\n".utf8).write(to: file)
    }
    return Obstacles(root: root.path, isFiltered: isFiltered)
  }

  @Test("An ordinary system has none")
  func none() throws {
    let ordinary = try obstacles([
      "sys/user/max_user_namespaces": "96365", "sys/kernel/unprivileged_userns_clone": "1",
      "sys/kernel/apparmor_restrict_unprivileged_userns": "0",
    ])
    for error in [Errno.notPermitted, .permissionDenied, .notImplemented] {
      #expect(ordinary.cause(of: error, mountsProc: true) == nil)
    }
  }

  @Test("A masked /proc is told by its mounts, but not for steps that mount none")
  func maskedProc() throws {
    let container = try obstacles([:], mounts: Self.masked)
    #expect(container.maskedPaths == ["/proc/sys", "/proc/kcore", "/proc/acpi"])
    #expect(container.cause(of: .notPermitted, mountsProc: true) == .maskedProc)
    #expect(container.cause(of: .notPermitted, mountsProc: false) == nil)
    let text = container.description(of: .maskedProc)
    #expect(text.contains("/proc/sys, /proc/kcore, /proc/acpi"))
  }

  @Test("A system without /proc is told from one with it")
  func missingProc() throws {
    let bare = try obstacles([:], mounts: nil)
    #expect(bare.cause(of: .noSuchFile, mountsProc: false) == .missingProc)
  }

  @Test("Each setting of the kernel is told from the others")
  func settings() throws {
    let limit = try obstacles(["sys/user/max_net_namespaces": "0"])
    #expect(limit.cause(of: .noSpaceLeft, mountsProc: false) == .namespaceLimit)
    #expect(limit.description(of: .namespaceLimit) == "user.max_net_namespaces is 0")
    let clone = try obstacles(["sys/kernel/unprivileged_userns_clone": "0"])
    #expect(clone.cause(of: .notPermitted, mountsProc: false) == .forbiddenClone)
    let appArmor = try obstacles(["sys/kernel/apparmor_restrict_unprivileged_userns": "1"])
    #expect(appArmor.cause(of: .permissionDenied, mountsProc: false) == .appArmor)
    let filter = try obstacles([:], isFiltered: true)
    #expect(filter.cause(of: .notImplemented, mountsProc: false) == .outerFilter)
    // Error number 0 stands for a success that is none.
    #expect(filter.cause(of: Errno(rawValue: 0), mountsProc: false) == .outerFilter)
  }
}
