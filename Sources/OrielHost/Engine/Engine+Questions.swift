internal import OrielManifest
internal import OrielSystem
internal import OrielWire

/// Questions of extensions: what needs the network or the user, which no instance reaches itself.
extension Engine {
  /// How often an extension may ask for something of the user's during a request.
  static let userQuestions = 32

  /// Begins to answer a question, or refuses it.
  func reply(to asked: Ask.Question?, id: UInt64, of request: ActiveRequest) {
    guard id != 0, request.questions[id] == nil,
      request.questions.count + request.outgoing.replies < WireLimit.asks
    else {
      apply(.violation("had more than \(WireLimit.asks) questions open, or one twice"), to: request)
      return
    }
    guard let asked else {
      send(.cancelled, "the request ends", replyingTo: id, of: request)
      return
    }
    let question = Question(asked, number: nextQuestion, id: id, request: request.id)
    nextQuestion += 1
    request.questions[id] = question
    questions[question.number] = question
    switch asked {
    case .withdrawn: drop(question)
    case .connect(let host, let port): connect(question, to: host, port, for: request)
    case .openURL(let text): openURL(question, text, for: request)
    case .chooseFile(let access, let prompt):
      chooseFile(question, access == .readWrite ? .readWrite : .readOnly, prompt, for: request)
    }
  }

  /// Forgets a question for which nobody waits any more, and its answer if that was not sent.
  func withdraw(_ id: UInt64, of request: ActiveRequest) {
    request.outgoing.remove(id, isReply: true)
    if let question = request.questions[id] { drop(question) }
  }

  /// Ends all questions of a request that is not to be served any more.
  func endQuestions(of request: ActiveRequest) {
    for question in request.questions.values {
      settle(question, .cancelled, "the request ends", for: request)
    }
  }

  /// Lets go of all questions of a request whose instance has ended.
  func dropQuestions(of request: ActiveRequest) {
    for question in request.questions.values { drop(question) }
  }

  /// Something was found out about a question, which may have ended meanwhile.
  func questionAdvanced(_ number: UInt64, _ event: Question.Event) {
    guard let question = questions[number], let request = requests[question.request] else { return }
    switch event {
    case .resolved(let result): resolved(question, result, for: request)
    case .decided(.opened): settle(question, .ok, "", for: request)
    case .decided(.refused(let reason)): settle(question, .denied, reason, for: request)
    case .chosen(let path): chosen(question, path, for: request)
    case .opened(let opening, let name): opened(question, opening, name, for: request)
    }
  }

  /// Answers a question.
  func settle(
    _ question: Question,
    _ status: Question.Status,
    _ text: String,
    descriptors: HeldDescriptors = HeldDescriptors(),
    for request: ActiveRequest
  ) {
    drop(question)
    let mayHold = descriptors.list.isEmpty || mayHold(descriptors.list.count, request)
    guard mayHold else {
      send(.noMemory, "the host has no descriptors left", replyingTo: question.id, of: request)
      return
    }
    send(status, text, descriptors: descriptors, replyingTo: question.id, of: request)
  }

  /// Lets go of a question and of what works on it.
  private func drop(_ question: Question) {
    question.task?.cancel()
    helpers.forget(question.number)
    letGoOfSocket(of: question)
    deadlines.clear(.question(question.number))
    questions[question.number] = nil
    requests[question.request]?.questions[question.id] = nil
  }

  /// Sends the answer to a question.
  private func send(
    _ status: Question.Status,
    _ text: String,
    descriptors: HeldDescriptors = HeldDescriptors(),
    replyingTo id: UInt64,
    of request: ActiveRequest
  ) {
    let answer = Answer(status: status.rawValue, text: text.cut(to: WireLimit.answer))
    // Every answer fits, because its text was cut.
    guard let packet = try? answer.packet(id: id) else { return }
    request.outgoing.append(packet, descriptors: descriptors, id: id, isReply: true)
    flush(request)
  }

  /// Counts what an extension asks of the user; false when that is enough.
  func mayAskUser(_ request: ActiveRequest) -> Bool {
    request.userQuestions += 1
    return request.userQuestions <= Self.userQuestions
  }
}

extension String {
  /// The longest beginning of whole characters that has at most so many bytes.
  func cut(to limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var text = ""
    var count = 0
    for character in self {
      count += character.utf8.count
      guard count <= limit else { break }
      text.append(character)
    }
    return text
  }
}
