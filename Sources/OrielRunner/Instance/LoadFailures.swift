internal import COriel
internal import Glibc
internal import OrielWire

/// Why loads failed, in the words of the host's program; kept as long as the process.
struct LoadFailures {
  /// One failure.
  struct Record {
    let domain: StableBytes
    let code: Int64
    let text: StableBytes

    /// The form that crosses the C boundary; the table keeps what it points to.
    var lent: oriel_error {
      unsafe oriel_error(reserved: 0, code: code, domain: domain.lent, text: text.lent)
    }
  }

  /// The most that are kept: an extension that fails more often is told the statuses only.
  private static let limit = 1024

  private var records: [UInt64: Record] = [:]
  /// The last load of a thread that waited for it.
  private var lastLoads: [pthread_t: UInt64] = [:]

  /// The failure of a load.
  subscript(_ load: UInt64) -> Record? { records[load] }

  /// The last failure for which a thread waited.
  func last(of thread: pthread_t) -> Record? { lastLoads[thread].flatMap { records[$0] } }

  /// Keeps the failure of a load.
  mutating func add(_ failure: WireFailure, of load: UInt64, to waiter: LoadTable.Waiter) {
    guard records.count < Self.limit else { return }
    records[load] = Record(
      domain: StableBytes(failure.domain),
      code: failure.code,
      text: StableBytes(failure.text)
    )
    if case .thread(_, let thread) = waiter { lastLoads[thread] = load }
  }
}
