/// What an instance can tell its host.
package enum InstanceMessage: Hashable, Sendable {
  /// The sandbox could not be finished, so nothing of the extension will run.
  case launchFailed(LaunchFailed)
  /// The sandbox holds so far.
  case report(Report)
  /// The library is loaded.
  case loaded(Loaded)
  /// The extension cannot be used.
  case loadFailed(LoadFailed)
  /// The extension's begin has returned.
  case began(Began)
  /// A part of some large content.
  case contentPart(ContentPart)
  /// The request is done.
  case complete(Complete)
  /// The extension gives up.
  case cancel(Cancel)
  /// The work after completion has ended.
  case finishWork(FinishWork)
  /// An attachment is wanted.
  case loadAttachment(LoadAttachment)
  /// A load is not wanted any more.
  case cancelLoad(CancelLoad)
  /// A preview of an attachment is wanted.
  case loadPreview(LoadPreview)
  /// Something about a load that has no answer.
  case loadNotice(LoadNotice)
  /// Something is wanted that only the host can do.
  case ask(Ask)
  /// A line of the log.
  case log(Log)
  /// The sandbox refused something.
  case refused(Refused)
  /// The instance is about to end.
  case died(Died)
  /// Calls can be made.
  case connected(Connected)
  /// What became of mapping a memory.
  case bufferMapped(BufferMapped)

  /// Decodes a frame that came with so many descriptors.
  package init(_ frame: WireFrame, descriptorCount count: Int) throws(WireError) {
    switch try frame.knownType() {
    case .launchFailed:
      self = .launchFailed(try LaunchFailed(payload: frame, descriptorCount: count))
    case .report: self = .report(try Report(payload: frame, descriptorCount: count))
    case .loaded: self = .loaded(try Loaded(payload: frame, descriptorCount: count))
    case .loadFailed: self = .loadFailed(try LoadFailed(payload: frame, descriptorCount: count))
    case .began: self = .began(try Began(payload: frame, descriptorCount: count))
    case .contentPart:
      self = .contentPart(try ContentPart(payload: frame, descriptorCount: count))
    case .complete: self = .complete(try Complete(payload: frame, descriptorCount: count))
    case .cancel: self = .cancel(try Cancel(payload: frame, descriptorCount: count))
    case .finishWork: self = .finishWork(try FinishWork(payload: frame, descriptorCount: count))
    case .loadAttachment:
      self = .loadAttachment(try LoadAttachment(payload: frame, descriptorCount: count))
    case .cancelLoad: self = .cancelLoad(try CancelLoad(payload: frame, descriptorCount: count))
    case .loadPreview:
      self = .loadPreview(try LoadPreview(payload: frame, descriptorCount: count))
    case .loadNotice: self = .loadNotice(try LoadNotice(payload: frame, descriptorCount: count))
    case .ask: self = .ask(try Ask(payload: frame, descriptorCount: count))
    case .log: self = .log(try Log(payload: frame, descriptorCount: count))
    case .refused: self = .refused(try Refused(payload: frame, descriptorCount: count))
    case .died: self = .died(try Died(payload: frame, descriptorCount: count))
    case .connected: self = .connected(try Connected(payload: frame, descriptorCount: count))
    case .bufferMapped:
      self = .bufferMapped(try BufferMapped(payload: frame, descriptorCount: count))
    default: throw .unknownType(frame.type)
    }
  }
}

/// What a host can tell an instance.
package enum HostMessage: Hashable, Sendable {
  /// The request.
  case begin(Begin)
  /// The answer is not wanted any more.
  case cancel(HostCancel)
  /// The grace time ends.
  case expire(Expire)
  /// The answer to a load.
  case loadResult(LoadResult)
  /// How far a load is.
  case loadAdvanced(LoadAdvanced)
  /// The outcome is known.
  case finish(Finish)
  /// The answer to a question.
  case answer(Answer)
  /// Memory becomes scarce.
  case pressure(Pressure)
  /// The functions to prepare.
  case connect(Connect)
  /// A memory to map.
  case mapBuffer(MapBuffer)
  /// A memory that is not used any more.
  case unmapBuffer(UnmapBuffer)

  /// Decodes a frame that came with so many descriptors.
  package init(_ frame: WireFrame, descriptorCount count: Int) throws(WireError) {
    switch try frame.knownType() {
    case .begin: self = .begin(try Begin(payload: frame, descriptorCount: count))
    case .hostCancel: self = .cancel(try HostCancel(payload: frame, descriptorCount: count))
    case .expire: self = .expire(try Expire(payload: frame, descriptorCount: count))
    case .loadResult: self = .loadResult(try LoadResult(payload: frame, descriptorCount: count))
    case .loadAdvanced:
      self = .loadAdvanced(try LoadAdvanced(payload: frame, descriptorCount: count))
    case .finish: self = .finish(try Finish(payload: frame, descriptorCount: count))
    case .answer: self = .answer(try Answer(payload: frame, descriptorCount: count))
    case .pressure: self = .pressure(try Pressure(payload: frame, descriptorCount: count))
    case .connect: self = .connect(try Connect(payload: frame, descriptorCount: count))
    case .mapBuffer: self = .mapBuffer(try MapBuffer(payload: frame, descriptorCount: count))
    case .unmapBuffer: self = .unmapBuffer(try UnmapBuffer(payload: frame, descriptorCount: count))
    default: throw .unknownType(frame.type)
    }
  }
}
