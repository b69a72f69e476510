import Foundation
import Testing

/// What `oriel` tells inside containers and other places that are not a whole system.
@Suite struct RunContainerTests {
  /// A shell with a script in a mount namespace of its own, in which even an ordinary user may mount.
  private static func prepared(_ script: String, _ options: [String] = []) -> [String] {
    let rights = geteuid() == 0 ? [] : ["--user", "--map-root-user"]
    return ["/usr/bin/unshare"] + rights + ["--mount"] + options + [
      "/bin/sh", "-c", "\(script) && exec \"$@\"", "sh",
    ]
  }

  /// What container engines do to `/proc`.
  private static let masks = """
    mount --bind /dev/null /proc/keys && mount -t tmpfs -o ro tmpfs /proc/irq && \
    mount --bind /proc/sys /proc/sys && mount -o remount,bind,ro /proc/sys
    """

  @Test func `With masked paths in proc the cause and the flags that suffice are told`()
    async throws
  {
    let control = try await OrielProgram.run(["doctor"], wrapper: Self.prepared("true"))
    #expect(control.code == 0, "\(control.output)\(control.messages)")

    let doctor = try await OrielProgram.run(["doctor"], wrapper: Self.prepared(Self.masks))
    #expect(doctor.code == 5)
    #expect(doctor.output.contains(/private \/proc +none +required/))
    #expect(doctor.output.contains("something is mounted over /proc/"))
    #expect(doctor.output.contains("/proc/keys"))
    for flag in ["systempaths=unconfined", "unmask=ALL", "seccomp="] {
      #expect(doctor.output.contains(flag))
    }

    let run = try await OrielProgram.run(
      ["run", "com.example.shout", "--text", "a"],
      environment: ["ORIEL_PATH": OrielProgram.extensions],
      wrapper: Self.prepared(Self.masks)
    )
    #expect(run.code == 5)
    #expect(run.output == "")
    #expect(run.messages.contains("something is mounted over /proc/"))
    #expect(run.messages.contains("systempaths=unconfined"))
    #expect(run.messages.contains("EPERM"))
  }

  @Test(arguments: ["proc", "-o hidepid=2 proc"])
  func `In a process namespace that is not the first one extensions run`(mount: String)
    async throws
  {
    let outcome = try await OrielProgram.run(
      ["run", "com.example.shout", "--text", "a"],
      environment: ["ORIEL_PATH": OrielProgram.extensions],
      wrapper: Self.prepared("mount -t proc \(mount) /proc", ["--pid", "--fork"])
    )
    #expect(outcome.code == 0, "\(outcome.messages)")
    #expect(outcome.output.contains("A"))
  }

  @Test(arguments: ["net", "pid", "mnt", "ipc", "uts", "cgroup"])
  func `A kind of namespace that is forbidden is told by its setting`(kind: String) async throws {
    // In a user namespace of its own, even an ordinary user may forbid further ones.
    let outcome = try await OrielProgram.run(
      ["doctor"],
      wrapper: [
        "/usr/bin/unshare", "--user", "--map-user=1000", "--map-group=1000", "--keep-caps",
        "/bin/sh", "-c", "echo 0 >/proc/sys/user/max_\(kind)_namespaces && exec \"$@\"", "sh",
      ]
    )
    #expect(outcome.code == 5)
    #expect(outcome.output.contains("user.max_\(kind)_namespaces is 0"), "\(outcome.output)")
    #expect(outcome.output.contains("ENOSPC"))
  }

  @Test(.enabled("root is missing") { geteuid() == 0 })
  func `In a chroot nothing runs, and the user namespace is named`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let outcome = try await OrielProgram.run(
      ["doctor"],
      wrapper: Self.prepared("mount --rbind / '\(folder.path("."))'") + [
        "/usr/sbin/chroot", folder.path("."),
      ]
    )
    #expect(outcome.code == 5)
    #expect(outcome.output.contains(/user namespace +none +required +.*EPERM/))
    #expect(outcome.output.contains("chroot"))
  }

  @Test(arguments: [
    "1:unshare", "1:mount,3=14", "0:keyctl,0=1", "kill:unshare", "kill:landlock_restrict_self",
  ])
  func `Under a filter of somebody else nothing runs, and the filter is named`(rule: String)
    async throws
  {
    let filter = OrielProgram.products.appending(path: "oriel-outer-filter").path
    let outcome = try await OrielProgram.run(
      ["run", "com.example.shout", "--text", "a"],
      environment: ["ORIEL_PATH": OrielProgram.extensions],
      wrapper: [filter, rule, "--"]
    )
    #expect(outcome.code != 0)
    #expect(outcome.output == "")
    #expect(outcome.messages.contains("filter"), "\(outcome.messages)")
    #expect(outcome.messages.contains("unshare, setns, mount"), "\(outcome.messages)")
  }
}
