import Foundation
import OrielSandbox
import OrielTesting
import OrielWire
import Testing

/// Every level of Landlock that a supported kernel may have, on this kernel.
///
/// What Landlock alone decides is tried behind a filter that lets more through than Oriel's own.
@Suite("Landlock at its levels", .requiresBundles)
struct LandlockLevelTests {
  /// A file that Landlock grants to nobody and that every instance could read otherwise.
  private static let canary = "read:/.landlock"
  /// A program of the view that could be executed otherwise.
  private static let program = "exec:/lib64/ld-linux-x86-64.so.2"

  /// A host that goes up to a level, and may go without.
  private func host(_ level: UInt32, allowing call: String? = nil) throws -> RawHost {
    var options = RawHost.Options()
    options.landlockLimit = level
    options.preloads = []
    if level == 0 { options.policy.requiredLayers.subtract(LayerSet([.landlockFiles])) }
    if let call {
      options.policy.openingRules.removeAll { $0.name == call }
      options.policy.openingRules.append(SystemCallRule(call, .allow))
    }
    return try RawHost(options)
  }

  /// What an act of the probe gave; nil when the probe did not live to tell.
  private func answer(of act: String, in host: RawHost) throws -> Int? {
    let text = try host.launch("Probe").conversation(act).returnedText
    let line = text?.split(separator: "\n").first { $0.hasPrefix("\(act)=") }
    return line.flatMap { Int($0.dropFirst(act.count + 1)) }
  }

  @Test("the report says what the level has", arguments: UInt32(0)...7)
  func report(level: UInt32) throws {
    let host = try host(level)
    let messages = try host.launch("CompleteEarly").conversation()
    #expect(messages.returnedText == "early")
    let layers = try #require(messages.layers)
    let files = try #require(layers.first { $0.layer == .landlockFiles })
    let scopes = try #require(layers.first { $0.layer == .landlockScopes })
    switch level {
    case 0:
      #expect(files.state == .none)
      #expect(files.detail.contains("no Landlock"))
    case 1...4:
      #expect(files.state == .partial)
      #expect(files.detail.contains("Landlock ABI \(level), 5 has all"))
    default: #expect(files.state == .full)
    }
    #expect(scopes.state == (level < 6 ? .none : .full))
    if level < 6 { #expect(scopes.detail.contains("Landlock ABI \(level), ")) }
  }

  @Test("without Landlock nothing starts, unless a host weakens by name")
  func required() throws {
    let fate = try Fate.ofExtension(startedThrough: []) { $0.landlockLimit = 0 }
    guard case .refused(.landlockFiles?, 0, let text) = fate else {
      Issue.record("\(fate)")
      return
    }
    #expect(text.contains("no Landlock"))
  }

  @Test("a file that is not granted stays closed at every level", arguments: UInt32(0)...7)
  func canary(level: UInt32) throws {
    let answer = try answer(of: Self.canary, in: host(level))
    #expect(answer == (level == 0 ? 0 : Int(EACCES)))
  }

  @Test("nothing can be executed at any level, not even what can be read", arguments: [0, 1, 4, 7])
  func execution(level: UInt32) throws {
    // Without Landlock the program takes the probe's place, so the act is a real one.
    let answer = try answer(of: Self.program, in: host(level, allowing: "execve"))
    #expect(answer == (level == 0 ? nil : Int(EACCES)))
  }
}
