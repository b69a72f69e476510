import OrielTesting
import OrielWire
import Testing

/// A process tree has one listener of system calls at most, and a container manager may have it.
@Suite("Where another filter has the listener", .requiresBundles)
struct SupervisorTests {
  // What the kernel answers to a second listener: EBUSY to seccomp with the flag NEW_LISTENER.
  private static let otherListener = ["16:seccomp,1/8=8"]

  @Test("extensions run, and the report says that forbidden calls have no name")
  func runs() throws {
    let host = try RawHost(through: OuterFilter.command(Self.otherListener))
    let messages = try host.launch("Probe").conversation("thread")
    #expect(messages.returnedText == "thread=0\n")
    let supervisor = try #require(messages.layers?.first { $0.layer == .supervisor })
    #expect(supervisor.state == .none && supervisor.errno == 16)
    #expect(supervisor.detail.contains("without a name"))
  }

  @Test("a forbidden call still ends the instance", arguments: ["ptrace", "mount", "bpf"])
  func ends(act: String) throws {
    let host = try RawHost(through: OuterFilter.command(Self.otherListener))
    #expect(try host.launch("Probe", id: 1).conversation("thread").returnedText == "thread=0\n")
    #expect(try host.launch("Probe", id: 2).conversation(act).returnedText == nil)
    // 31 is SIGSYS on x86-64 and aarch64.
    #expect(try host.exit(of: 2).status & 0x7F == 31)
  }
}
