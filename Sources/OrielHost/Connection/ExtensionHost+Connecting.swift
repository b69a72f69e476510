public import OrielManifest
internal import OrielSystem
internal import OrielWire

extension ExtensionHost {
  /// Starts an instance of an extension and makes its functions ready to be called.
  ///
  /// The manifest names a file that describes the functions. The instance serves until the connection
  /// is closed or let go of, or until it ends by itself.
  ///
  /// - Parameters:
  ///   - extension: The extension.
  ///   - options: What differs from the host's configuration.
  /// - Returns: The connection.
  /// - Throws: Why there is none.
  public func connect(
    _ extension: InstalledExtension,
    options: ConnectionOptions = ConnectionOptions()
  ) async throws(ConnectionError) -> ExtensionConnection {
    let interface = try InterfaceFile.read(`extension`)
    let plan: InterfacePlan
    do throws(InterfacePlan.Problem) {
      plan = try InterfacePlan(interface)
    } catch {
      throw ConnectionError(
        "The functions of '\(`extension`.identifier)' cannot be called: \(error.text)."
      )
    }
    let link: ConnectionLink
    do throws(SystemError) {
      link = try ConnectionLink(plan, options)
    } catch {
      throw ConnectionError(.setup(SetupFailure(error, during: "preparing calls")))
    }
    let id = start(link, `extension`, options)
    switch await link.start.get() {
    case .failure(let reason): throw ConnectionError(reason)
    case .success(let connected):
      return ExtensionConnection(
        id: id,
        plan: plan,
        link: link,
        absent: Set(connected.absent.map(Int.init)),
        options: options,
        queue: queue
      )
    }
  }
}

extension ConnectionLink {
  /// The lanes that concurrent functions are called on, beside the main thread's.
  private static let extraLanes = 3

  /// Makes the memory that calls need.
  convenience init(_ plan: InterfacePlan, _ options: ConnectionOptions) throws(SystemError) {
    let count = plan.isConcurrent ? 1 + Self.extraLanes : 1
    let wanted = min(max(options.frameSize, 1 << 14), 1 << 28)
    guard let size = SharedFile.wholePages(wanted + Lane.head) else {
      throw SystemError("memfd_create", .invalidArgument)
    }
    // One more is for callbacks of threads that serve none.
    let memory = try SharedFile(size: size * (count + 1), name: "oriel-calls")
    var lanes: [CallLane] = []
    for number in 0...count {
      let mapping = try SharedMapping(memory.descriptor, offset: number * size, size: size)
      let lane = Lane(mapping, as: .host, spins: options.spins ? Lane.usualSpins : 0)
      lanes.append(CallLane(lane))
    }
    // There are two or more.
    let main = lanes.removeFirst()
    var message = plan.message
    message.lanes = UInt16(count)
    message.laneSize = UInt32(size)
    message.spins = options.spins ? Lane.usualSpins : 0
    self.init(message: message, memory: memory, main: main, others: lanes)
  }
}
