internal import OrielManifest
internal import OrielSystem
internal import OrielText
internal import OrielWire

extension FailureReason {
  /// A word for programs, which never changes its meaning.
  public var code: String {
    switch self {
    case .setup: "setup"
    case .load(let failure): "load.\(failure.kind.rawValue)"
    case .incompatible: "incompatible"
    case .notOffered: "notOffered"
    case .crash(.signal): "crash.signal"
    case .crash(.killedFromOutside): "crash.killed"
    case .crash(.fileTooLarge): "crash.fileTooLarge"
    case .crash(.exited): "crash.exited"
    case .crash(.uncaughtException): "crash.exception"
    case .crash(.threadExitedInCall): "crash.threadExited"
    case .violation: "violation"
    case .timeout(let phase): "timeout.\(phase.rawValue)"
    case .outOfMemory: "outOfMemory"
    case .storageExceeded(let excess): "storage.\(excess.kind.rawValue)"
    case .runnerLost: "runnerLost"
    case .hostGone: "hostGone"
    case .protocolViolation: "protocol"
    }
  }
}

extension FailureReason: CustomStringConvertible {
  /// What happened, why, and what to do; safe to show, whatever an extension put into it.
  public var description: String { Printable.text(sentence, limit: 2048) }

  /// What happened, why, and what to do.
  private var sentence: String {
    switch self {
    case .setup(let failure): failure.description
    case .load(let failure): failure.description
    case .incompatible(let needs, let has):
      "The extension does not fit this system: it needs \(needs), and here is \(has). "
        + "Install an extension that was built for this system."
    case .notOffered(let obstacle): "The extension was not started: it \(obstacle)."
    case .crash(let crash): crash.description
    case .violation(let call):
      "The extension was ended because it made a forbidden system call"
        + (call.map { ": \($0)" } ?? "")
        + ". The sandbox does not allow it; its author has to do without."
    case .timeout(let phase): phase.description
    case .outOfMemory(let memory): memory.description
    case .storageExceeded(let excess):
      "The extension was ended because \(excess). \(excess.remedy)"
    case .runnerLost(let reason):
      "The runner ended during the request: \(reason). "
        + "The next request starts a new one; run 'oriel doctor' if it happens again."
    case .hostGone(let reason):
      "The request was given up because \(reason). Use a host that runs."
    case .protocolViolation(let what):
      "The extension was ended because its process \(what). "
        + "This is an error of the extension, or an attack by it; do not use it."
    }
  }
}

extension SetupFailure: CustomStringConvertible {
  /// What failed, why, and what to do.
  public var description: String {
    let error = errorNumber == 0 ? "" : ": \(Errno(rawValue: errorNumber))"
    let text = reason.isEmpty ? "" : " (\(reason))"
    let missing = layer.map { " Missing is the \($0.name)." } ?? ""
    return "The sandbox could not be set up: \(stage) failed\(text)\(error).\(missing) \(remedy)"
  }
}

extension LoadFailure: CustomStringConvertible {
  /// What failed, why, and what to do.
  public var description: String {
    switch kind {
    case .linker:
      "The extension's library could not be loaded: \(message). "
        + "Its author has to ship or drop what is missing; 'oriel show' tells what it needs."
    case .entryMissing:
      "The extension's library does not export oriel_extension_entry: \(message). "
        + "Its author has to define it with ORIEL_EXPORT."
    case .abiVersion:
      "The extension was built for another version of Oriel's interface: \(message). "
        + "Its author has to build it with the headers of this version."
    case .missingTable:
      "The extension lacks a function table that its extension point needs: \(message). "
        + "Its author has to return it from get_interface."
    case .nullSlot:
      "The extension left a required function out: \(message). "
        + "Its author has to fill that slot of the table."
    case .changedFile:
      "The extension's library changed after it was checked: \(message). "
        + "Try again when its installation is complete."
    case .unreadable:
      "The extension's library cannot be read: \(message). "
        + "Check who may read the bundle, and that its storage is there."
    case .startFailed:
      "The extension could not get ready: \(message). "
        + "Its author can find out more from its log and output."
    case .functionMissing:
      "The extension's interface does not fit its library: \(message). "
        + "Its author has to correct the interface file; 'nm -D' lists what a library exports."
    case .layoutMismatch:
      "The extension's interface cannot be called: \(message). "
        + "Its author has to correct the structures in the interface file."
    }
  }
}

extension Crash: CustomStringConvertible {
  /// What happened and what to do.
  public var description: String {
    switch self {
    case .signal(let signal):
      "The extension crashed with \(signal). "
        + "Its author can find out more from its log and output."
    case .killedFromOutside(let peak):
      "The extension's process was ended by SIGKILL from outside: the host did not send it, and with "
        + "a peak of \(Limits.text(peak)) in memory it was far from its limits. Somebody else on "
        + "this system ended it; try again."
    case .fileTooLarge(let limit):
      "The extension was ended by signal 25 (SIGXFSZ): it wrote a file larger than "
        + "\(Limits.text(limit)). Try a smaller input, or allow larger files "
        + "(ExtensionLimits.fileSize)."
    case .exited(let code):
      "The extension's process left with code \(code) before the request was finished. "
        + "Its author has to complete or cancel the request instead."
    case .uncaughtException(let text):
      "The extension let a C++ exception escape\(text.isEmpty ? "" : ": \(text)"). "
        + "Its author has to catch it inside the extension."
    case .threadExitedInCall:
      "The extension ended a thread inside a call of Oriel. "
        + "Its author has to return from the call instead."
    }
  }
}

extension CrashSignal: CustomStringConvertible {
  /// The signal and who told of it, as part of a sentence.
  public var description: String {
    let name = Self.name(number)
    guard reported != nil else { return "\(name), which is its wait status" }
    switch waited {
    case .exited(let code):
      return "\(name), which its process reported before it left with code \(code)"
    case .signal(let signal):
      return "\(name), which its process reported; its wait status is \(Self.name(signal))"
    case nil: return "\(name), which its process reported; its wait status is not known"
    }
  }

  /// The number and name of a signal that a crash can end with.
  static func name(_ number: Int32) -> String {
    "signal \(number) (\(word(number)))"
  }

  /// The name of a signal.
  private static func word(_ number: Int32) -> String {
    switch number {
    case 1: "SIGHUP"
    case 2: "SIGINT"
    case 3: "SIGQUIT"
    case 4: "SIGILL"
    case 5: "SIGTRAP"
    case 6: "SIGABRT"
    case 7: "SIGBUS"
    case 8: "SIGFPE"
    case 9: "SIGKILL"
    case 11: "SIGSEGV"
    case 13: "SIGPIPE"
    case 14: "SIGALRM"
    case 15: "SIGTERM"
    case 24: "SIGXCPU"
    case 25: "SIGXFSZ"
    case 31: "SIGSYS"
    default: "no common signal"
    }
  }
}

extension TimeoutPhase: CustomStringConvertible {
  /// What took too long and what to do.
  public var description: String {
    switch self {
    case .start:
      "The extension was ended because its library was not loaded in time. "
        + "Its author has to do less in constructors and in the entry function."
    case .request:
      "The extension was ended because it did not finish the request in time. "
        + "Try a smaller input, or allow more time (ExtensionLimits.requestTime)."
    case .call:
      "The extension was ended because a function did not return in time. "
        + "Try a smaller input, or allow the call more time (CallOptions.timeout)."
    case .processorTime:
      "The extension was ended because it used more processor time than allowed. "
        + "Try a smaller input, or allow more time (ExtensionLimits.processorSeconds)."
    }
  }
}
