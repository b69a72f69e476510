internal import OrielManifest
internal import OrielSystem
internal import OrielWire

/// A question of an instance that has no answer yet; used by the host's own thread only.
final class Question {
  /// What a helper or the host's program found out.
  enum Event: Sendable {
    /// The addresses of a name, or why there are none.
    case resolved(Result<[IPAddress], SystemError>)
    /// Whether a URL was opened.
    case decided(OpenURLDecision)
    /// What the user chose.
    case chosen(path: String?)
    /// The file that the user chose.
    case opened(ChosenFile.Opening, name: String)
  }

  /// How a question ends.
  enum Status: Int32, Sendable {
    /// `ORIEL_OK`.
    case ok = 0
    /// `ORIEL_E_INTERNAL`.
    case `internal` = -1
    /// `ORIEL_E_INVALID_ARGUMENT`.
    case invalidArgument = -2
    /// `ORIEL_E_UNSUPPORTED`.
    case unsupported = -5
    /// `ORIEL_E_NOT_FOUND`.
    case notFound = -6
    /// `ORIEL_E_TIMEOUT`.
    case timeout = -8
    /// `ORIEL_E_CANCELLED`.
    case cancelled = -9
    /// `ORIEL_E_DENIED`.
    case denied = -11
    /// `ORIEL_E_NO_MEMORY`.
    case noMemory = -12
    /// `ORIEL_E_IO`.
    case io = -13
  }

  /// The number of the question in its host.
  let number: UInt64
  /// The number that its instance gave it.
  let id: UInt64
  /// The request that it belongs to.
  let request: UInt64
  /// What is asked for.
  let asked: Ask.Question
  /// The connection that is being made.
  var connection: Connection?
  /// The socket of the address that is tried.
  var socket: ConnectingSocket?
  /// What the host's program does about it.
  var task: Task<Void, Never>?

  /// A question that nobody works on yet.
  init(_ asked: Ask.Question, number: UInt64, id: UInt64, request: UInt64) {
    self.asked = asked
    self.number = number
    self.id = id
    self.request = request
  }

  /// A connection on its way: the addresses are tried one after another.
  struct Connection {
    /// Where to.
    let target: ConnectionTarget
    /// Which addresses are allowed.
    let permission: ConnectionTarget.Permission
    /// When everything must be done.
    let end: MonotonicTime
    /// The addresses that were not tried.
    var addresses: [IPAddress] = []
    /// Why an address was not tried.
    var refusal: String?
    /// Why an address was not reached.
    var failure: Errno?
  }

  /// Whether a descriptor is held for the question.
  var holdsDescriptor: Bool { socket != nil }
}
