internal import OrielManifest
internal import OrielPropertyList
internal import OrielSystem

/// Counts the failures of extensions, for all hosts of the user together.
///
/// Unlike decisions, counts may be lost: when the file is damaged it is kept aside, and counting begins
/// anew.
final class FailureStore: Sendable {
  /// What is known of failures.
  struct Known: Sendable {
    /// The failures.
    var file = FailureFile()
    /// What the user should know.
    var diagnostics: [Diagnostic] = []
  }

  /// The file, and its lock.
  static let fileName = "quarantine.plist"
  static let lockName = "quarantine.lock"

  /// The path of the folder; nothing when there is no place for it.
  let path: String?
  /// What was read last.
  private let cache = FileCache<Known>()

  /// Keeps counts in the configured folder or the user's own.
  init(folder: String?) {
    path = KeptFolder.path(for: .state, configured: folder)
  }

  /// What is known now.
  func read() -> Known {
    guard let path, let folder = try? KeptFolder.open(path, isCreated: false) else {
      return Known()
    }
    let known = try? cache.value(of: [Self.fileName], in: folder) { () throws(SystemError) in
      try Self.load(folder)
    }
    return known ?? Known()
  }

  /// Reads the file.
  ///
  /// - Throws: That there is no memory or descriptor for it: the file may be as it should be.
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
    do throws(SystemError) {
      guard let file = try folder.read(fileName, limit: FailureFile.limits.bytes) else {
        return Known()
      }
      do throws(DecisionFile.Damage) {
        return Known(file: try FailureFile(file.bytes))
      } catch {
        return damaged(error.reason)
      }
    } catch {
      if error.isShortage { throw error }
      return damaged("\(error)")
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
  func clear(_ identifier: String) throws(RegistryError) {
    guard read().file.rows[identifier] != nil else { return }
    try update { $0.rows[identifier] = nil }
  }

  /// Changes the file while no other program does.
  private func update(_ body: (inout FailureFile) -> Void) throws(RegistryError) {
    guard let path else {
      throw RegistryError(
        .folder,
        "failures cannot be counted: neither XDG_STATE_HOME nor HOME tells where; set one of them"
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
        "failures cannot be counted in \(path): \(error)"
      )
    }
    cache.forget()
  }
}
