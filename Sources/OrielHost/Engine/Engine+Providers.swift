internal import OrielSystem
internal import OrielTypes
internal import OrielWire

/// Contents that functions of the host's program make: on tasks of their own, never on this thread.
extension Engine {
  /// The files that a request may hold until their loads are released.
  private static let holdingsLimit = 256

  /// Calls the function of a content.
  func provide(
    _ loader: @escaping ItemProvider.Loader,
    _ type: TypeIdentifier,
    _ form: LoadAttachment.Form,
    load: UInt64,
    for request: ActiveRequest
  ) {
    let limit = configuration.providedBytesLimit
    let requester = request.order.extension.identifier
    run(load: load, form: form, for: request) { progress throws(ItemLoadError) in
      let context = LoadContext(
        type: type,
        form: ItemForm(form),
        requester: requester,
        byteLimit: limit,
        progress: progress
      )
      do {
        return Provided(try await loader(context), form: form, limit: limit)
      } catch {
        throw ItemLoadError(thrown: error)
      }
    }
  }

  /// Answers a load of a preview.
  func answer(_ load: LoadPreview, id: UInt64, of request: ActiveRequest) {
    guard mayLoad(id, request) else { return }
    guard let preview = request.attachments.preview(of: load.attachment) else {
      send(AttachmentServer.Answer(.notFound), load: id, to: request)
      return
    }
    let limits = configuration.previewLimits
    switch preview.source {
    case .bytes(let bytes): send(Self.answer(bytes, limits), load: id, to: request)
    case .deferred(let make):
      let context = ItemPreview.Context(
        preferredSize: PixelSize(
          width: min(load.width, limits.side),
          height: min(load.height, limits.side)
        ),
        requester: request.order.extension.identifier
      )
      run(load: id, form: .bytes, for: request) { _ throws(ItemLoadError) in
        do {
          return .answer(Self.answer(try await make(context), limits))
        } catch {
          throw ItemLoadError(thrown: error)
        }
      }
    }
  }

  /// The answer with a picture, if it is one that may be passed on.
  private static func answer(
    _ bytes: [UInt8],
    _ limits: PreviewLimits
  ) -> AttachmentServer.Answer {
    do throws(ItemLoadError) {
      let image = try PreviewImage(bytes, limits: limits)
      return AttachmentServer.Answer(
        AttachmentServer.Answer(bytes: bytes, for: .bytes),
        detail: .picture(
          type: image.type.rawValue,
          width: image.size.width,
          height: image.size.height
        )
      )
    } catch {
      return AttachmentServer.Answer(error)
    }
  }

  /// Runs a function of the host's program for a load; once the request ends none is begun.
  private func run(
    load: UInt64,
    form: LoadAttachment.Form,
    for request: ActiveRequest,
    _ body: @escaping @Sendable (LoadProgress) async throws(ItemLoadError) -> Provided
  ) {
    guard request.machine.phase == .active else {
      send(AttachmentServer.Answer(.cancelled), load: load, to: request)
      return
    }
    let job = nextJob
    nextJob += 1
    let queue = queue
    let id = request.id
    let progress = LoadProgress { _ = queue.push(.advanced(job, request: id)) }
    let running = ProviderLoad(load: load, form: form, progress: progress)
    request.providing[job] = running
    running.task = Task {
      let provided: Provided
      do throws(ItemLoadError) {
        guard !Task.isCancelled else { return }
        provided = try await body(progress)
      } catch {
        provided = .answer(AttachmentServer.Answer(error))
      }
      // A host that has ended takes nothing; what was made is let go of again.
      _ = queue.push(.provided(job, request: id, provided))
    }
  }

  /// A function has given a content; one for which nobody waits any more is let go of.
  func contentProvided(_ job: UInt64, _ provided: Provided, for request: ActiveRequest) {
    guard let running = request.providing.removeValue(forKey: job) else {
      if case .temporaryFile(let file, _) = provided { opener.letGo(of: [file]) }
      return
    }
    deadlines.clear(.progress(job: job, request: request.id))
    // The last word comes before the end, whenever the one before was said.
    if running.isWatched, running.progress.isAnnounced { tell(running, of: request) }
    switch provided {
    case .answer(let answer): send(answer, load: running.load, to: request)
    case .file(let target):
      open(target, running.form, .readOnly, load: running.load, of: request)
    case .temporaryFile(let file, let untilReleased):
      guard request.holdings.count < Self.holdingsLimit else {
        opener.letGo(of: [file])
        send(AttachmentServer.Answer(.noMemory), load: running.load, to: request)
        return
      }
      if untilReleased {
        request.holdings[running.load] = file
      } else {
        request.files.append(file)
      }
      open(.temporary(file), running.form, .readOnly, load: running.load, of: request)
    }
  }

  /// Ends the functions that run for a request.
  func endProviding(for request: ActiveRequest, tellsInstance: Bool) {
    let running = request.providing
    request.providing = [:]
    for (job, load) in running {
      load.task?.cancel()
      deadlines.clear(.progress(job: job, request: request.id))
      guard tellsInstance else { continue }
      send(AttachmentServer.Answer(.cancelled), load: load.load, to: request)
    }
  }

  /// Forgets the function of a load for which nobody waits any more.
  func endProviding(of load: UInt64, for request: ActiveRequest) {
    for (job, running) in request.providing where running.load == load {
      request.providing[job] = nil
      running.task?.cancel()
      deadlines.clear(.progress(job: job, request: request.id))
    }
  }

  /// Lets go of what is held for a load; a load that holds nothing is none of interest.
  func release(_ load: UInt64, of request: ActiveRequest) {
    guard let file = request.holdings.removeValue(forKey: load) else { return }
    opener.letGo(of: [file])
  }

  /// Lets go of all files of a request that has ended.
  func letGoOfFiles(of request: ActiveRequest) {
    // Whoever waits for the end of the host finds none of them.
    if shutdownCompletions == nil { opener.letGo(of: request.files + request.holdings.values) }
    request.files = []
    request.holdings = [:]
  }

  /// The instance wants to hear how far a load is.
  func watch(_ load: UInt64, of request: ActiveRequest) {
    let found = request.providing.first { $0.value.load == load }
    guard let (job, running) = found, !running.isWatched else { return }
    running.isWatched = true
    if running.progress.value != nil { loadAdvanced(job, of: request) }
  }

  /// Tells how far a load is: the newest value, after some time, and never more than one at a time.
  func loadAdvanced(_ job: UInt64, of request: ActiveRequest) {
    guard let running = request.providing[job], running.isWatched else { return }
    let next = running.lastTold?.adding(milliseconds: ProviderLoad.interval)
    let now = MonotonicTime.now
    // An instance that reads nothing is told nothing more.
    guard request.outgoing.isEmpty, next.map({ $0 <= now }) ?? true else {
      deadlines.set(
        .progress(job: job, request: request.id),
        .end,
        at: max(next ?? now, now.adding(milliseconds: ProviderLoad.interval / 2))
      )
      return
    }
    tell(running, of: request)
  }

  /// Tells the newest value of how far a load is.
  private func tell(_ running: ProviderLoad, of request: ActiveRequest) {
    guard let value = running.progress.take() else { return }
    running.lastTold = .now
    send(
      LoadAdvanced(completed: value.completed, total: value.total ?? 0),
      id: running.load,
      to: request
    )
  }
}

extension ItemForm {
  /// The form that an instance asks for.
  init(_ form: LoadAttachment.Form) {
    self =
      switch form {
      case .bytes: .bytes
      case .descriptor: .file
      case .url: .url
      }
  }
}
