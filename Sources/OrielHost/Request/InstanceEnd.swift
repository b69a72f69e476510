internal import OrielSandbox
internal import OrielSystem
internal import OrielWire

/// What is known about the end of an instance that had not answered.
struct InstanceEnd: Sendable {
  /// The status that the runner's wait gave.
  var status: WaitStatus?
  /// What the instance said just before.
  var lastWords: Died?
  /// The forbidden call that the supervisor ended it for.
  var violated: Violated?
  /// Whether the processor time was used up.
  var usedProcessorTime: Bool
  /// What it used of memory.
  var memory = MemoryUse()
  /// Whether the sandbox was reported, after which code of the extension may have run.
  var hadReported: Bool

  /// SIGKILL.
  private static let killSignal: Int32 = 9
  /// SIGXCPU.
  private static let processorTimeSignal: Int32 = 24
  /// SIGXFSZ.
  private static let fileSizeSignal: Int32 = 25
  /// SIGSYS.
  private static let systemCallSignal: Int32 = 31

  /// What it means for the request.
  var reason: FailureReason {
    // The supervisor's word counts more than that of the instance.
    if let violated { return .violation(SystemCallViolation(violated)) }
    if hadReported, let memory = outOfMemory { return .outOfMemory(memory) }
    if let lastWords, lastWords.kind != .fault { return reason(of: lastWords) }
    guard hadReported else {
      return .setup(
        SetupFailure(
          stage: "finishing the sandbox",
          errorNumber: 0,
          reason: "the instance ended before it reported, with \(text)",
          remedy: "Run 'oriel doctor'."
        )
      )
    }
    guard let status else { return .runnerLost("it did not tell how the instance ended") }
    if let code = status.exitCode { return .crash(.exited(code: code)) }
    switch status.signal ?? 0 {
    case Self.systemCallSignal: return .violation(nil)
    case Self.processorTimeSignal: return .timeout(.processorTime)
    case Self.fileSizeSignal: return .crash(.fileTooLarge(limit: memory.limits.fileSize))
    case Self.killSignal:
      guard !usedProcessorTime else { return .timeout(.processorTime) }
      return .crash(.killedFromOutside(peakMemory: memory.peakResident))
    default: return crash(reported: nil)
    }
  }

  /// What last words mean.
  private func reason(of lastWords: Died) -> FailureReason {
    switch lastWords.kind {
    case .uncaughtException: .crash(.uncaughtException(lastWords.text))
    case .threadExitedInCall: .crash(.threadExitedInCall)
    case .signal, .fault: crash(reported: lastWords.signal)
    }
  }

  /// A crash with all that is known about its signal.
  private func crash(reported: Int32?) -> FailureReason {
    let signal = CrashSignal(reported: reported, waited: status.flatMap(WaitedEnd.init))
    return signal.map { .crash(.signal($0)) }
      ?? .runnerLost("it did not tell how the instance ended")
  }

  /// Whether the end came of a lack of memory.
  private var outOfMemory: OutOfMemory? {
    let wasKilled = status?.signal == Self.killSignal
    var memory = memory
    if let lastWords {
      memory.peakAddressSpace = lastWords.peakAddressSpace
      memory.privateMemory = lastWords.privateMemory
      if lastWords.kind == .uncaughtException, lastWords.text.contains("St9bad_alloc") {
        memory.failedAllocation = lastWords.text
      }
    }
    switch status?.signal ?? 0 {
    // What else these tell is certain.
    case Self.systemCallSignal, Self.processorTimeSignal, Self.fileSizeSignal: return nil
    case Self.killSignal where usedProcessorTime && memory.group?.kills ?? 0 == 0: return nil
    default: break
    }
    // One that left as if all was well, or ended a thread, did not crash.
    if status?.exitCode == 0 || lastWords?.kind == .threadExitedInCall { return nil }
    let reported = lastWords.flatMap { $0.kind == .signal ? $0.signal : nil }
    let end = reported.map { "it reported \(CrashSignal.name($0))" } ?? "it ended with \(text)"
    return memory.outOfMemory(end, wasKilled: wasKilled)
  }

