internal import COriel

/// A status of the C ABI, thrown inside and returned outside.
struct Status: Error, Equatable {
  /// The number that the extension gets.
  let code: oriel_status

  static let `internal` = Status(code: ORIEL_E_INTERNAL)
  static let invalidArgument = Status(code: ORIEL_E_INVALID_ARGUMENT)
  static let stale = Status(code: ORIEL_E_STALE)
  static let alreadyFinished = Status(code: ORIEL_E_ALREADY_FINISHED)
  static let unsupported = Status(code: ORIEL_E_UNSUPPORTED)
  static let notFound = Status(code: ORIEL_E_NOT_FOUND)
  static let tooLarge = Status(code: ORIEL_E_TOO_LARGE)
  static let timeout = Status(code: ORIEL_E_TIMEOUT)
  static let cancelled = Status(code: ORIEL_E_CANCELLED)
  static let denied = Status(code: ORIEL_E_DENIED)
  static let hostGone = Status(code: ORIEL_E_HOST_GONE)
  static let noMemory = Status(code: ORIEL_E_NO_MEMORY)
  static let io = Status(code: ORIEL_E_IO)
  static let wrongThread = Status(code: ORIEL_E_WRONG_THREAD)

  /// Whether a number is one of the ABI's statuses; the last one is the lowest.
  static func isKnown(_ code: oriel_status) -> Bool {
    (ORIEL_E_WRONG_THREAD...ORIEL_OK).contains(code)
  }

  /// Runs the body of a slot and gives the status that the extension gets.
  static func of(_ body: () throws(Status) -> Void) -> oriel_status {
    do {
      try body()
      return ORIEL_OK
    } catch {
      return error.code
    }
  }
}
