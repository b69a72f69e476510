internal import OrielWire

/// When an instance may send a message: one row of the table of message, phases and once-only.
struct MessageRule: Sendable {
  /// A message, or several of which only one may come.
  enum Name: String, Sendable {
    /// `LaunchFailed`.
    case launchFailed
    /// `Report`.
    case report
    /// `Loaded`.
    case loaded
    /// `LoadFailed`.
    case loadFailed
    /// `Began`.
    case began
    /// `ContentPart`.
    case contentPart
    /// `Complete` or `Cancel`.
    case terminal = "complete or cancel"
    /// `FinishWork`.
    case finishWork
    /// `LoadAttachment`.
    case loadAttachment
    /// `CancelLoad`.
    case cancelLoad
    /// `LoadPreview`.
    case loadPreview
    /// `LoadNotice`.
    case loadNotice
    /// `Ask`.
    case ask
    /// `Log`.
    case log
    /// `Refused`.
    case refused
    /// `Died`.
    case died
    /// `Died` of a fault, after which a handler of the extension may still end it in another way.
    case fault
    /// `Connected`.
    case connected
    /// `BufferMapped`.
    case bufferMapped
  }

  /// The message.
  let name: Name
  /// The phases in which it may come.
  let phases: Set<RequestMachine.Phase>
  /// Whether it may come once only.
  let isOnce: Bool

  /// The row of a message.
  init(_ message: InstanceMessage) {
    switch message {
    case .launchFailed: self.init(.launchFailed, [.launching], once: true)
    case .report: self.init(.report, [.launching], once: true)
    case .loaded: self.init(.loaded, [.loading], once: true)
    // A start can fail just after a cancellation or a time limit; after an answer it cannot.
    case .loadFailed: self.init(.loadFailed, [.loading, .active, .finished], once: true)
    // An extension may answer before its begin returns.
    case .began: self.init(.began, [.active, .finished], once: true)
    case .contentPart: self.init(.contentPart, [.active, .finished], once: false)
    // After a cancellation from outside the answer shows that it was understood.
    case .complete, .cancel: self.init(.terminal, [.active, .finished], once: true)
    case .finishWork: self.init(.finishWork, [.finished], once: true)
    case .loadAttachment: self.init(.loadAttachment, [.active, .finished], once: false)
    case .cancelLoad: self.init(.cancelLoad, [.active, .finished], once: false)
    case .loadPreview: self.init(.loadPreview, [.active, .finished], once: false)
    case .loadNotice: self.init(.loadNotice, [.active, .finished], once: false)
    case .ask: self.init(.ask, [.active, .finished], once: false)
    case .log: self.init(.log, [.loading, .active, .finished], once: false)
    case .refused: self.init(.refused, [.loading, .active, .finished], once: false)
    case .died(let died) where died.kind == .fault:
      self.init(.fault, [.launching, .loading, .active, .finished], once: true)
    case .connected: self.init(.connected, [.active], once: true)
    case .bufferMapped: self.init(.bufferMapped, [.active], once: false)
    case .died: self.init(.died, [.launching, .loading, .active, .finished], once: true)
    }
  }

  /// Whether the message may come from an instance whose functions are called, or from one that serves
  /// a request.
  func fits(connection: Bool) -> Bool {
    switch name {
    case .launchFailed, .report, .loaded, .loadFailed, .log, .refused, .died, .fault: true
    case .connected, .bufferMapped: connection
    default: !connection
    }
  }

  /// Gathers the parts.
  private init(_ name: Name, _ phases: Set<RequestMachine.Phase>, once: Bool) {
    self.name = name
    self.phases = phases
    isOnce = once
  }
}

/// Counts messages, so that an instance cannot keep its host busy for ever.
struct MessageBudget: Sendable {
  /// The log lines of a request; what is beyond the bytes that are kept is only counted.
  static let logLines = 1_000_000

  /// The messages of a request that are not log lines.
  private let limit: UInt32
  /// The messages so far.
  private var messages: UInt32 = 0
  /// The log lines so far.
  private var logLines = 0

  /// Allows so many messages that are not log lines.
  init(messages limit: UInt32) {
    self.limit = limit
  }

  /// Counts a message; tells what was done when there are too many.
  mutating func count(_ name: MessageRule.Name) -> String? {
    if name == .log {
      logLines += 1
      return logLines > Self.logLines ? "logged more than \(Self.logLines) lines" : nil
    }
    messages &+= 1
    return messages > limit ? "sent more than \(limit) messages" : nil
  }
}
