internal import OrielSandbox
internal import OrielSystem
internal import OrielWire

/// Everything a host does, on one thread of its own: runner, instances, time limits.
///
/// Only that thread uses an engine. Other threads reach it through the command queue.
final class Engine {
  /// What has a time limit.
  enum DeadlineKey: Hashable {
    /// The start of the runner, or the time before the next one.
    case runner
    /// The next try of what the system had no room for.
    case shortage
    /// A request.
    case request(UInt64)
    /// A connection that a question asks for.
    case question(UInt64)
    /// The next word about how far a load is.
    case progress(job: UInt64, request: UInt64)
  }

  /// How the host runs extensions.
  let configuration: HostConfiguration
  /// What starts runners.
  let starter: RunnerStarter
  /// Commands of other threads.
  let queue: CommandQueue
  /// The poll set and what wakes it.
  let loop: LoopDescriptors
  /// What the timer is set to.
  private var timerSetting: MonotonicTime?
  /// The time limits that run.
  var deadlines = Deadlines<DeadlineKey, RequestMachine.Deadline>()
  /// All requests that have not ended.
  var requests: [UInt64: ActiveRequest] = [:]
  /// Those that no instance was asked for yet, in order.
  var waiting: [UInt64] = []
  /// Those whose instance was asked for and has not reported yet.
  var unreported: Set<UInt64> = []
  /// Who waits for what the runner found about the sandbox.
  var examinations: [@Sendable (Result<[LayerStatus], FailureReason>) -> Void] = []
  /// The runner, if there is one.
  var runner: RunnerConnection?
  /// What is lacking to start a runner.
  var starting = Shortage()
  /// Runners that were killed and are still to be reaped.
  var endingRunners: [UInt64: EndingRunner] = [:]
  /// The number of the next runner.
  var nextGeneration: UInt64 = 1
  /// How many runners ended soon after their start, one after another.
  var earlyEnds = 0
  /// The system call filters that all runners get.
  var filters: CompiledFilters?
  /// Room for one packet.
  var packet = PacketBuffer(capacity: WireLimit.header + WireLimit.payload)
  /// Room for output.
  var bytes = [UInt8](repeating: 0, count: 1 << 16)
  /// Who wants to know when the thread has ended, once it is to end.
  private(set) var shutdownCompletions: [@Sendable () -> Void]?

  /// The descriptors that requests may hold.
  let descriptorBudget: DescriptorBudget
  /// Opens the files that extensions load.
  let opener: FileOpener
  /// Opens and measures the directories that instances are granted.
  let storage: StorageKeeper
  /// The number of the next file to open.
  var nextJob: UInt64 = 1
  /// Does what questions need and may take long.
  let helpers: HelperThreads
  /// The questions that have no answer yet, by number.
  var questions: [UInt64: Question] = [:]
  /// The number of the next question.
  var nextQuestion: UInt64 = 1

  /// The launches that may be under way at once: more only wait for the same processors.
  static let launchWindow = 4

  /// An engine without a runner.
  init(
    configuration: HostConfiguration,
    starter: RunnerStarter,
    queue: CommandQueue,
    loop: LoopDescriptors
  ) {
    self.configuration = configuration
    self.starter = starter
    self.queue = queue
    self.loop = loop
    descriptorBudget = DescriptorBudget(
      limit: DescriptorLimit.current,
      requests: configuration.instanceLimit
    )
    helpers = HelperThreads(queue)
    opener = FileOpener(queue, open: configuration.openFile)
    storage = StorageKeeper(queue, configuredFolder: configuration.containerFolder)
  }

  /// Serves until the host is shut down.
  func run() {
    while shutdownCompletions == nil {
      setTimer()
      // It only fails for descriptors that do not exist.
      guard let events = try? loop.poll.wait(milliseconds: nil) else { break }
      for event in events { handle(event) }
      expireDeadlines()
      pump()
    }
    end()
  }

