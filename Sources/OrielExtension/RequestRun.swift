internal import COriel
internal import Synchronization

/// One request while it runs: its task, and how it ends.
final class RequestRun: Sendable {
  /// What the lock protects.
  private struct State {
    /// The task that runs the handler.
    var task: Task<Void, Never>?
    /// Why the host wants the request to stop.
    var cancelReason: CancelReason?
    /// Whether the time for work after the outcome is over.
    var hasExpired = false
  }

  /// The request's handle.
  let request: oriel_request
  /// The host that sent it.
  let host: Host
  /// Guarded by a lock: the host's callbacks come on the Oriel thread.
  private let state = Mutex(State())

  /// Prepares to run a request.
  init(_ request: oriel_request, host: Host) {
    self.request = request
    self.host = host
  }

  /// Why the host wants the request to stop; nil while it does not.
  var cancelReason: CancelReason? { state.withLock { $0.cancelReason } }

  /// Starts the handler in a task of its own.
  func start(_ handler: any RequestHandler) {
    let task = Task.detached { await self.run(handler) }
    let mustCancel = state.withLock { state in
      state.task = task
      return state.cancelReason != nil || state.hasExpired
    }
    if mustCancel { task.cancel() }
  }

  /// Cancels the handler's task because the host wants the request to stop.
  func cancel(_ reason: CancelReason) {
    state.withLock { state in
      state.cancelReason = reason
      return state.task
    }?.cancel()
  }

  /// Cancels the work that goes on after the outcome.
  func expire() {
    state.withLock { state in
      state.hasExpired = true
      return state.task
    }?.cancel()
  }

  /// Runs the handler and ends the request as the handler ended.
  private func run(_ handler: any RequestHandler) async {
    defer { Registry.shared.remove(self) }
    let response: Response
    do {
      response = try await handler.handle(ExtensionRequest(self))
    } catch {
      cancelRequest(failure(from: error))
      return
    }
    do throws(HostStatus) {
      try complete(response)
    } catch {
      // The handler did its part, but the host refused the result: the host must hear why.
      cancelRequest(
        RequestFailure(
          domain: "oriel.status",
          code: Int64(error.status),
          text: "The result could not be returned: \(error)."
        )
      )
      return
    }
    guard let afterwards = response.afterwards else { return }
    await afterwards()
    _ = host.requests.finish_work(request)
  }

  /// What the host is told about an error that the handler threw.
  private func failure(from error: any Error) -> RequestFailure {
    if let failure = error as? RequestFailure { return failure }
    if let reason = cancelReason,
      error is CancellationError || error as? LoadError == .cancelled
        || (error as? ServiceError)?.kind == .cancelled
    {
      return RequestFailure(
        domain: "oriel.cancelled",
        code: reason.rawValue,
        text: reason.description
      )
    }
    return RequestFailure(domain: Self.domain(of: type(of: error)), code: 1, text: "\(error)")
  }

  /// The name of an error's type, the same at each run.
  ///
  /// Swift puts an address into the names of private and local types.
  static func domain(of type: any Error.Type) -> String {
    let names = String(reflecting: type).split(separator: ".").filter {
      !$0.hasPrefix("(unknown context")
    }
    return String(names.joined(separator: ".").prefix(utf8Length: Int(ORIEL_MAX_NAME_LENGTH)))
  }
}
