import Foundation
import OrielHost
import OrielSystem
import OrielTesting
import OrielWire
import Testing

@testable import OrielHost

/// When an end without an answer means that memory ran out, and when it does not.
@Suite(.timeLimit(.minutes(5))) struct OutOfMemoryTests {
  private static let mebibyte: UInt64 = 1 << 20
  private static let bound: UInt64 = 640 * mebibyte

  /// Runs a fixture with a small bound.
  private func run(
    _ name: String,
    _ text: String,
    privateMemory: UInt64 = bound
  ) async throws -> RequestResult {
    var configuration = Fixtures.configuration
    configuration.limits.addressSpace = Self.bound
    // As high as the address space, it bounds nothing.
    configuration.limits.memory = privateMemory + (privateMemory == Self.bound ? 1 : 0)
    let host = try ExtensionHost(configuration: configuration)
    var options = RequestOptions()
    options.waitsForExit = true
    let result = await host.perform(
      try Fixtures.named(name),
      items: [ExtensionItem(text: text)],
      options: options
    )
    await host.shutdownAndWait()
    return result
  }

  @Test(
    "An instance that fails with its memory used up has run out of memory, however it ends",
    .requiresBundles,
    arguments: [
      ("MemoryBomb", "fault", "SIGSEGV"), ("MemoryBomb", "abort", "SIGABRT"),
      ("MemoryBomb", "exit", "code 3"),
    ]
  )
  func bombs(_ name: String, _ way: String, _ end: String) async throws {
    let result = try await run(name, way)
    guard case .outOfMemory(let memory) = result.failure else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(memory.isInferred && memory.bound == .addressSpace && memory.limit == Self.bound)
    // Ground truth from the kernel's accounting of the process.
    #expect(memory.peak == result.resourceUsage?.peakMemory)
    #expect(memory.peak > Self.bound / 10 * 8 && memory.peak < Self.bound)
    #expect(memory.evidence.contains(end) && memory.evidence.contains("in memory"), "\(memory)")
    #expect(result.outcome.description.contains("640 MiB"), "\(result.outcome)")
  }

  @Test(
    "Heap that is used up, or only reserved, is named as such",
    .requiresBundles,
    arguments: [("fault", "in memory"), ("abort", "in memory"), ("reserve", "reserved")]
  )
  func privateMemory(_ way: String, _ words: String) async throws {
    let limit = 200 * Self.mebibyte
    let result = try await run("MemoryBomb", way, privateMemory: limit)
    guard case .outOfMemory(let memory) = result.failure else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(memory.isInferred && memory.bound == .privateMemory && memory.limit == limit)
    #expect(memory.peak > limit / 10 * 8 && memory.evidence.contains(words), "\(memory)")
    // Ground truth from the kernel's accounting of the process: shared libraries come on top.
    #expect(try #require(result.resourceUsage).peakMemory < limit + 100 * Self.mebibyte)
    #expect(result.outcome.description.contains("200 MiB of heap and stacks"))
  }

  @Test("Address space that was only reserved counts, too", .requiresBundles)
  func reserved() async throws {
    let result = try await run("MemoryBomb", "reserve")
    guard case .outOfMemory(let memory) = result.failure else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(memory.isInferred && memory.evidence.contains("reserved"), "\(memory)")
    // It never was in memory.
    #expect(try #require(result.resourceUsage).peakMemory < Self.bound / 2)
    #expect(memory.peak > Self.bound / 10 * 9 && memory.peak <= Self.bound)
  }

  @Test(
    "One allocation that is too large is reported by the runtimes of Swift and C++",
    .requiresBundles,
    arguments: [
      ("SwiftMemoryBomb", "70368744177664", "failed to allocate"),
      ("CppException", "memory", "bad_alloc"),
    ]
  )
  func single(_ name: String, _ text: String, _ words: String) async throws {
    let result = try await run(name, text)
    guard case .outOfMemory(let memory) = result.failure else {
      Issue.record("\(result.outcome) \(String(decoding: result.standardError, as: UTF8.self))")
      return
    }
    #expect(memory.isInferred && memory.evidence.contains(words), "\(memory)")
  }

  @Test(
    "What ends with little memory, or in good order, is what it was before",
    .requiresBundles,
    arguments: [
      ("Crash", "", "crash.signal"), ("Abort", "", "crash.signal"), ("Exit", "", "crash.exited"),
      ("CppException", "", "crash.exception"), ("SwiftFatalError", "", "crash.signal"),
      ("MemoryBomb", "survive", "crash.exited"), ("MemoryBomb", "", nil),
    ]
  )
  func controls(_ name: String, _ text: String, _ code: String?) async throws {
    let result = try await run(name, text)
    #expect(result.failure?.code == code, "\(result.outcome)")
  }

  @Test("An administrator's SIGKILL is no lack of memory", .requiresBundles)
  func administrator() async throws {
    let processes = try RunnerProcesses()
    var configuration = Fixtures.configuration
    configuration.runnerPath = processes.path
    let host = try ExtensionHost(configuration: configuration)
    let item = try Fixtures.named("Idle")
    var options = RequestOptions()
    options.waitsForExit = true
    async let running = host.perform(item, items: [], options: options)
    try await wait { processes.threadsOfInstances == [2] }
    let instance = try #require(processes.instances.first)
    #expect(kill(instance, SIGKILL) == 0)
    let result = await running
    await host.shutdownAndWait()
    guard case .crash(.killedFromOutside(let peak)) = result.failure else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(peak > 0 && peak < 100 * Self.mebibyte)
    #expect(result.outcome.description.contains("SIGKILL from outside"))
  }

  /// What is known of memory, and what must be made of an end by a signal.
  struct Case: Sendable {
    var use: MemoryUse
    var status: Int32
    var usedTime = false
    var expected: (bound: OutOfMemory.Bound, isInferred: Bool)?
  }

  /// A case with a limit of 512 MiB of memory.
  private static func grouped(
    _ peak: UInt64,
    kills: UInt64,
    shortages: UInt64,
    _ status: Int32,
    usedTime: Bool = false,
    _ expected: (OutOfMemory.Bound, Bool)?
  ) -> Case {
    var use = MemoryUse(limits: .inControlGroup, peakResident: peak * mebibyte)
    use.group = GroupMemory(peak: peak * mebibyte, shortages: shortages, kills: kills)
    return Case(use: use, status: status, usedTime: usedTime, expected: expected)
  }

  static let cases: [Case] = [
    grouped(10, kills: 1, shortages: 1, 9, (.memory, false)),
    grouped(500, kills: 1, shortages: 9, 9, usedTime: true, (.memory, false)),
    grouped(10, kills: 0, shortages: 2, 11, (.memory, true)),
    grouped(10, kills: 0, shortages: 0, 11, nil), grouped(10, kills: 0, shortages: 0, 9, nil),
    grouped(500, kills: 0, shortages: 0, 9, (.memory, true)),
    grouped(500, kills: 0, shortages: 0, 31, nil), grouped(500, kills: 1, shortages: 1, 25, nil),
    Case(use: MemoryUse(peakResident: 500 << 20), status: 9, expected: (.privateMemory, true)),
    Case(use: MemoryUse(peakResident: 300 << 20), status: 9, expected: nil),
    Case(use: MemoryUse(privateMemory: 500 << 20), status: 11, expected: (.privateMemory, true)),
    Case(use: MemoryUse(privateMemory: 400 << 20), status: 11, expected: nil),
    Case(use: MemoryUse(systemRanOut: true), status: 9, expected: (.system, true)),
    Case(use: MemoryUse(systemRanOut: true), status: 11, expected: nil),
    Case(use: MemoryUse(systemRanOut: true), status: 9, usedTime: true, expected: nil),
    Case(use: MemoryUse(), status: 0, expected: nil),
  ]

  @Test("What the control group and the system counted decides", arguments: cases.indices)
  func counted(_ index: Int) {
    let row = Self.cases[index]
    let end = InstanceEnd(
      status: WaitStatus(rawValue: row.status),
      usedProcessorTime: row.usedTime,
      memory: row.use,
      hadReported: true
    )
    guard let expected = row.expected else {
      if case .outOfMemory(let memory) = end.reason { Issue.record("\(memory)") }
      return
    }
    guard case .outOfMemory(let memory) = end.reason else {
      Issue.record("\(end.reason)")
      return
    }
    #expect(memory.bound == expected.bound && memory.isInferred == expected.isInferred)
  }
}