  /// Handles a descriptor that became ready; one that was let go of meanwhile is ignored.
  private func handle(_ event: EventPoll.Event) {
    switch Token(rawValue: event.token) {
    case .commands:
      loop.signal.acknowledge()
      for command in queue.takeAll() { handle(command) }
    case .timer: loop.timer.acknowledge()
    case .control(let generation): controlIsReady(generation)
    case .diagnostics(let generation): diagnosticsAreReady(generation)
    case .endingRunner(let generation): reapRunner(generation)
    case .connection(let number): connectionIsReady(number)
    case .request(let id):
      guard let request = requests[id] else { return }
      if event.readiness.contains(.writable) { flush(request) }
      receive(for: request, limit: 32)
    case .process(let id):
      if let request = requests[id] { processEnded(request) }
    case .output(let id):
      if let request = requests[id] { readOutput(of: request) }
    case .errorOutput(let id):
      if let request = requests[id] { readErrorOutput(of: request) }
    }
  }

  /// Does what another thread asked for.
  private func handle(_ command: Command) {
    switch command {
    case .perform(let order):
      let request = ActiveRequest(
        order,
        limits: limits(of: order, controllers: []),
        required: configuration.requiredLayers,
        weakenings: configuration.weakenings
      )
      requests[order.id] = request
      admit(request)
    case .examine(let completion): examinations.append(completion)
    case .opened(let job, let id, let answer):
      if let request = requests[id] { fileOpened(job, answer, for: request) }
    case .provided(let job, let id, let provided):
      if let request = requests[id] { contentProvided(job, provided, for: request) }
    case .advanced(let job, let id):
      if let request = requests[id] { loadAdvanced(job, of: request) }
    case .question(let number, let event): questionAdvanced(number, event)
    case .prepared(let id, let result):
      if let request = requests[id] { prepared(result, for: request) }
    case .storageExceeded(let id, let excess):
      if let request = requests[id] { storageExceeded(excess, by: request) }
    case .cancel(let id):
      guard let request = requests[id] else { return }
      // What the instance sent before counts.
      receive(for: request, limit: 32)
      apply(.cancelled, to: request)
    case .mapBuffer(let number, let id, let memory):
      if let request = requests[id] { mapBuffer(number, memory, for: request) }
    case .unmapBuffer(let number, let id):
      if let request = requests[id] { send(UnmapBuffer(), id: number, to: request) }
    case .end(let id, let reason):
      guard let request = requests[id] else { return }
      receive(for: request, limit: 32)
      apply(.gaveUp(reason), to: request)
    case .shutDown(let completion): shutdownCompletions = (shutdownCompletions ?? []) + [completion]
    }
  }

  /// What the instance of a request may use.
  func limits(of order: RequestOrder, controllers: ControllerSet) -> Limits {
    var limits = Limits(configuration.limits, controllers: controllers)
    if let time = order.options.startTimeout { limits.startMilliseconds = time.wholeMilliseconds }
    if let bytes = order.options.returnedBytesLimit { limits.returnedBytes = bytes }
    return limits
  }

  /// Handles the time limits that have passed.
  private func expireDeadlines() {
    for (key, kind) in deadlines.takeDue(at: .now) {
      switch key {
      case .runner: runnerDeadlinePassed()
      case .shortage: retry()
      case .question(let number): questionDeadlinePassed(number)
      case .progress(let job, let id):
        if let request = requests[id] { loadAdvanced(job, of: request) }
      case .request(let id):
        guard let request = requests[id] else { continue }
        // What the instance sent in time counts, also when it is read late.
        receive(for: request, limit: 32)
        guard requests[id] != nil else { continue }
        deadlinePassed(kind, of: request)
      }
    }
  }

  /// Sets the timer to the next time limit.
  private func setTimer() {
    let next = deadlines.next
    guard next != timerSetting else { return }
    timerSetting = next
    // It only fails for times out of range, which the timer rules out.
    try? loop.timer.set(next)
  }

  /// Gives everything up that is left, and lets nothing new in.
  private func end() {
    for command in queue.close() { handle(command) }
    for request in requests.values {
      kill(request)
      apply(.lost(.hostGone("the host was shut down")), to: request)
    }
    storage.close()
    finishExaminations(.failure(.hostGone("the host was shut down")))
    endRunner()
    for runner in endingRunners.values { runner.waitAndReap() }
    for completion in shutdownCompletions ?? [] { completion() }
  }
}
