internal import OrielManifest
internal import OrielSystem
internal import OrielTypes
internal import OrielWire

/// What other threads ask of a host's own thread.
enum Command: Sendable {
  /// Run a request.
  case perform(RequestOrder)
  /// Tell what the runner found about the sandbox, or why there is none.
  case examine(@Sendable (Result<[LayerStatus], FailureReason>) -> Void)
  /// The file of a load was opened, or could not be.
  case opened(UInt64, request: UInt64, AttachmentServer.Answer)
  /// A function of the host's program has given a content, or failed.
  case provided(UInt64, request: UInt64, Provided)
  /// A function of the host's program tells how far it is.
  case advanced(UInt64, request: UInt64)
  /// Something was found out about a question.
  case question(UInt64, Question.Event)
  /// The directories of a request were opened, or cannot be used.
  case prepared(UInt64, Result<[GrantedMount], SetupFailure>)
  /// The instance of a request has filled a directory beyond its limit.
  case storageExceeded(UInt64, StorageExcess)
  /// Give a request up.
  case cancel(UInt64)
  /// Have the instance of a request map a memory under a number.
  case mapBuffer(UInt64, request: UInt64, MappedMemory)
  /// Have it let go of one.
  case unmapBuffer(UInt64, request: UInt64)
  /// End a connection for a reason.
  case end(UInt64, FailureReason)
  /// End everything; the function is called when the thread has nothing left.
  case shutDown(@Sendable () -> Void)
}

/// A request as it was asked for.
struct RequestOrder: Sendable {
  /// The number of the request.
  let id: UInt64
  /// The extension.
  let `extension`: InstalledExtension
  /// The input items, as far as the extension may see them.
  let items: [ExtensionItem]
  /// What is known about types.
  let types: TypeTable
  /// The items as they are sent.
  let wireItems: [WireItem]
  /// Why the user info of an item cannot be sent.
  let userInfoProblem: String?
  /// The options.
  let options: RequestOptions
  /// What the extension gets of the entitlements that it asks for, decided once: this value is
  /// what results tell and what the instance and the host's services enforce.
  let entitlements: EntitlementDecision
  /// When the request was made.
  let time: MonotonicTime
  /// What is told of a connection; nil for a request.
  let connection: ConnectionLink?
  /// Gets the result, once, on the host's thread.
  let completion: @Sendable (RequestResult) -> Void

  /// A request that is made now.
  init(
    id: UInt64,
    extension: InstalledExtension,
    items: [ExtensionItem],
    viewer: ItemViewer = .otherExtension,
    types: TypeTable = .system,
    options: RequestOptions,
    connection: ConnectionLink? = nil,
    completion: @escaping @Sendable (RequestResult) -> Void
  ) {
    self.id = id
    self.extension = `extension`
    let visible = items.map { $0.visible(to: viewer) }
    self.items = visible
    self.types = types
    var wireItems: [WireItem] = []
    var problem: String?
    for (index, item) in visible.enumerated() {
      do throws(UserInfo.Problem) {
        wireItems.append(try WireItem(item, types: types))
      } catch {
        if problem == nil { problem = "the user info of item \(index + 1) \(error.what)" }
      }
    }
    self.wireItems = wireItems
    userInfoProblem = problem
    self.options = options
    entitlements = options.entitlements.decide(on: `extension`.manifest.entitlements)
    time = .now
    self.connection = connection
    self.completion = completion
  }
}

/// The way from any thread to a host's own.
final class CommandQueue: Sendable {
  /// What waits, until the thread takes nothing more.
  private struct State: Sendable {
    /// The commands in order.
    var commands: [Command] = []
    /// Whether the thread has ended or is about to.
    var isClosed = false
  }

  /// Wakes the host's thread.
  private let loop: LoopDescriptors
  /// What waits.
  private let state = Lock(State())

  /// An empty queue.
  init(_ loop: LoopDescriptors) {
    self.loop = loop
  }

  /// Adds a command; gives false when nobody will take it.
  func push(_ command: Command) -> Bool {
    let isTaken = state.withLock { state in
      guard !state.isClosed else { return false }
      state.commands.append(command)
      return true
    }
    if isTaken { loop.signal.raise() }
    return isTaken
  }

  /// Takes all commands.
  func takeAll() -> [Command] {
    state.withLock { state in
      let commands = state.commands
      state.commands = []
      return commands
    }
  }

  /// Takes what is left and lets nothing more in.
  func close() -> [Command] {
    state.withLock { state in
      let commands = state.commands
      state = State(commands: [], isClosed: true)
      return commands
    }
  }
}
