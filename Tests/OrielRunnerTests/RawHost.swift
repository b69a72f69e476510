import Foundation
import OrielSandbox
import OrielSystem
import OrielTesting
import OrielWire

/// A host that speaks the wire itself, to see message by message what a runner and an instance do.
final class RawHost {
  /// The control socket.
  let control: PacketSocket
  /// The runner's first process, which ends with this object.
  private let process: OwnedProcess
  /// What the runner said when it was configured.
  let greeting: RunnerEvent
  private var buffer = PacketBuffer(capacity: WireLimit.header + WireLimit.payload)
  private let policy: SandboxPolicy

  /// What may differ from a careful host's start of a runner.
  struct Options {
    var policy = SandboxPolicy()
    /// A command in front of the runner.
    var command: [String] = []
    var preloads = ["libFoundation.so"]
    /// The newest level of Landlock to use.
    var landlockLimit = UInt32.max
    /// Variables that a careless host gives it.
    var strayVariables: [String] = []
    /// How many descriptors a careless host gives it.
    var strayDescriptors = 0
    /// The group to make those of instances in.
    var controlGroup: String?
  }

  /// Starts and configures a runner, through a command in front of it if one is given.
  ///
  /// A careless host also gives it variables and descriptors that are none of its business.
  convenience init(
    policy: SandboxPolicy = SandboxPolicy(),
    through command: [String] = [],
    strayVariables: [String] = [],
    strayDescriptors: Int = 0
  ) throws {
    try self.init(
      Options(
        policy: policy,
        command: command,
        strayVariables: strayVariables,
        strayDescriptors: strayDescriptors
      )
    )
  }

  /// Starts and configures a runner.
  init(_ options: Options) throws {
    let policy = options.policy
    self.policy = policy
    var pair = try SocketPair()
    control = pair.takeFirst()
    var descriptors = DescriptorList()
    for _ in 0..<3 { descriptors.append(try Descriptor.open("/dev/null", .readWrite)) }
    descriptors.append(pair.takeSecond())
    for _ in 0..<options.strayDescriptors {
      descriptors.append(try Descriptor.open("/", .readOnly))
    }
    let arguments = options.command + [BuiltProducts.program("oriel-runner")]
    process = OwnedProcess(
      try Spawn(
        path: arguments[0],
        // As Oriel's own host calls it.
        arguments: options.command.isEmpty ? ["oriel-runner"] : arguments,
        environment: ["SWIFT_BACKTRACE=enable=no"] + options.strayVariables
      ).start(descriptors: descriptors)
    )
    descriptors = DescriptorList()
    let filters = try policy.compileFilters()
    let message = ConfigureRunner(
      filterLengths: filters.lengths,
      view: policy.view,
      preloads: options.preloads,
      limits: policy.limits,
      controlGroup: options.controlGroup,
      requiredLayers: policy.requiredLayers,
      landlockLimit: options.landlockLimit
    )
    _ = try control.send(
      try message.packet().bytes,
      rawDescriptors: [filters.memory.descriptor.withRawValue { $0 }]
    )
    greeting = try Self.event(control, &buffer)
  }

  /// The runner's first process.
  var runner: ProcessHandle {
    _read { yield process.handle }
  }

  /// The next event of the runner.
  func event() throws -> RunnerEvent { try Self.event(control, &buffer) }

  private static func event(
    _ control: borrowing PacketSocket,
    _ buffer: inout PacketBuffer
  ) throws -> RunnerEvent {
    guard case .packet = try control.receive(into: &buffer) else { throw WireError.truncated }
    return try RunnerEvent(
      try WireFrame(packet: buffer.bytes),
      descriptorCount: buffer.descriptors.count
    )
  }

  /// Whether the supervisor ended an instance, which has closed its channel, for a forbidden call.
  func violation(of request: UInt64) throws -> Bool {
    var isViolated = false
    while true {
      let event = try nextFrame()
      guard event.id == request else { continue }
      switch event.message {
      case .violated: isViolated = true
      // 9 is SIGKILL, by which the supervisor ends an instance.
      case .exited(let exited): return isViolated && exited.status & 0x7F == 9
      default: continue
      }
    }
  }

  /// The process of an instance that was launched.
  func process(of request: UInt64) throws -> ProcessHandle {
    while true {
      let event = try nextFrame()
      guard event.id == request, case .launched = event.message else { continue }
      var descriptors = buffer.takeDescriptors()
      guard let handle = descriptors.popFirst() else { throw WireError.truncated }
      return ProcessHandle(handle)
    }
  }

  /// What an instance of the Probe fixture answers, by act.
  func answers(
    _ acts: [String],
    in folder: String = BuiltProducts.extensions,
    id: UInt64 = 1,
    output terminal: Int32? = nil
  ) throws -> [String: Int] {
    let messages = try launch("Probe", in: folder, id: id, output: terminal)
      .conversation(acts.joined(separator: "\n"))
    var answers: [String: Int] = [:]
    for line in messages.returnedText?.split(separator: "\n") ?? [] {
      guard let equals = line.lastIndex(of: "=") else { continue }
      answers[String(line[..<equals])] = Int(line[line.index(after: equals)...])
    }
    return answers
  }

