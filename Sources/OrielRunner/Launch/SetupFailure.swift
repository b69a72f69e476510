internal import CShims
internal import Glibc
internal import OrielSystem
internal import OrielWire

/// A step of the runner's start that failed: which, why, and which layer it belongs to.
struct SetupFailure: Error {
  /// The step, as part of a sentence: "making the user namespace".
  let stage: String
  /// The layer of the sandbox that needs the step.
  let layer: Layer?
  /// Why the kernel refused.
  let errno: Errno
  /// What the step worked on, where that helps.
  let detail: String

  /// A failed step.
  init(_ stage: String, for layer: Layer? = nil, _ errno: Errno, _ detail: String = "") {
    self.stage = stage
    self.layer = layer
    self.errno = errno
    self.detail = detail
  }

  /// What is said where the kernel reported success and looking at it shows that it is not so.
  static let notInForce = "the kernel reported success, but it is not in force"

  /// A failed step by what the C side gave: an error number, or that the kernel lied.
  init(_ stage: String, for layer: Layer?, answer: Int32, _ detail: String = "") {
    let isLie = answer == ORIEL_SHIM_NOT_IN_FORCE
    self.init(
      stage,
      for: layer,
      Errno(rawValue: isLie ? 0 : answer),
      isLie ? detail.isEmpty ? Self.notInForce : "\(Self.notInForce): \(detail)" : detail
    )
  }

  /// The failure with what most likely is in the way, where that can be told.
  func explained(by obstacles: Obstacles) -> SetupFailure {
    guard let cause = obstacles.cause(of: errno, mountsProc: layer == .privateProc) else {
      return self
    }
    let text = obstacles.description(of: cause)
    return SetupFailure(stage, for: layer, errno, detail.isEmpty ? text : "\(detail); \(text)")
  }

  /// A process of the runner that a system call filter ended, by its wait status; nil for any other
  /// end.
  ///
  /// None of the runner's own processes has a filter: one from outside is around the host.
  init?(_ stage: String, endedWith status: Int32) {
    guard status & 0x7F == SIGSYS else { return nil }
    self.init(
      stage,
      Errno(rawValue: 0),
      "a system call filter around the host ended it (SIGSYS)"
    )
  }

  /// Runs a call that gives a negated error number when it fails.
  @discardableResult
  static func check(
    _ stage: String,
    for layer: Layer? = nil,
    _ result: Int32,
    _ detail: String = ""
  ) throws(SetupFailure) -> Int32 {
    guard result < 0 else { return result }
    throw SetupFailure(stage, for: layer, answer: 0 &- result, detail)
  }

  /// Runs a step of `OrielSystem`.
  static func attempt<Value: ~Copyable>(
    _ stage: String,
    for layer: Layer? = nil,
    _ body: () throws(SystemError) -> Value
  ) throws(SetupFailure) -> Value {
    do {
      return try body()
    } catch {
      throw SetupFailure(stage, for: layer, error.errno)
    }
  }
}
