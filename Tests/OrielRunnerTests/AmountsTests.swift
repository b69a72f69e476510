import OrielSandbox
import OrielTesting
import OrielWire
import Testing

/// What an instance gets when it takes all that it can.
@Suite("What there is for an instance is bounded", .requiresBundles)
struct AmountsTests {
  private static let limits: Limits = {
    var limits = Limits()
    limits.addressSpace = 2 << 30
    limits.privateMemory = 300 << 20
    limits.threads = 20
    limits.descriptors = 50
    limits.fileSize = 8 << 20
    limits.temporaryStorage = 4 << 20
    limits.cpuSeconds = 1
    return limits
  }()

  /// The least and the most of each act: at least a part must be there, or the bound proves nothing.
  private static let bounds: [(act: String, bounds: ClosedRange<Int>)] = [
    // The main thread and Oriel's own are two of the twenty.
    ("threads-max", 10...18),
    ("memory-max", 200...2048),
    ("heap-max", 100...300),
    // 4 MiB.
    ("temporary-bytes-max", (3 << 20)...(4 << 20)),
    // One file a page.
    ("temporary-files-max", 500...1024),
    ("memory-file-max", 8...8),
    ("duplicates-max", 20...50), ("events-max", 20...50), ("polls-max", 20...50),
    ("timers-max", 20...50), ("memory-files-max", 20...50), ("signals-max", 20...50),
    ("pipes-max", 20...50), ("pairs-max", 20...50), ("unnamed-files-max", 20...50),
    // The kernel's defaults: 16 pages, and twice net.core.wmem_default.
    ("pipe-bytes-max", 4096...(64 << 10)),
    ("socket-bytes-max", 4096...(1 << 20)),
    // RLIMIT_MEMLOCK, in KiB.
    ("locked-memory-max", 4...64),
  ]

  @Test("threads, memory, files, descriptors and buffers end at their limits", arguments: bounds)
  func amount(act: String, bounds: ClosedRange<Int>) throws {
    let host = try RawHost(policy: SandboxPolicy(limits: Self.limits))
    let text = try #require(try host.launch("Probe").conversation(act).returnedText)
    let amount = try #require(Int(text.drop { $0 != "=" }.dropFirst().prefix { $0 != "\n" }))
    #expect(bounds.contains(amount), "\(amount)")
  }

  @Test("an instance that burns processor time is ended by the kernel")
  func processorTime() throws {
    let host = try RawHost(policy: SandboxPolicy(limits: Self.limits))
    #expect(try host.launch("Probe", id: 1).conversation("thread").returnedText == "thread=0\n")
    #expect(try host.launch("Probe", id: 2).conversation("burn").returnedText == nil)
    let exited = try host.exit(of: 2)
    #expect(exited.status & 0x7F == 9)
    // The kernel looks at its ticks, and user time alone may be less than a second of it.
    let used = exited.userMicroseconds + exited.systemMicroseconds
    #expect((700_000...2_500_000).contains(used), "\(used)")
  }
}
