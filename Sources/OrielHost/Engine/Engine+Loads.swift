internal import OrielSystem
internal import OrielWire

/// Loads of attachments.
extension Engine {
  /// Answers a load, or refuses it.
  func answer(_ load: LoadAttachment?, id: UInt64, of request: ActiveRequest) {
    guard id != 0, request.outgoing.answers + request.opening.count < request.limits.loads else {
      apply(.violation("had more than \(request.limits.loads) loads under way"), to: request)
      return
    }
    guard let load else {
      send(AttachmentServer.Answer(.cancelled), load: id, to: request)
      return
    }
    switch request.attachments.reply(to: load) {
    case .answer(let answer): send(answer, load: id, to: request)
    case .file(let path, let form, let access):
      let job = FileOpener.Job(
        number: nextJob,
        request: request.id,
        path: path,
        form: form,
        access: access
      )
      nextJob += 1
      guard (try? opener.add(job)) != nil else {
        send(AttachmentServer.Answer(.noMemory), load: id, to: request)
        return
      }
      request.opening[job.number] = id
    }
  }

  /// The file of a load was opened, or could not be.
  func fileOpened(_ job: UInt64, _ answer: AttachmentServer.Answer, for request: ActiveRequest) {
    // A load that was given up meanwhile has no answer.
    guard let load = request.opening.removeValue(forKey: job) else { return }
    send(answer, load: load, to: request)
  }

  /// Forgets the answer to a load that was not sent yet.
  func forget(_ load: UInt64, of request: ActiveRequest) {
    request.outgoing.remove(load)
    let jobs = request.opening.filter { $0.value == load }
    guard !jobs.isEmpty else { return }
    for job in jobs.keys { request.opening[job] = nil }
    opener.forget { jobs[$0.number] != nil }
  }

  /// Sends the answer to a load.
  private func send(
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
    // Every answer fits, because its bytes were limited when it was made.
    guard let packet = try? answer.message.packet(id: load) else { return }
    enqueue(packet, descriptors: answer.descriptors, load: load, to: request)
  }
}
