internal import OrielSystem
internal import OrielWire

/// Loads of attachments.
extension Engine {
  /// Answers a load, or refuses it.
  func answer(_ load: LoadAttachment?, id: UInt64, of request: ActiveRequest) {
    guard mayLoad(id, request) else { return }
    guard let load else {
      send(AttachmentServer.Answer(.cancelled), load: id, to: request)
      return
    }
    switch request.attachments.reply(to: load) {
    case .answer(let answer): send(answer, load: id, to: request)
    case .file(let target, let form, let access):
      open(target, form, access, load: id, of: request)
    case .deferred(let loader, let type, let form):
      provide(loader, type, form, load: id, for: request)
    }
  }

  /// Whether another load may begin; ends the request when there are too many.
  func mayLoad(_ id: UInt64, _ request: ActiveRequest) -> Bool {
    let count = request.outgoing.answers + request.opening.count + request.providing.count
    guard id == 0 || count >= request.limits.loads else { return true }
    apply(.violation("had more than \(request.limits.loads) loads under way"), to: request)
    return false
  }

  /// Has a file opened for a load.
  func open(
    _ target: FileOpener.Target,
    _ form: LoadAttachment.Form,
    _ access: FileAccess,
    load: UInt64,
    of request: ActiveRequest
  ) {
    let job = FileOpener.Job(
      number: nextJob,
      request: request.id,
      target: target,
      form: form,
      access: access
    )
    nextJob += 1
    guard (try? opener.add(job)) != nil else {
      send(AttachmentServer.Answer(.noMemory), load: load, to: request)
      return
    }
    request.opening[job.number] = load
  }

  /// The file of a load was opened, or could not be.
  func fileOpened(_ job: UInt64, _ answer: AttachmentServer.Answer, for request: ActiveRequest) {
    // A load that was given up meanwhile has no answer.
    guard let load = request.opening.removeValue(forKey: job) else { return }
    send(answer, load: load, to: request)
  }

  /// Forgets the answer to a load that was not sent yet, and what is held for it.
  func forget(_ load: UInt64, of request: ActiveRequest) {
    request.outgoing.remove(load)
    endProviding(of: load, for: request)
    release(load, of: request)
    let jobs = request.opening.filter { $0.value == load }
    guard !jobs.isEmpty else { return }
    for job in jobs.keys { request.opening[job] = nil }
    opener.forget { jobs[$0.number] != nil }
  }

  /// Sends the answer to a load.
  func send(
    _ answer: AttachmentServer.Answer,
    load: UInt64,
    to request: ActiveRequest
  ) {
    var answer = answer
    let count = answer.descriptors.list.count
    if count > 0, !mayHold(count, request) {
      request.attachments.dropMemories()
      if !mayHold(count, request) { answer = AttachmentServer.Answer(.noMemory) }
    }
    if answer.message.status != 0 {
      release(load, of: request)
    } else if request.holdings[load] != nil {
      answer = AttachmentServer.Answer(answer, detail: .held)
    }
    // Every answer fits, because its bytes were limited when it was made.
    guard let packet = try? answer.message.packet(id: load) else { return }
    enqueue(packet, descriptors: answer.descriptors, load: load, to: request)
  }
}
