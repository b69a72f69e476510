internal import OrielSystem

/// What waits for descriptors or memory is tried again by the timer: no descriptor tells of them.
extension Engine {
  /// The time between two tries.
  static let retryMilliseconds: UInt64 = 20

  /// Tries again in a moment what the system has no room for now.
  func retrySoon() {
    guard !deadlines.contains(.shortage) else { return }
    deadlines.set(.shortage, .start, at: .now.adding(milliseconds: Self.retryMilliseconds))
  }

  /// Tries again; launches that wait are tried by `pump`.
  func retry() {
    for request in requests.values where request.sending.isActive { flush(request) }
    if let runner, runner.sending.isActive || runner.receiving.isActive {
      controlIsReady(runner.generation)
    }
  }

  /// Watches a connection for what can be done with it now.
  func watch(_ socket: borrowing PacketSocket, of request: ActiveRequest) throws(SystemError) {
    var readiness: Readiness = .readable
    if !request.outgoing.isEmpty, !request.sending.isActive { readiness.insert(.writable) }
    try loop.poll.modify(
      socket.descriptor,
      for: readiness,
      token: Token.request(request.id).rawValue
    )
  }

  /// Gives up a request for which the system lacked something for too long.
  func giveUp(_ request: ActiveRequest, _ error: SystemError, during stage: String) {
    kill(request)
    apply(.lost(.setup(SetupFailure(error, during: stage))), to: request)
  }
}
