internal import CShims
internal import Glibc
internal import OrielSystem
internal import OrielWire

/// What a host wants of its runner, with the compiled filters.
struct Configuration {
  /// The host's message.
  let message: ConfigureRunner
  /// The system call filters.
  let filters: Filters
  /// Whether instances get control groups.
  var usesControlGroups = false
  /// The controllers of these groups.
  var controllers: ControllerSet = []
  /// The state of the layer of control groups.
  var controlGroupStatus = LayerStatus(.cgroupLimits, .none, detail: "nobody looked for one")

  /// What an instance may use here.
  var limits: Limits {
    var limits = controllers.contains(.memory) ? message.groupLimits : message.limits
    limits.cpuPercent = controllers.contains(.cpu) ? message.groupLimits.cpuPercent : nil
    return limits
  }

  /// Notes what control groups instances get.
  mutating func adopt(_ groups: borrowing ControlGroups) {
    usesControlGroups = groups.areUsed
    controllers = groups.controllers
    controlGroupStatus = groups.status(limits)
  }

  /// Waits for the first message of a host; nil when the host is gone.
  static func receive(
    from control: borrowing PacketSocket
  ) throws(SetupFailure) -> Configuration? {
    let stage = "reading the host's configuration"
    var buffer = PacketBuffer(capacity: WireLimit.header + WireLimit.payload)
    let received = try SetupFailure.attempt(stage) { () throws(SystemError) in
      try control.receive(into: &buffer)
    }
    guard case .packet = received else { return nil }
    var descriptors = buffer.takeDescriptors()
    let message: ConfigureRunner
    do throws(WireError) {
      let frame = try WireFrame(packet: buffer.bytes)
      guard
        case .configure(let configure) =
          try RunnerCommand(frame, descriptorCount: descriptors.count)
      else { throw .unknownType(frame.type) }
      message = configure
    } catch {
      throw SetupFailure(stage, .invalidArgument, error.description)
    }
    guard let file = descriptors.popFirst() else {
      throw SetupFailure(stage, .invalidArgument, "the filter is missing")
    }
    return Configuration(message: message, filters: try Filters(reading: file, message))
  }
}
