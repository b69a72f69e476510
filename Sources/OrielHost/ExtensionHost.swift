internal import Glibc
public import OrielManifest
internal import OrielSystem
internal import OrielTypes
internal import OrielWire

/// Runs extensions, each request in a sandboxed process of its own.
///
/// A host has one thread and starts one runner, a fork server, when the first request needs it.
/// It changes nothing else of the process that it lives in: no signal handlers, no working
/// directory, no environment. Any number of tasks may use it at once.
public final class ExtensionHost: Sendable {
  /// The way to the host's own thread.
  let queue: CommandQueue
  /// The number of the next request.
  private let nextIdentifier = Lock<UInt64>(1)
  /// The layers without which no extension is started.
  private let requiredLayers: LayerSet
  /// What makes the sandbox weaker.
  private let weakenings: [SandboxWeakening]
  /// The host's own container.
  private let container: String?
  /// What is asked before a launch, and told how it ended.
  private let registry: ExtensionRegistry?
  /// What is known about types, unless the registry tells.
  private let types: TypeTable?
  /// Takes what the host has to say.
  private let log: @Sendable (String) -> Void
  /// The process that the host belongs to, and no forked copy of it.
  private let processIdentifier: Int32

  /// Makes a host; the runner is looked for now and started later.
  ///
  /// Throws when there is no runner, or when a limit makes no sense.
  public init(configuration: HostConfiguration = HostConfiguration()) throws(HostError) {
    try configuration.limits.check()
    let starter: RunnerStarter
    if let given = configuration.runnerStarter {
      starter = given
    } else {
      starter = .program(
        at: try RunnerLookup.path(configured: configuration.runnerPath),
        locale: configuration.locale,
        timeZone: configuration.timeZone
      )
    }
    do throws(SystemError) {
      let loop = try LoopDescriptors()
      let queue = CommandQueue(loop)
      self.queue = queue
      requiredLayers = configuration.requiredLayers
      weakenings = configuration.weakenings
      registry = configuration.registry
      types = configuration.types
      log = configuration.log
      container = configuration.hostContainer
      processIdentifier = getpid()
      try Thread.start {
        Engine(configuration: configuration, starter: starter, queue: queue, loop: loop).run()
      }
    } catch {
      throw HostError(
        .system,
        "The host could not be made: \(error). Raise the limits of this process, or close what "
          + "it does not need."
      )
    }
    for weakening in weakenings { configuration.log("weakened sandbox: \(weakening)") }
  }

  deinit {
    // Nobody can use the host any more; its thread ends what is left.
    _ = queue.push(.shutDown {})
  }

  /// Sends items to an extension and waits for the outcome.
  ///
  /// Cancelling the task cancels the request: the extension is told and has the grace time to
  /// react, then it is ended.
  ///
  /// - Parameters:
  ///   - extension: The extension to run.
  ///   - items: The input items; files of their attachments are opened when the extension loads
  ///     them.
  ///   - options: What differs from the host's configuration.
  /// - Returns: The outcome, with all that is known about the request.
  public func perform(
    _ extension: InstalledExtension,
    items: [ExtensionItem],
    options: RequestOptions = RequestOptions()
  ) async -> RequestResult {
    guard let registry else {
      // A container's manifest is a file to be read.
      let types =
        `extension`.containerPath == nil
        ? types(for: `extension`) : await Self.onThread { self.types(for: `extension`) }
      return await run(`extension`, items: items, types: types, options: options)
    }
    let (obstacle, types) = await Self.onThread {
      (registry.launchObstacle(of: `extension`), self.types(for: `extension`))
    }
    let result = await run(
      `extension`,
      items: items,
      types: types,
      options: options,
      obstacle: obstacle
    )
    if obstacle != nil { return result }
    let problem = await Self.onThread { registry.count(result.outcome, of: `extension`) }
    if let problem { log("\(problem)") }
    return result
  }

