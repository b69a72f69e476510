import OrielHost
import OrielTesting
import OrielWire
import Testing

@testable import OrielHost

/// How an extension hears that its memory becomes scarce.
@Suite(.timeLimit(.minutes(5))) struct MemoryPressureTests {
  @Test(
    "An extension hears of 80 % and of 95 % of its memory, and nothing before",
    .requiresBundles,
    arguments: [
      ("MemoryPressure", "pressure", "heard 1 2"), ("MemoryPressure", "", "heard"),
      ("SwiftMemoryBomb", "pressure", "warning critical"),
    ]
  )
  func reserved(_ name: String, _ text: String, _ expected: String) async throws {
    var configuration = Fixtures.configuration
    configuration.limits.memory = 256 << 20
    let host = try ExtensionHost(configuration: configuration)
    let result = await host.perform(
      try Fixtures.named(name),
      items: [ExtensionItem(text: text)]
    )
    await host.shutdownAndWait()
    #expect(result.texts == [expected], "\(result.outcome)")
  }

  @Test("What the broker saw reaches an instance that runs, and no other")
  func machine() {
    var machine = RequestMachine(required: [])
    #expect(machine.handle(.pressured(.warning)) == [])
    _ = machine.handle(.launchSent)
    #expect(machine.handle(.pressured(.warning)) == [])
    _ = machine.handle(.message(.report(Report(layers: [])), id: 0))
    _ = machine.handle(.message(.loaded(Loaded(loadMicroseconds: 1)), id: 0))
    #expect(machine.handle(.pressured(.warning)) == [.press(.warning)])
    _ = machine.handle(.connectionClosed)
    #expect(machine.handle(.pressured(.critical)) == [])
  }
}
