internal import OrielSystem
internal import OrielWire

extension RequestMachine {
  /// Where a request is in its life.
  enum Phase: String, CaseIterable, Sendable {
    /// No instance was asked for yet.
    case waiting
    /// The runner was asked for an instance, which has not reported yet.
    case launching
    /// The instance has reported, got the request and loads the library.
    case loading
    /// The library is loaded.
    case active
    /// The outcome is decided; the instance clears up.
    case finished
    /// The instance is ending; only how is still of interest.
    case dying
    /// Nothing more can happen.
    case ended
  }

  /// Something with a time limit.
  enum Deadline: String, CaseIterable, Sendable {
    /// Loading the library.
    case start
    /// Answering.
    case request
    /// Clearing up.
    case grace
    /// Reacting to the end of the grace time.
    case expire
    /// Learning how the instance ended.
    case end
  }

  /// What happened.
  enum Event: Sendable {
    /// The runner was asked for an instance.
    case launchSent
    /// The runner made none.
    case launchRefused(LaunchFailed)
    /// The instance sent a message.
    case message(InstanceMessage, id: UInt64)
    /// The instance sent something that is no message, or too much.
    case violation(String)
    /// The instance has closed its connection, and all it sent was handled.
    case connectionClosed
    /// The instance's process is gone, and all it sent was handled.
    case processEnded
    /// The supervisor stopped a forbidden call, and ends the process for it.
    case violated(Violated)
    /// The instance comes near the bound that its control group sets.
    case pressured(MemoryPressure)
    /// The runner told how the process ended; nil when nobody knows.
    case exited(WaitStatus?, usedProcessorTime: Bool, memory: MemoryUse = MemoryUse())
    /// A time limit has passed.
    case deadline(Deadline)
    /// The host does not want the answer any more.
    case cancelled
    /// The host ends a connection for a reason of its own.
    case gaveUp(FailureReason)
    /// The instance is lost with the runner or the host.
    case lost(FailureReason)
  }

  /// What to do.
  enum Action: Hashable, Sendable {
    /// Keep the report.
    case accept(EnforcementReport, steps: [StepTime] = [])
    /// Send the request, or what calls need.
    case begin
    /// Let calls be made.
    case connect(Connected)
    /// Tell what became of mapping the memory of a number.
    case mapped(BufferMapped, number: UInt64)
    /// Tell the instance that the answer is not wanted.
    case cancel(HostCancel.Reason)
    /// Tell the instance that the grace time ends.
    case expire
    /// Tell the instance that the outcome is known.
    case finish
    /// Tell the instance that memory becomes scarce.
    case press(MemoryPressure)
    /// Answer a load.
    case answer(LoadAttachment, id: UInt64)
    /// Answer a load of a preview.
    case preview(LoadPreview, id: UInt64)
    /// Tell how far a load is.
    case watch(id: UInt64)
    /// Let go of what is held for a load.
    case release(id: UInt64)
    /// Refuse a load that came after the outcome.
    case refuse(id: UInt64)
    /// Forget the answer to a load that was not sent yet.
    case forget(id: UInt64)
    /// Answer a question.
    case reply(Ask.Question, id: UInt64)
    /// Refuse a question that came after the outcome, or when none was wanted any more.
    case refuseQuestion(id: UInt64)
    /// Forget a question that nobody waits for any more.
    case withdraw(id: UInt64)
    /// Keep a line of the log.
    case log(Log)
    /// Keep what the sandbox refused.
    case refused(Refused)
    /// Keep a part of the content with a number.
    case keep(ContentPart, number: UInt64)
    /// Note that something was reached.
    case note(Milestone)
    /// End the process.
    case kill
    /// Give the outcome to whoever asked.
    case deliver(Verdict)
    /// Set the only time limit that runs.
    case setDeadline(Deadline)
    /// Let go of everything.
    case end
  }

  /// What is of interest for timings.
  enum Milestone: Hashable, Sendable {
    /// The library is loaded.
    case loaded
    /// The extension's begin has returned.
    case began
  }
}