  /// The status in words.
  private var text: String {
    if let code = status?.exitCode { return "code \(code)" }
    if let signal = status?.signal { return CrashSignal.name(signal) }
    return "an unknown status"
  }
}

extension WaitedEnd {
  /// The public form of a wait status; nil for one that tells of no end.
  init?(_ status: WaitStatus) {
    if let code = status.exitCode {
      self = .exited(code: code)
    } else if let signal = status.signal {
      self = .signal(signal)
    } else {
      return nil
    }
  }
}

extension SetupFailure {
  /// A step of a launch that failed.
  init(_ failure: LaunchFailed) {
    self.init(
      stage: failure.text,
      errorNumber: failure.errno,
      reason: "",
      remedy: Self.remedy(failure.layer, failure.errno)
    )
    layer = failure.layer.map(SandboxLayer.init)
  }

  /// A step of the runner's start that failed.
  init(_ failure: RunnerFailed) {
    self.init(
      stage: failure.stage,
      errorNumber: failure.errno,
      reason: failure.text,
      remedy: failure.text.contains("SIGSYS")
        ? Obstacles.Kind.outerFilter.remedy : Self.remedy(failure.layer, failure.errno)
    )
    layer = failure.layer.map(SandboxLayer.init)
  }

  /// What can be done about a layer, or where to look when it is none.
  private static func remedy(_ layer: Layer?, _ error: Int32) -> String {
    guard let layer else { return doctor }
    // What is around the runner is around its host, too.
    let cause = Obstacles().cause(of: Errno(rawValue: error), mountsProc: layer == .privateProc)
    return cause?.remedy ?? LayerGuide(layer).remedy
  }

  /// A required layer that does not hold.
  init(unmet status: LayerStatus) {
    let guide = LayerGuide(status.layer)
    self.init(
      stage: "the \(guide.name)",
      errorNumber: status.errno,
      reason: status.detail,
      remedy: Self.remedy(status.layer, status.errno)
    )
    layer = SandboxLayer(status.layer)
  }

  /// A call of the host for itself that failed.
  init(_ error: SystemError, during stage: String) {
    self.init(
      stage: stage,
      errorNumber: error.errno.rawValue,
      reason: error.operation,
      remedy: Self.remedy(error.errno)
    )
  }

  /// What can be done about an error of the host: the limit that was reached, if it is one.
  private static func remedy(_ error: Errno) -> String {
    switch error {
    case .tooManyOpenFiles:
      "Raise the host's limit of open files (RLIMIT_NOFILE), or run fewer requests at once."
    case .tooManyReferences:
      "Raise the host's limit of open files (RLIMIT_NOFILE), which also holds for descriptors on "
        + "their way to other processes of this user, or run fewer requests at once."
    case .tooManyOpenFilesInSystem:
      "Raise the system's limit of open files (fs.file-max), or close what needs so many."
    case .noBufferSpace, .noMemory: "Free memory, or raise the memory limit of the host."
    default: doctor
    }
  }

  /// The runner made no instance, which no extension can be blamed for.
  static let slowLaunch = SetupFailure(
    stage: "starting the extension's process",
    errorNumber: 0,
    reason: "the runner did not do it in time",
    remedy: "Try again when the system is less busy; a new host starts a new runner."
  )

  /// What helps in general.
  static let doctor = "Run 'oriel doctor' to see which layers hold and how to mend the rest."
}

extension LoadFailure {
  /// What an instance found wrong.
  init(_ failure: LoadFailed) {
    let kind: Kind =
      switch failure.kind {
      case .linker: .linker
      case .entryMissing: .entryMissing
      case .abiVersion: .abiVersion
      case .missingTable: .missingTable
      case .nullSlot: .nullSlot
      case .changedFile: .changedFile
      case .unreadable: .unreadable
      case .startFailed: .startFailed
      case .functionMissing: .functionMissing
      case .layoutMismatch: .layoutMismatch
      }
    self.init(kind: kind, message: failure.text)
  }
}