  /// Does something that waits for the file system on a thread of its own, or, when there is none to
  /// be had, on this one.
  private static func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      do throws(SystemError) {
        try Thread.start { continuation.resume(returning: body()) }
      } catch {
        continuation.resume(returning: body())
      }
    }
  }

  /// What is known about types in a request: what is configured or what a registry knows, and what
  /// the extension declares, or its container for it.
  private func types(for extension: InstalledExtension) -> TypeTable {
    let manifest = `extension`.manifest
    let known = (types ?? registry?.newestTypes ?? .system)
      .adding(exported: manifest.exportedTypes, imported: manifest.importedTypes)
    guard let path = `extension`.containerPath else { return known }
    let container = ContainerManifest(reading: path)
    return known.adding(exported: container.exportedTypes, imported: container.importedTypes)
  }

  /// Sends items to an extension and waits for the outcome, or refuses to because of an obstacle.
  private func run(
    _ extension: InstalledExtension,
    items: [ExtensionItem],
    types: TypeTable,
    options: RequestOptions,
    obstacle: Obstacle? = nil
  ) async -> RequestResult {
    let id = nextIdentifier.withLock { next in
      defer { next += 1 }
      return next
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let order = RequestOrder(
          id: id,
          extension: `extension`,
          items: items,
          viewer: ItemViewer(`extension`, hostContainer: container),
          types: types,
          options: options,
          completion: { continuation.resume(returning: $0) }
        )
        // A fork copies the host without its thread, and nobody would ever answer.
        guard getpid() == processIdentifier else {
          order.giveUp("this process was forked from the one that made the host")
          return
        }
        if let obstacle {
          order.refuse(obstacle)
        } else if order.refuseEntitlements() {
          return
        } else if let reason = order.problem {
          order.refuse(reason)
        } else if !queue.push(.perform(order)) {
          order.giveUp("the host was shut down")
        } else if Task.isCancelled {
          // The handler below may have run before the request was there to be cancelled.
          _ = queue.push(.cancel(id))
        }
      }
    } onCancel: {
      _ = queue.push(.cancel(id))
    }
  }

  /// Has an instance started whose functions are called; gives the number of the connection.
  func start(
    _ link: ConnectionLink,
    _ extension: InstalledExtension,
    _ options: ConnectionOptions
  ) -> UInt64 {
    let id = nextIdentifier.withLock { next in
      defer { next += 1 }
      return next
    }
    var requestOptions = RequestOptions()
    requestOptions.startTimeout = options.startTimeout
    requestOptions.entitlements = options.entitlements
    requestOptions.reportsRefusals = options.reportsRefusals
    requestOptions.waitsForExit = false
    let registry = registry
    let order = RequestOrder(
      id: id,
      extension: `extension`,
      items: [],
      options: requestOptions,
      connection: link,
      completion: { result in
        link.ended(result)
        guard let registry else { return }
        // It waits for the file system, which the host's thread must not.
        try? Thread.start { registry.count(result.outcome, of: `extension`) }
      }
    )
    guard getpid() == processIdentifier else {
      order.giveUp("this process was forked from the one that made the host")
      return id
    }
    if let obstacle = registry?.launchObstacle(of: `extension`) {
      order.refuse(obstacle)
    } else if !order.refuseEntitlements(), !queue.push(.perform(order)) {
      order.giveUp("the host was shut down")
    }
    return id
  }

  /// Starts the runner, if need be, and tells which layers hold for every instance.
  ///
  /// Throws when an extension could not be started.
  public func start() async throws(HostError) -> EnforcementReport {
    let report = try await Self.report(
      examine(),
      required: requiredLayers,
      weakenings: weakenings
    )
    if let unmet = report.firstUnmet {
      throw HostError(.sandbox, SetupFailure(unmet: unmet).description)
    }
    return report
  }

  /// Tells which layers hold on this system, also when a required one does not.
  ///
  /// Throws when there is no runner, or when something failed that is no layer.
  public static func examineSandbox(
    configuration: HostConfiguration = HostConfiguration()
  ) async throws(HostError) -> EnforcementReport {
    let host = try ExtensionHost(configuration: configuration)
    let result = await host.examine()
    await host.shutdownAndWait()
    return try report(
      result,
      required: configuration.requiredLayers,
      weakenings: configuration.weakenings
    )
  }

  /// What the runner's test of the sandbox found.
  private func examine() async -> Result<[LayerStatus], FailureReason> {
    await withCheckedContinuation { continuation in
      if !queue.push(.examine({ continuation.resume(returning: $0) })) {
        continuation.resume(returning: .failure(.hostGone("the host was shut down")))
      }
    }
  }

  /// The report of a test; a layer that could not be put up is a report, too.
  private static func report(
    _ result: Result<[LayerStatus], FailureReason>,
    required: LayerSet,
    weakenings: [SandboxWeakening]
  ) throws(HostError) -> EnforcementReport {
    switch result {
    case .success(let layers):
      return EnforcementReport(layers, required: required, weakenings: weakenings)
    case .failure(.setup(let failure)):
      guard let layer = failure.layer else { throw HostError(.sandbox, failure.description) }
      let status = LayerStatus(
        layer.layer,
        .none,
        errno: failure.errorNumber,
        detail: failure.reason.isEmpty ? failure.stage : "\(failure.stage): \(failure.reason)"
      )
      return EnforcementReport(
        brokenBy: status,
        remedy: failure.remedy,
        required: required,
        weakenings: weakenings
      )
    case .failure(.hostGone(let reason)):
      throw HostError(.shutDown, "The sandbox was not looked at because \(reason). Use a new host.")
    case .failure(let reason): throw HostError(.sandbox, reason.description)
    }
  }

  /// Ends all requests, the runner and the host's thread; does not wait for it.
  public func shutdown() {
    _ = queue.push(.shutDown {})
  }

  /// Ends all requests, the runner and the host's thread, and waits until nothing is left.
  public func shutdownAndWait() async {
    await withCheckedContinuation { continuation in
      if !queue.push(.shutDown { continuation.resume() }) { continuation.resume() }
    }
  }
}
