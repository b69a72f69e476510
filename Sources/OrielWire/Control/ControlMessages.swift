/// What a runner can be told.
package enum RunnerCommand: Hashable, Sendable {
  /// Configure yourself.
  case configure(ConfigureRunner)
  /// Start an instance.
  case launch(Launch)

  /// Decodes a frame that came with so many descriptors.
  package init(_ frame: WireFrame, descriptorCount: Int) throws(WireError) {
    switch try frame.knownType() {
    case .configureRunner:
      self = .configure(try ConfigureRunner(payload: frame, descriptorCount: descriptorCount))
    case .launch:
      self = .launch(try Launch(payload: frame, descriptorCount: descriptorCount))
    default: throw .unknownType(frame.type)
    }
  }
}

/// What a runner can tell.
package enum RunnerEvent: Hashable, Sendable {
  /// Instances can be launched.
  case ready(RunnerReady)
  /// No instance can be launched.
  case failed(RunnerFailed)
  /// An instance exists.
  case launched(Launched)
  /// An instance was not made.
  case launchFailed(LaunchFailed)
  /// An instance made a forbidden call.
  case violated(Violated)
  /// An instance has ended.
  case exited(Exited)
  /// An instance comes near its bound of memory.
  case pressured(Pressured)

  /// Decodes a frame that came with so many descriptors.
  package init(_ frame: WireFrame, descriptorCount: Int) throws(WireError) {
    switch try frame.knownType() {
    case .runnerReady:
      self = .ready(try RunnerReady(payload: frame, descriptorCount: descriptorCount))
    case .runnerFailed:
      self = .failed(try RunnerFailed(payload: frame, descriptorCount: descriptorCount))
    case .launched:
      self = .launched(try Launched(payload: frame, descriptorCount: descriptorCount))
    case .launchFailed:
      self = .launchFailed(try LaunchFailed(payload: frame, descriptorCount: descriptorCount))
    case .violated:
      self = .violated(try Violated(payload: frame, descriptorCount: descriptorCount))
    case .pressured:
      self = .pressured(try Pressured(payload: frame, descriptorCount: descriptorCount))
    case .exited:
      self = .exited(try Exited(payload: frame, descriptorCount: descriptorCount))
    default: throw .unknownType(frame.type)
    }
  }
}
