internal import COriel

/// Writes log lines, which the host shows with the request; free to use from any thread.
public struct ExtensionLog: Sendable {
  /// How much a line matters.
  public enum Level: UInt32, Sendable, CaseIterable {
    /// For those who look for a fault.
    case debug = 1
    /// What happens.
    case info = 2
    /// What is worth knowing.
    case notice = 3
    /// What may be wrong.
    case warning = 4
    /// What went wrong.
    case error = 5
  }

  /// The host that takes the lines.
  let host: Host

  /// Writes one line; what is longer than a line may be is cut off at a character.
  ///
  /// - Parameters:
  ///   - message: The line.
  ///   - level: How much it matters.
  public func write(_ message: String, level: Level = .notice) {
    guard let log = host.log else { return }
    let line = message.prefix(utf8Length: Int(ORIEL_MAX_LOG_LENGTH))
    // The bytes live until the call returns. A full log drops lines, which is the host's decision.
    _ = withHostBytes(line.utf8) { unsafe log.write(level.rawValue, $0) }
  }
}

extension String {
  /// The longest beginning of at most `limit` bytes that does not cut a character.
  func prefix(utf8Length limit: Int) -> Substring {
    guard utf8.count > limit else { return self[...] }
    var end = utf8.index(startIndex, offsetBy: limit)
    while end > startIndex, end.samePosition(in: unicodeScalars) == nil {
      end = utf8.index(before: end)
    }
    return self[..<end]
  }
}
