internal import OrielSystem

/// What files said when they were last read, as long as they are still the same files.
final class FileCache<Value: Sendable>: Sendable {
  /// What was read, with what the files were then; nothing for one that was not there.
  private let cached = Lock<(identities: [FileIdentity?], value: Value)?>(nil)
  /// How long a file counts as just written: one that changes twice within one tick of its file
  /// system's clock looks the same.
  private static var unsettledTime: Int64 { 2_000_000_000 }

  /// The value of files of a folder, read again when one of them is another one.
  ///
  /// - Parameters:
  ///   - names: The names of all files that the value depends on.
  ///   - folder: The folder.
  ///   - now: The present time.
  ///   - load: Reads the files.
  /// - Returns: The value.
  /// - Throws: Why they cannot be read at this moment, which says nothing about the next one.
  func value(
    of names: [String],
    in folder: borrowing KeptFolder,
    at now: Int64 = RealTime.now,
    load: () throws(SystemError) -> Value
  ) throws(SystemError) -> Value {
    // What the files are now is asked before they are read: if one changes in between, the next one
    // asks again.
    let identities = names.map { folder.identity(of: $0) }
    let isSettled = identities.allSatisfy { identity in
      identity.map { max($0.changeTime, $0.modificationTime) < now &- Self.unsettledTime } ?? true
    }
    if isSettled, let cached = cached.withLock({ $0 }), cached.identities == identities {
      return cached.value
    }
    let value = try load()
    cached.withLock { $0 = isSettled ? (identities, value) : nil }
    return value
  }

  /// Forgets what was read.
  func forget() { cached.withLock { $0 = nil } }
}
