import OrielHost
import OrielTesting
import OrielWire
import Testing

@testable import OrielHost

/// Every limit: its default, what makes no sense, and that the author sees what the host set.
@Suite(.timeLimit(.minutes(5))) struct LimitsTests {
  @Test("The defaults are those of the policy, with and without a control group")
  func defaults() {
    let mebibyte: UInt64 = 1 << 20
    let alone = Limits(ExtensionLimits(), controllers: [])
    let grouped = Limits(ExtensionLimits(), controllers: [.memory, .pids, .cpu])
    #expect(alone.memory == nil && alone.cpuPercent == nil)
    #expect(alone.privateMemory == 512 * mebibyte)
    #expect(grouped.privateMemory == grouped.addressSpace, "the group counts what is in use")
    #expect(alone.descriptors == 64 && alone.fileSize == 64 * mebibyte)
    #expect(grouped.memory == 512 * mebibyte && grouped.cpuPercent == 100)
    #expect(grouped.descriptors == 256 && grouped.fileSize == 128 * mebibyte)
    for limits in [alone, grouped] {
      #expect(limits.addressSpace == 4096 * mebibyte && limits.threads == 64)
      #expect(limits.temporaryStorage == 16 * mebibyte && limits.containerSize == 256 * mebibyte)
      #expect(limits.loads == 64 && limits.nice == 5 && limits.oomScoreAdjust == 500)
      #expect(limits.startMilliseconds == 5000 && limits.requestMilliseconds == 30_000)
      #expect(limits.graceMilliseconds == 2000)
    }
  }

  @Test("A host that asks for one value gets it, whatever bounds memory")
  func explicit() {
    var limits = ExtensionLimits()
    limits.descriptors = 100
    limits.fileSize = 1 << 30
    for controllers in [[], [.memory]] as [ControllerSet] {
      let result = Limits(limits, controllers: controllers)
      #expect(result.descriptors == 100 && result.fileSize == 1 << 30)
    }
  }

  /// A change that no instance could live with, and the limit that must be named.
  typealias Nonsense = (name: String, change: @Sendable (inout ExtensionLimits) -> Void)

  static let nonsense: [Nonsense] = [
    ("memory", { $0.memory = 0 }), ("memory", { $0.memory = .max }),
    ("addressSpace", { $0.addressSpace = 0 }), ("addressSpace", { $0.addressSpace = .max }),
    ("processorSeconds", { $0.processorSeconds = 0 }),
    ("processorSeconds", { $0.processorSeconds = .max }),
    ("processorPercent", { $0.processorPercent = 0 }), ("threads", { $0.threads = 0 }),
    ("threads", { $0.threads = .max }), ("descriptors", { $0.descriptors = 0 }),
    ("descriptors", { $0.descriptors = .max }), ("fileSize", { $0.fileSize = 0 }),
    ("fileSize", { $0.fileSize = .max }), ("containerSize", { $0.containerSize = 0 }),
    ("temporaryStorage", { $0.temporaryStorage = 0 }),
    ("temporaryStorage", { $0.temporaryStorage = .max }), ("logBytes", { $0.logBytes = .max }),
    ("messages", { $0.messages = 0 }), ("loads", { $0.loads = 0 }), ("loads", { $0.loads = 65 }),
    ("returnedContents", { $0.returnedContents = 257 }),
    ("returnedItems", { $0.returnedItems = 65 }), ("returnedBytes", { $0.returnedBytes = .max }),
    ("startTime", { $0.startTime = .zero }), ("startTime", { $0.startTime = .seconds(1e15) }),
    ("requestTime", { $0.requestTime = .seconds(-1) }),
    ("graceTime", { $0.graceTime = .seconds(-1) }), ("nice", { $0.nice = -1 }),
    ("outOfMemoryAdjustment", { $0.outOfMemoryAdjustment = -1000 }),
  ]

  @Test("A limit that makes no sense is refused by name", arguments: nonsense.indices)
  func refusal(_ index: Int) throws {
    let (name, change) = Self.nonsense[index]
    var configuration = HostConfiguration()
    configuration.runnerStarter = RunnerStarter { () throws(SetupFailure) in
      throw SetupFailure(stage: "starting", errorNumber: 0, reason: "no request", remedy: "")
    }
    // The same host with its limits left alone can be made.
    _ = try ExtensionHost(configuration: configuration)
    change(&configuration.limits)
    let error = #expect(throws: HostError.self) {
      _ = try ExtensionHost(configuration: configuration)
    }
    #expect(error?.code == .configuration)
    #expect(error?.description.contains("'\(name)'") == true)
    #expect(error?.description.hasSuffix(".") == true)
  }

  /// What the fixture Limits is told, by the names that it gives limits.
  private func told(_ change: (inout HostConfiguration) -> Void) async throws -> [String: String] {
    var configuration = Fixtures.configuration
    change(&configuration)
    let host = try ExtensionHost(configuration: configuration)
    let result = await host.perform(try Fixtures.named("Limits"), items: [])
    await host.shutdownAndWait()
    let text = try #require(result.texts.first ?? nil, "\(result.outcome)")
    var values: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 2 { values[parts[0]] = parts[1] }
    }
    return values
  }

  @Test("The author sees every limit that the host set", .requiresBundles)
  func visible() async throws {
    let told = try await told {
      $0.limits.addressSpace = 3 << 30
      $0.limits.processorSeconds = 41
      $0.limits.threads = 42
      $0.limits.descriptors = 43
      $0.limits.fileSize = 44 << 20
      $0.limits.containerSize = 45 << 20
      $0.limits.temporaryStorage = 46 << 20
      $0.limits.logBytes = 47_000
      $0.limits.messages = 48_000
      $0.limits.loads = 49
      $0.limits.returnedContents = 50
      $0.limits.returnedItems = 51
      $0.limits.returnedBytes = 52 << 20
      $0.limits.startTime = .milliseconds(31_000)
      $0.limits.requestTime = .milliseconds(32_000)
      $0.limits.graceTime = .milliseconds(33_000)
    }
    let expected: [String: UInt64] = [
      "memory": 3 << 30, "processor time": 41_000, "threads": 42, "descriptors": 43,
      "file size": 44 << 20, "container": 45 << 20, "temporary storage": 46 << 20, "log": 47_000,
      "messages": 48_000, "loads": 49, "returned contents": 50, "returned items": 51,
      "returned bytes": 52 << 20, "start time": 31_000, "request time": 32_000,
      "grace time": 33_000,
    ]
    for (name, value) in expected { #expect(told[name] == "\(value)", "\(name)") }
  }
}