  /// How an instance ended.
  func exit(of request: UInt64) throws -> Exited {
    while true {
      let event = try nextFrame()
      if event.id == request, case .exited(let exited) = event.message { return exited }
    }
  }

  /// Why there is no instance; nil for one that was made and has ended.
  func failure(of request: UInt64) throws -> LaunchFailed? {
    while true {
      let event = try nextFrame()
      guard event.id == request else { continue }
      switch event.message {
      case .launchFailed(let failed): return failed
      case .exited: return nil
      default: continue
      }
    }
  }

  /// The next event of the runner, with the request it is about.
  private func nextFrame() throws -> (id: UInt64, message: RunnerEvent) {
    guard case .packet = try control.receive(into: &buffer) else { throw WireError.truncated }
    let frame = try WireFrame(packet: buffer.bytes)
    return (frame.id, try RunnerEvent(frame, descriptorCount: buffer.descriptors.count))
  }

  /// Asks for an instance of a fixture, or of a bundle elsewhere.
  ///
  /// The change is made after the files were looked at and before the runner is told. A terminal can
  /// take the place of the pipe that instances write to.
  func launch(
    _ name: String,
    in folder: String = BuiltProducts.extensions,
    id: UInt64 = 1,
    reportsRefusals: Bool = false,
    output terminal: Int32? = nil,
    mounts: [GrantedMount] = [],
    afterCheck change: () throws -> Void = {}
  ) throws -> RawInstance {
    var pair = try SocketPair()
    let socket = pair.takeFirst()
    let request = pair.takeSecond()
    var pipe = try OrielSystem.Pipe()
    let output = pipe.takeWritingEnd()
    let bundle = "\(folder)/\(name).appex"
    let directory = try Descriptor.open(bundle, [.pathOnly, .directory]).status().identity
    let file = try Descriptor.open("\(bundle)/\(name).so", .readOnly).status().identity
    try change()
    let launch = Launch(
      bundlePath: bundle,
      bundleDevice: directory.device,
      bundleInode: directory.inode,
      executablePath: "\(name).so",
      executable: WireFileIdentity(
        device: file.device,
        inode: file.inode,
        size: file.size,
        modificationTime: file.modificationTime,
        changeTime: file.changeTime
      ),
      bundleIdentifier: "org.oriel.fixture",
      environment: [EnvironmentVariable("HOME", "/tmp")],
      reportsRefusals: reportsRefusals,
      mounts: mounts
    )
    let outputNumber = terminal ?? output.withRawValue { $0 }
    _ = try control.send(
      try launch.packet(id: id).bytes,
      rawDescriptors: [request.withRawValue { $0 }, outputNumber, outputNumber]
    )
    return RawInstance(socket: socket, output: pipe.takeReadingEnd(), limits: policy.limits)
  }
}

/// The host's end of one instance.
final class RawInstance {
  let socket: PacketSocket
  let output: Descriptor
  private let limits: Limits
  private var buffer = PacketBuffer(capacity: WireLimit.header + WireLimit.payload)

  init(socket: consuming PacketSocket, output: consuming Descriptor, limits: Limits) {
    self.socket = socket
    self.output = output
    self.limits = limits
  }

  /// The next message; nil when the instance has closed the channel.
  func next() throws -> InstanceMessage? {
    guard case .packet = try socket.receive(into: &buffer) else { return nil }
    return try InstanceMessage(
      try WireFrame(packet: buffer.bytes),
      descriptorCount: buffer.descriptors.count
    )
  }

  /// Sends a message of the host.
  func send(_ message: some WireMessage, id: UInt64 = 0) throws {
    _ = try socket.send(try message.packet(id: id).bytes)
  }

  /// Sends a request with one item of the given text, and one attachment if it has types.
  func begin(_ text: String, types: [String] = []) throws {
    let attachment = WireAttachment(representations: types.map { WireRepresentation(type: $0) })
    try send(
      Begin(
        items: [WireItem(text: text, attachments: types.isEmpty ? [] : [attachment])],
        bundleIdentifier: "org.oriel.fixture",
        displayName: "Fixture",
        extensionPoint: "org.oriel.action",
        locale: "",
        timeZone: "",
        limits: limits,
        entitlements: [],
        requestMilliseconds: 30_000,
        graceMilliseconds: 2000
      )
    )
  }

  /// Everything that the instance says to a request, to its end.
  func conversation(_ text: String = "") throws -> [InstanceMessage] {
    var messages: [InstanceMessage] = []
    while let message = try next() {
      messages.append(message)
      if case .loaded = message { try begin(text) }
    }
    return messages
  }
}

extension [InstanceMessage] {
  /// The text of the first returned item.
  var returnedText: String? {
    for case .complete(let complete) in self { return complete.items.first?.text }
    return nil
  }

  /// The layers of the report.
  var layers: [LayerStatus]? {
    guard case .report(let report)? = first else { return nil }
    return report.layers
  }
}

/// A child that is killed and reaped with its owner, also with one that was never finished.
final class OwnedProcess {
  let handle: ProcessHandle

  init(_ handle: consuming ProcessHandle) {
    self.handle = handle
  }

  deinit {
    // A child that nobody reaps would keep the monitor of exit tests from seeing other children.
    _ = try? handle.kill()
    while (try? handle.reap()) == .some(.none) { sched_yield() }
  }
}
