/// Why a request has no answer.
public enum FailureReason: Error, Hashable, Sendable {
  /// The runner or the sandbox could not be set up.
  case setup(SetupFailure)
  /// The extension's library could not be used.
  case load(LoadFailure)
  /// The extension does not fit this system.
  case incompatible(needs: String, has: String)
  /// The host's registry does not let the extension start, for this reason.
  case notOffered(Obstacle)
  /// The extension's process ended without an answer.
  case crash(Crash)
  /// The extension made a system call that ends the process; which, where it is known.
  case violation(SystemCallViolation?)
  /// The extension was not ready in time.
  case timeout(TimeoutPhase)
  /// The extension ran out of memory.
  case outOfMemory(OutOfMemory)
  /// The extension filled a directory that it keeps beyond its limit.
  ///
  /// The directory was measured, every 100 ms: it may hold more than the limit by what was written
  /// in between.
  case storageExceeded(StorageExcess)
  /// The runner ended, and every instance with it.
  case runnerLost(String)
  /// The host was shut down or the process forked.
  case hostGone(String)
  /// The extension's process sent something that it must not send.
  case protocolViolation(String)
}

/// A part of a request's life with a time limit.
public enum TimeoutPhase: String, Hashable, Sendable {
  /// From launch to the loaded library.
  case start
  /// From there to the answer.
  case request
  /// From a call of a function to its return.
  case call
  /// The processor time that all threads used together.
  case processorTime
}

/// What could not be set up.
public struct SetupFailure: Error, Hashable, Sendable {
  /// The step or the layer, as part of a sentence.
  public var stage: String
  /// The error number, or 0.
  public var errorNumber: Int32
  /// What failed, in words.
  public var reason: String
  /// What can be done about it, as a sentence.
  public var remedy: String
  /// The layer that could not be set up, if it is one.
  public internal(set) var layer: SandboxLayer?

  /// Describes what could not be set up.
  public init(stage: String, errorNumber: Int32, reason: String, remedy: String) {
    self.stage = stage
    self.errorNumber = errorNumber
    self.reason = reason
    self.remedy = remedy
  }
}

/// Why a library could not be used.
public struct LoadFailure: Hashable, Sendable {
  /// What was wrong with a library.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The dynamic linker refused it.
    case linker
    /// It does not export the entry function.
    case entryMissing
    /// It was built for another version of the interface.
    case abiVersion
    /// It lacks a function table that its extension point needs.
    case missingTable
    /// A required slot of a function table is NULL.
    case nullSlot
    /// The file is not the one that the host checked.
    case changedFile
    /// The file cannot be read.
    case unreadable
    /// The extension's `start` reported a failure.
    case startFailed
    /// It does not export a function that its interface describes.
    case functionMissing
    /// Its interface describes a structure that calls cannot pass so.
    case layoutMismatch
  }

  /// What was wrong.
  public var kind: Kind
  /// The linker's message, or what was found.
  public var message: String

  /// Describes why a library could not be used.
  public init(kind: Kind, message: String) {
    self.kind = kind
    self.message = message
  }
}

/// How the kernel told that a process ended.
public enum WaitedEnd: Hashable, Sendable {
  /// It left with a code.
  case exited(code: Int32)
  /// A signal ended it.
  case signal(Int32)
}

/// The signal of a crash, with everything that tells of it.
public struct CrashSignal: Hashable, Sendable {
  /// The signal that the process reported just before its end.
  ///
  /// As process 1 of its namespace it cannot die of an abort, so it reports it and then exits.
  public let reported: Int32?
  /// What the wait for the process gave, if anybody could wait for it.
  public let waited: WaitedEnd?

  /// Gathers the parts; nil when neither tells of a signal.
  public init?(reported: Int32?, waited: WaitedEnd?) {
    switch (reported, waited) {
    case (let signal?, _), (nil, .signal(let signal)): number = signal
    case (nil, .exited), (nil, nil): return nil
    }
    self.reported = reported
    self.waited = waited
  }

  /// The signal of the crash: the reported one, else that of the wait.
  public let number: Int32
}

/// How a process ended without an answer.
public enum Crash: Hashable, Sendable {
  /// A signal, as of a bad memory access or an abort.
  case signal(CrashSignal)
  /// SIGKILL, which neither the host nor a limit sent; the most memory that was resident.
  case killedFromOutside(peakMemory: UInt64)
  /// SIGXFSZ: it wrote a file larger than the limit.
  case fileTooLarge(limit: UInt64)
  /// It left by itself.
  case exited(code: Int32)
  /// A C++ exception left the extension.
  case uncaughtException(String)
  /// A thread ended inside a call of the extension.
  case threadExitedInCall
}
