import Foundation
import OrielTesting
import OrielWire
import Testing

/// Whatever call of the way into the sandbox fails, or lies: no extension starts without a layer.
@Suite("An outer filter around the runner", .requiresBundles)
struct FailClosedTests {
  /// ENOTNAM, which none of the calls gives by itself.
  private static let strangeError: Int32 = 118

  /// The rows that mean something to this user.
  private static let calls = BrokenCall.all.filter { geteuid() == 0 || !$0.isForRoot }

  /// The layers that do not hold although nothing is broken, but for control groups: whether some are
  /// delegated is the machine's.
  private func missing(_ fate: Fate) throws -> [Layer] {
    guard case .started(let layers) = fate else {
      Issue.record("not started: \(fate)")
      return []
    }
    try #require(Set(layers.map(\.layer)) == Set(Layer.allCases))
    return layers.filter { $0.state == .none && $0.layer != .cgroupLimits }.map(\.layer)
  }

  @Test("hits nothing: the extension starts, in every layer")
  func control() throws {
    let fate = try Fate.ofExtension(startedThrough: OuterFilter.command(["1:umount2,0=1,1=2"]))
    #expect(try missing(fate) == [])
  }

  @Test("refuses a call: nothing starts, and layer and error are named", arguments: calls)
  func refused(call: BrokenCall) throws {
    let fate = try Fate.ofExtension(startedThrough: call.command(answering: Self.strangeError))
    guard case .refused(let layer, let error, let text) = fate else {
      Issue.record("\(fate)")
      return
    }
    #expect(layer == call.layer, "\(text)")
    // What looks at the state afterwards sees only that it is not as it should be.
    let isSeenLater = error == 0 && text.contains("the check of")
    #expect(error == Self.strangeError || isSeenLater, "\(error) \(text)")
  }

  @Test(
    "reports success for a call and does nothing (CVE-2017-5426): nothing starts without a layer",
    arguments: calls
  )
  func lied(call: BrokenCall) throws {
    let fate = try Fate.ofExtension(startedThrough: call.command(answering: 0))
    switch call.lie {
    case .harmless:
      #expect(try missing(fate) == [])
    case .refused(let words):
      guard case .refused(let layer, _, let text) = fate else {
        Issue.record("\(fate)")
        return
      }
      #expect(layer == call.layerOfLie, "\(text)")
      #expect(text.contains(words))
    }
  }

  @Test(
    "kills: nothing starts, and the filter is named as the cause",
    arguments: [
      ("the launcher", "prctl,0=36"), ("the process between", "unshare,0/0x40000000=0x40000000"),
      ("the fork server", "keyctl,0=1"), ("the first instance", "setsid"),
      ("the instance's filter", "seccomp"),
    ]
  )
  func killed(process: String, call: String) throws {
    let fate = try Fate.ofExtension(startedThrough: OuterFilter.command(["kill:\(call)"]))
    switch fate {
    case .silence: #expect(process == "the launcher")
    case .refused(_, _, let text): #expect(text.contains("SIGSYS"))
    default: Issue.record("\(fate)")
    }
  }
}
