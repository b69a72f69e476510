internal import OrielManifest
internal import OrielSystem

/// Connections that the host makes for extensions.
extension Engine {
  /// Begins a connection, or refuses it.
  func connect(_ question: Question, to host: String, _ port: UInt16, for request: ActiveRequest) {
    guard let target = ConnectionTarget(host: host, port: port) else {
      settle(question, .invalidArgument, "it is no name or address of a host", for: request)
      return
    }
    guard let permission = target.permission(by: request.entitlements) else {
      let entitlement = target.entitlement
      settle(question, .denied, "'\(entitlement)' was not granted", for: request)
      return
    }
    let end = MonotonicTime.now.adding(milliseconds: configuration.connectionTimes.all)
    question.connection = Question.Connection(target: target, permission: permission, end: end)
    deadlines.set(.question(question.number), .start, at: end)
    switch target.host {
    case .address(let address): resolved(question, .success([address]), for: request)
    case .name(let name): resolve(name, for: question, of: request)
    case .any, .subdomains: settle(question, .internal, "", for: request)
    }
  }

  /// Has a name looked up.
  private func resolve(_ name: String, for question: Question, of request: ActiveRequest) {
    let resolve = configuration.resolveName
    let job = HelperThreads.Job(
      question: question.number,
      asker: request.order.extension.identifier
    ) { .resolved(resolve(name)) }
    if (try? helpers.add(job)) == nil {
      settle(question, .noMemory, "the host has no threads left", for: request)
    }
  }

  /// The addresses of a name are there, or there are none.
  func resolved(
    _ question: Question,
    _ result: Result<[IPAddress], SystemError>,
    for request: ActiveRequest
  ) {
    switch result {
    case .success(let addresses):
      question.connection?.addresses = addresses
      connectToNext(question, for: request)
    case .failure(let error) where error.errno == .noSuchFile:
      settle(question, .notFound, "there is no such host", for: request)
    case .failure: settle(question, .io, "the name could not be looked up", for: request)
    }
  }

  /// Tries the next address that is allowed; without one the question has its answer.
  private func connectToNext(_ question: Question, for request: ActiveRequest) {
    while let address = question.connection?.nextAddress(configuration.staysHere) {
      // The question itself holds none now.
      guard mayHold(1, request) else {
        settle(question, .noMemory, "the host has no descriptors left", for: request)
        return
      }
      do throws(SystemError) {
        guard let port = question.connection?.target.port, let end = question.connection?.end else {
          return
        }
        let socket = try configuration.openConnection(address, port)
        try loop.poll.add(
          socket.descriptor,
          for: .writable,
          token: Token.connection(question.number).rawValue
        )
        question.socket = consume socket
        let attemptEnd = MonotonicTime.now.adding(milliseconds: configuration.connectionTimes.each)
        deadlines.set(.question(question.number), .start, at: min(attemptEnd, end))
        return
      } catch {
        if error.isShortage {
          settle(question, .noMemory, "the host has no sockets left", for: request)
          return
        }
        question.connection?.failure = error.errno
      }
    }
    guard let failure = question.connection?.failure else {
      let reason = question.connection?.refusal ?? "no address"
      settle(question, .denied, "the host leads to \(reason)", for: request)
      return
    }
    let status: Question.Status = failure == .timedOut ? .timeout : .io
    settle(question, status, "not reached: \(failure.message)", for: request)
  }

  /// A connection was made, or was not.
  func connectionIsReady(_ number: UInt64) {
    guard let question = questions[number], let request = requests[question.request],
      let socket = takeSocket(of: question)
    else { return }
    do throws(SystemError) {
      let descriptor = try socket.finish()
      let descriptors = HeldDescriptors(DescriptorList(descriptor))
      settle(question, .ok, "", descriptors: descriptors, for: request)
    } catch {
      question.connection?.failure = error.errno
      connectToNext(question, for: request)
    }
  }

  /// The time for an address, or for everything, is over.
  func questionDeadlinePassed(_ number: UInt64) {
    guard let question = questions[number], let request = requests[question.request],
      let end = question.connection?.end
    else { return }
    // What was ready in time was looked at before the time limits.
    letGoOfSocket(of: question)
    guard MonotonicTime.now < end else {
      settle(question, .timeout, "not reached in time", for: request)
      return
    }
    question.connection?.failure = .timedOut
    connectToNext(question, for: request)
  }

  /// Takes the socket of a question out of the poll set.
  private func takeSocket(of question: Question) -> ConnectingSocket? {
    guard let socket = question.socket.take() else { return nil }
    try? loop.poll.remove(socket.descriptor)
    return socket
  }

  /// Closes the socket of a question.
  func letGoOfSocket(of question: Question) {
    _ = takeSocket(of: question)
  }
}

extension Question.Connection {
  /// Takes the next address that is allowed, and notes why others are not.
  mutating func nextAddress(_ staysHere: (IPAddress) -> Bool) -> IPAddress? {
    while !addresses.isEmpty {
      let address = addresses.removeFirst()
      if let refusal = permission.refusal(of: address) {
        self.refusal = refusal
      } else if !permission.mayStayHere, staysHere(address) {
        // What listens on every address of this machine would be reached past its loopback.
        refusal = "an address of this machine"
      } else {
        return address
      }
    }
    return nil
  }
}
