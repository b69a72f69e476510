import OrielHost
import OrielTesting
import Testing

@Suite("A forbidden system call", .requiresBundles, .timeLimit(.minutes(2)))
struct ViolationTests {
  /// Runs acts of the Probe fixture.
  private func perform(_ acts: String) async throws -> RequestResult {
    try await Fixtures.run("Probe", items: [ExtensionItem(text: acts)])
  }

  // The arguments are those that the fixture calls with.
  @Test(
    "ends the instance with its name and arguments",
    arguments: [
      ("ptrace", "ptrace(0, 0, 0, 0)"), ("unshare-user", "unshare(0x10000000)"),
      ("setns", "setns(0, 0)"), ("chroot", "chroot(0x"), ("mount", "mount(0x"),
      ("module", "init_module(0, 0, 0x"), ("reboot", "reboot(0, 0, 0, 0)"),
      ("process-vm", "process_vm_readv("), ("open-by-handle", "open_by_handle_at(0, 0, "),
      ("userfaultfd", "userfaultfd(0x80000)"), ("bpf", "bpf(0, 0, 0)"),
    ]
  )
  func named(act: String, call: String) async throws {
    let control = try await perform("thread")
    #expect(control.texts == ["thread=0\n"])
    let result = try await perform(act)
    guard case .violation(let violation?) = result.failure else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(violation.description.hasPrefix(call), "\(violation)")
    #expect(violation.convention == nil)
    #expect(result.failure?.description.contains(call) == true)
    #expect(result.failure?.code == "violation")
  }

  @Test("is named in every report: the supervisor is at work")
  func supervised() async throws {
    let result = try await perform("thread")
    let entry = try #require(result.report?.entries.first { $0.layer == .supervisor })
    #expect(entry.state == .full)
    #expect(!entry.isRequired, "it protects nothing, it only tells")
  }

  @Test("of many threads at once ends one instance and nothing else")
  func many() async throws {
    let results = await withTaskGroup(of: RequestResult?.self) { group in
      for act in ["ptrace", "mount", "thread", "setns", "thread", "bpf"] {
        group.addTask { try? await perform(act) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.filter { $0?.texts == ["thread=0\n"] }.count == 2)
    #expect(results.filter { $0?.failure?.code == "violation" }.count == 4)
  }
}
