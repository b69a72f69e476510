internal import OrielSystem

/// What a file said when it was last read, as long as it is still the same file.
final class FileCache<Value: Sendable>: Sendable {
  /// What was read, with what the file was then.
  private let cached = Lock<(identity: FileIdentity, value: Value)?>(nil)
  /// How long a file counts as just written: one that changes twice within one tick of its file
  /// system's clock looks the same.
  private static var unsettledTime: Int64 { 2_000_000_000 }

  /// The value of a file of a folder, read again when the file is another one.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - folder: The folder.
  ///   - now: The present time.
  ///   - load: Reads the file.
  /// - Returns: The value.
  /// - Throws: Why the file cannot be read at this moment, which says nothing about the next one.
  func value(
    of name: String,
    in folder: borrowing KeptFolder,
    at now: Int64 = RealTime.now,
    load: () throws(SystemError) -> Value
  ) throws(SystemError) -> Value {
    // What the file is now is asked before it is read: if it changes in between, the next one asks
    // again.
    guard let identity = folder.identity(of: name) else { return try load() }
    let isSettled =
      max(identity.changeTime, identity.modificationTime)
      < now &- Self.unsettledTime
    if isSettled, let cached = cached.withLock({ $0 }), cached.identity == identity {
      return cached.value
    }
    let value = try load()
    cached.withLock { $0 = isSettled ? (identity, value) : nil }
    return value
  }

  /// Forgets what was read.
  func forget() { cached.withLock { $0 = nil } }
}
