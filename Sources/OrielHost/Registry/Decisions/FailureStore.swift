internal import OrielManifest
internal import OrielPropertyList
internal import OrielSystem

/// Counts the failures of extensions, for all hosts of the user together.
///
/// Unlike decisions, counts may be lost: when what the file says makes no sense it is kept aside, and
/// counting begins anew. A file that cannot be read says what it always said, so nothing is offered that
/// it may hold.
final class FailureStore: Sendable {
  /// What is known of failures.
  struct Known: Sendable {
    /// The failures.
    var file = FailureFile()
    /// Why it is not known which extensions are in quarantine; nothing when it is.
    var doubt: String?
    /// What the user should know.
    var diagnostics: [Diagnostic] = []
  }

  /// The file, and its lock.
  static let fileName = "quarantine.plist"
  static let lockName = "quarantine.lock"

  /// The path of the folder; nothing when there is no place for it.
  let path: String?
  /// Why there is no place for it, if there is none.
  private let noPlace: String
  /// What was read last.
  private let cache = FileCache<Known>()

  /// Keeps counts in the configured folder or the user's own.
  init(folder: String?) {
    path = KeptFolder.path(for: .state, configured: folder)
    noPlace = KeptFolder.noPlace(for: .state, configured: folder)
  }

  /// The failures that were known last, for moments in which the file cannot be read; nothing as long
  /// as they never were.
  private let last = Lock<FailureFile?>(nil)

  /// What is known now.
  ///
  /// While the file is there and cannot be read, nothing is released that was in quarantine before.
  /// Whoever never could read it does not know what that is.
  func read() -> Known {
    guard let path else {
      return Known(
        diagnostics: [
          Diagnostic(
            .warning,
            file: Self.fileName,
            "has no place, so extensions that fail again and again are offered all the same",
            advice: noPlace
          )
        ]
      )
    }
    do throws(SystemError) {
      guard let folder = try KeptFolder.open(path, isCreated: false) else {
        last.withLock { $0 = FailureFile() }
        return Known()
      }
      let known = try cache.value(of: [Self.fileName], in: folder) { () throws(SystemError) in
        try Self.load(folder)
      }
      last.withLock { $0 = known.file }
      return known
    } catch {
      let file = last.withLock { $0 }
      let reason = "holds the failures of extensions and cannot be used: \(error)"
      return Known(
        file: file ?? FailureFile(),
        doubt: file == nil ? "\(path) \(reason); mend it, or remove it" : nil,
        diagnostics: [
          Diagnostic(
            file == nil ? .error : .warning,
            file: path,
            reason,
            advice: file == nil
              ? "mend it, or remove it; until then no extension is offered, since any may be in quarantine"
              : "mend it, or remove it; until then what failed in other programs is not known"
          )
        ]
      )
    }
  }

  /// Reads the file.
  ///
  /// - Throws: Why it cannot be read, which says nothing about what it holds.
  private static func load(_ folder: borrowing KeptFolder) throws(SystemError) -> Known {
    func damaged(_ reason: String) -> Known {
      Known(
        diagnostics: [
          Diagnostic(
            .warning,
            file: "\(folder.path)/\(fileName)",
            "counts failures of extensions and cannot be used: \(reason)",
            advice: "nothing: the next failure begins a new file"
          )
        ]
      )
    }
    guard let file = try folder.read(fileName, limit: FailureFile.limits.bytes) else {
      return Known()
    }
    do throws(DecisionFile.Damage) {
      return Known(file: try FailureFile(file.bytes))
    } catch {
      return damaged(error.reason)
    }
  }

  /// Counts a failure.
  func add(
    _ failure: ExtensionFailureRecord,
    of identifier: String,
    contentHash: ContentHash?,
    policy: QuarantinePolicy
  ) throws(RegistryError) {
    try update { file in
      file.add(failure, of: identifier, contentHash: contentHash, policy: policy)
    }
  }

  /// Forgets the failures of an extension, if there are any.
  ///
  /// - Throws: That nobody knows, or that the file cannot be written.
  func clear(_ identifier: String) throws(RegistryError) {
    let known = read()
    guard known.doubt != nil || known.file.rows[identifier] != nil else { return }
    try update { $0.rows[identifier] = nil }
  }

  /// Changes the file while no other program does.
  private func update(_ body: (inout FailureFile) -> Void) throws(RegistryError) {
    guard let path else {
      throw RegistryError(
        .folder,
        "failures cannot be counted: \(noPlace)"
      )
    }
    do throws(SystemError) {
      guard let folder = try KeptFolder.open(path, isCreated: true) else {
        throw SystemError("open", .noSuchFile)
      }
      try folder.withLock(Self.lockName) { () throws(SystemError) in
        let known = try Self.load(folder)
        var file = known.file
        body(&file)
        if !known.diagnostics.isEmpty { try folder.keepAside(Self.fileName) }
        try folder.directory.replaceFile(Self.fileName, with: [file.bytes])
      }
    } catch {
      throw RegistryError(
        error.errno == .wouldBlock ? .locked : .unwritable,
        "failures cannot be counted in \(path): \(error); \(KeptFolder.advice(for: error))"
      )
    }
    cache.forget()
  }
}
