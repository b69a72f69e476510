internal import COriel

/// A status of the C interface that is not `ORIEL_OK`.
struct HostStatus: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number.
  let status: oriel_status

  /// More than the name of the status says, as a clause; nil when nothing more is known.
  let reason: String?

  /// Keeps a status.
  init(_ status: oriel_status, because reason: String? = nil) {
    self.status = status
    self.reason = reason
  }

  /// The name of the status, and the reason.
  var description: String { reason.map { "\(name): \($0)" } ?? name }

  /// The name of the status.
  private var name: String {
    switch status {
    case ORIEL_OK: "ok"
    case ORIEL_E_INVALID_ARGUMENT: "invalid argument"
    case ORIEL_E_STALE: "stale handle"
    case ORIEL_E_ALREADY_FINISHED: "already finished"
    case ORIEL_E_UNSUPPORTED: "unsupported"
    case ORIEL_E_NOT_FOUND: "not found"
    case ORIEL_E_TOO_LARGE: "too large"
    case ORIEL_E_TIMEOUT: "timeout"
    case ORIEL_E_CANCELLED: "cancelled"
    case ORIEL_E_HOST_GONE: "host gone"
    case ORIEL_E_DENIED: "denied"
    case ORIEL_E_NO_MEMORY: "out of memory"
    case ORIEL_E_IO: "input or output error"
    case ORIEL_E_WRONG_THREAD: "wrong thread"
    default: "internal error \(status)"
    }
  }
}

/// The host's tables, copied: they are frozen and live as long as the process.
struct Host: Sendable {
  /// How a request ends.
  let requests: oriel_host_request
  /// The items of a request.
  let items: oriel_host_items
  /// What items carry.
  let attachments: oriel_host_attachments
  /// Log lines, when this host takes them.
  let log: oriel_host_log?
  /// What the extension is, when this host says it.
  let bundle: oriel_host_bundle?
  /// Connections, when this host makes them.
  let network: oriel_host_network?
  /// URLs, when this host opens them.
  let openURL: oriel_host_open_url?
  /// Files that the user chooses, when this host offers that.
  let files: oriel_host_files?
  /// How far loads are and why they failed, when this host tells.
  let progress: oriel_host_progress?
  /// Small pictures of attachments, when this host has them.
  let preview: oriel_host_preview?
  /// The directories that are kept, when this host has them.
  let container: oriel_host_container?

  /// Looks up the tables; nil when one that a request needs is missing.
  init?(_ host: UnsafePointer<oriel_host>) {
    /// Copies the table with an id.
    func table<Table>(_ id: String, as type: Table.Type) -> Table? {
      // The id fixes the table's type; the host object is valid during this call.
      guard let table = unsafe host.pointee.get_interface(host, id) else { return nil }
      return unsafe table.load(as: type)
    }
    guard let requests = table(ORIEL_ID_REQUEST, as: oriel_host_request.self),
      let items = table(ORIEL_ID_ITEMS, as: oriel_host_items.self),
      let attachments = table(ORIEL_ID_ATTACHMENTS, as: oriel_host_attachments.self)
    else { return nil }
    self.requests = requests
    self.items = items
    self.attachments = attachments
    log = table(ORIEL_ID_LOG, as: oriel_host_log.self)
    bundle = table(ORIEL_ID_BUNDLE, as: oriel_host_bundle.self)
    network = table(ORIEL_ID_NETWORK, as: oriel_host_network.self)
    openURL = table(ORIEL_ID_OPEN_URL, as: oriel_host_open_url.self)
    files = table(ORIEL_ID_FILES, as: oriel_host_files.self)
    progress = table(ORIEL_ID_PROGRESS, as: oriel_host_progress.self)
    preview = table(ORIEL_ID_PREVIEW, as: oriel_host_preview.self)
    container = table(ORIEL_ID_CONTAINER, as: oriel_host_container.self)
  }

  /// The number that a call writes to its out parameter.
  @safe func number(
    _ call: (UnsafeMutablePointer<UInt64>) -> oriel_status
  ) throws(HostStatus) -> UInt64 {
    var value: UInt64 = 0
    // The out parameter is a local variable.
    let status = unsafe call(&value)
    guard status == ORIEL_OK else { throw HostStatus(status) }
    return value
  }

  /// The bytes that a call writes to its out parameter, copied; nil when it gives none.
  @safe func optionalBytes(_ call: (UnsafeMutablePointer<oriel_bytes>) -> oriel_status) -> [UInt8]?
  {
    var bytes = unsafe oriel_bytes()
    // The out parameter is a local variable; what it points to stays valid longer than this call.
    guard unsafe call(&bytes) == ORIEL_OK else { return nil }
    return unsafe copyBytes(bytes)
  }

  /// The text that a call writes to its out parameter; nil when it gives none.
  @safe func optionalText(_ call: (UnsafeMutablePointer<oriel_bytes>) -> oriel_status) -> String? {
    optionalBytes(call).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Copies bytes of the host.
///
/// The caller must know that the bytes are still valid.
@unsafe func copyBytes(_ bytes: oriel_bytes) -> [UInt8] {
  guard let data = unsafe bytes.data, let count = Int(exactly: unsafe bytes.length) else {
    return []
  }
  // The caller vouches for `length` bytes from `data`.
  return unsafe [UInt8](UnsafeRawBufferPointer(start: data, count: count))
}

/// Calls a function of the host with bytes that live until it returns.
@safe func withHostBytes(
  _ content: some Sequence<UInt8>,
  _ call: (UnsafePointer<oriel_bytes>) -> oriel_status
) -> oriel_status {
  let copy = ContiguousArray(content)
  return unsafe copy.withUnsafeBytes { buffer in
    // The structure is a local variable, and the buffer outlives the call.
    var bytes = unsafe oriel_bytes(data: buffer.baseAddress, length: UInt64(buffer.count))
    return unsafe call(&bytes)
  }
}
