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

  /// Runs a call that gives a negated error number when it fails.
  @discardableResult
  static func check(
    _ stage: String,
    for layer: Layer? = nil,
    _ result: Int32,
    _ detail: String = ""
  ) throws(SetupFailure) -> Int32 {
    guard result < 0 else { return result }
    throw SetupFailure(stage, for: layer, Errno(rawValue: 0 &- result), detail)
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
