import OrielWire
import Testing

/// What follows from limits: totals, and the settings of control groups.
@Suite struct WireLimitsTests {
  @Test("The total of one instance is the sum of what it can hold in every place")
  func total() {
    var limits = Limits()
    limits.addressSpace = 1 << 30
    limits.descriptors = 14
    limits.fileSize = 1 << 20
    limits.temporaryStorage = 2 << 20
    limits.containerSize = 4 << 20
    // Four descriptors are given.
    #expect(limits.mostHeldBytes == (1 << 30) + 10 << 20 + 2 << 20 + 4 << 20)
    #expect(limits.mostHeldText.contains("10 descriptors, 1 MiB each"))
    limits.memory = 512 << 20
    #expect(limits.mostHeldBytes == 516 << 20)
    limits.memory = nil
    limits.descriptors = 2
    #expect(limits.mostHeldBytes == (1 << 30) + 6 << 20)
    limits.descriptors = .max
    limits.fileSize = .max
    #expect(limits.mostHeldBytes == .max)
  }

  @Test(
    "Bytes are told in the unit that suits them",
    arguments: [
      (0, "0 bytes"), (1023, "1023 bytes"), (1024, "1 KiB"), (1536, "1.5 KiB"), (4 << 30, "4 GiB"),
      (3840 << 20, "3.8 GiB"), (2047, "2 KiB"), (1 << 63, "8 EiB"),
    ] as [(UInt64, String)]
  )
  func text(bytes: UInt64, expected: String) {
    #expect(Limits.text(bytes) == expected)
  }

  @Test("A control group gets what its controllers can bound")
  func settings() {
    let limits = Limits.inControlGroup
    func files(_ controllers: ControllerSet) -> [String: String] {
      Dictionary(
        uniqueKeysWithValues: limits.controlGroupSettings(controllers).map { ($0.file, $0.value) }
      )
    }
    #expect(files([]).isEmpty)
    #expect(files([.pids]) == ["pids.max": "64"])
    #expect(files([.cpu]) == ["cpu.max": "100000 100000"])
    let memory = files([.memory])
    #expect(memory["memory.max"] == "536870912" && memory["memory.swap.max"] == "0")
    #expect(memory["memory.oom.group"] == "1")
    // Four fifths, from where on pressure is told.
    #expect(memory["memory.high"].flatMap { Int($0) }.map { $0 * 10 / 536_870_912 } == 7)
    #expect(files([.memory, .pids, .cpu]).count == 6)
    #expect(Limits().controlGroupSettings([.memory, .cpu]).isEmpty)
  }

  @Test("Controllers are read from the kernel's list, whatever else is in it")
  func controllers() {
    #expect(ControllerSet(listed: "cpuset cpu io memory hugetlb pids\n") == [.memory, .pids, .cpu])
    #expect(ControllerSet(listed: "memoryx cpuset\n") == [])
    #expect(ControllerSet([.cpu, .memory]).list == ["memory", "cpu"])
  }

  @Test(
    "Pressure begins at 80 % and is critical at 95 %",
    arguments: [
      (0, nil), (79, nil), (80, .warning), (94, .warning), (95, .critical), (100, .critical),
    ] as [(UInt64, MemoryPressure?)]
  )
  func pressure(used: UInt64, expected: MemoryPressure?) {
    #expect(MemoryPressure(used << 20, of: 100 << 20) == expected)
  }
}
