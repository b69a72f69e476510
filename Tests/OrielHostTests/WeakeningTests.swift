import OrielHost
import OrielSystem
import OrielTesting
import OrielWire
import Testing

/// Every way in which a host makes the sandbox weaker has a name, and shows.
@Suite("Weakenings") struct WeakeningTests {
  @Test("Only what other layers stand behind may be missing; for the rest an error says why")
  func refusals() throws {
    let allowed: [SandboxLayer] = [
      .keyring, .landlockFiles, .landlockScopes, .cgroupLimits, .supervisor,
    ]
    #expect(Set(SandboxLayer.weakenable) == Set(allowed))
    for layer in SandboxLayer.allCases {
      if allowed.contains(layer) {
        let weakening = try SandboxWeakening.startsWithout(layer)
        #expect(weakening.layer == layer)
        #expect(weakening.identifier == "startsWithout:\(layer.identifier)")
        #expect(weakening.description.contains(layer.cost))
      } else {
        let refusal = #expect(throws: SandboxWeakeningRefusal.self) {
          try SandboxWeakening.startsWithout(layer)
        }
        #expect(refusal?.description.contains("No extension ever starts without") == true)
        #expect(refusal?.description.contains(layer.cost) == true)
      }
    }
  }

  @Test("One layer is not required any more, and every other one is")
  func requirements() throws {
    var configuration = HostConfiguration()
    let before = configuration.requiredLayers
    configuration.weakenings = [try .startsWithout(.landlockFiles)]
    #expect(configuration.enforcement(of: .landlockFiles) == .bestEffort)
    #expect(before.layers.count == configuration.requiredLayers.layers.count + 1)
    configuration.weakenings = []
    #expect(configuration.requiredLayers == before)
  }

  @Test("Where Landlock is missing an extension starts by a weakening only", .requiresBundles)
  func landlock() async throws {
    var configuration = Fixtures.configuration
    configuration.landlockLimit = 0
    let strict = try ExtensionHost(configuration: configuration)
    let fixture = try Fixtures.named("CompleteEarly")
    let refused = await strict.perform(fixture, items: [])
    guard case .setup(let failure)? = refused.failure else {
      Issue.record("\(refused.outcome)")
      return
    }
    #expect(failure.layer == .landlockFiles)
    #expect(failure.description.contains("Landlock"))
    #expect(refused.weakenings.isEmpty)
    await strict.shutdownAndWait()

    let lines = Lock<[String]>([])
    let weakening = try SandboxWeakening.startsWithout(.landlockFiles)
    configuration.weakenings = [weakening]
    configuration.log = { line in lines.withLock { $0.append(line) } }
    let lenient = try ExtensionHost(configuration: configuration)
    for _ in 0..<2 {
      let result = await lenient.perform(fixture, items: [])
      #expect(result.texts == ["early"])
      #expect(result.weakenings == [weakening])
      #expect(result.report?.weakenings == [weakening])
      let entry = result.report?.entries.first { $0.layer == .landlockFiles }
      #expect(entry?.state == EnforcementReport.State.none)
      #expect(entry?.weakening == weakening)
      #expect(entry?.isRequired == false)
    }
    await lenient.shutdownAndWait()
    // Once for a host, not for each request.
    #expect(lines.withLock { $0 } == ["weakened sandbox: \(weakening)"])
  }
}
