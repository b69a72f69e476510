internal import OrielManifest
internal import OrielPropertyList
internal import OrielSystem

/// Keeps what was decided, in two files with the same content of which one is enough.
///
/// When neither can be read nobody knows what was disabled, so nothing is offered that the files do
/// not enable by name: a damaged file never enables anything.
final class DecisionStore: Sendable {
  /// What is known of the decisions.
  struct Known: Sendable {
    /// What was decided, by identifier.
    var records: [String: ExtensionRecord] = [:]
    /// Why it is not known what was decided about others; nothing when all is known.
    var doubt: String?
    /// What the user should know.
    var diagnostics: [Diagnostic] = []
  }

  /// The file, its copy, and the lock of both.
  static let fileName = "decisions.plist"
  static let copyName = "decisions.plist.backup"
  static let lockName = "decisions.lock"

  /// The path of the folder; nothing when there is no place for it.
  let path: String?
  /// Why there is no place for it, if there is none.
  private let noPlace: String
  /// What was read last.
  private let cache = FileCache<Known>()

  /// Keeps decisions in the configured folder or the user's own.
  init(folder: String?) {
    path = KeptFolder.path(for: .decisions, configured: folder)
    noPlace = KeptFolder.noPlace(for: .decisions, configured: folder)
  }

  // MARK: - Reading

  /// What is known now.
  func read(at now: Int64 = RealTime.now) -> Known {
    guard let path else {
      // Where HOME is set the same user may have disabled anything.
      return Known(
        doubt: "\(Self.fileName) has no place, since \(noPlace)",
        diagnostics: [
          Diagnostic(
            .error,
            file: Self.fileName,
            "has no place, so nobody knows what was decided about extensions, and none is offered",
            advice: noPlace
          )
        ]
      )
    }
    do throws(SystemError) {
      guard let folder = try KeptFolder.open(path, isCreated: false) else { return Known() }
      let names = [Self.fileName, Self.copyName]
      return try cache.value(of: names, in: folder, at: now) { () throws(SystemError) in
        Self.known(try Self.load(folder), path)
      }
    } catch {
      let reason = "the folder \(path) cannot be used: \(error)"
      return Known(
        doubt: "\(reason); mend it, or 'oriel forget --all' once it can be written to",
        diagnostics: [Self.diagnostic(.error, path, "cannot be used: \(error)")]
      )
    }
  }

  /// What one of the two files holds.
  enum Content: Sendable {
    /// There is no such file.
    case missing
    /// It says this.
    case whole(DecisionFile)
    /// It cannot be used, for this reason.
    case damaged(String)
  }

  /// What both files hold.
  struct Contents: Sendable {
    /// The file.
    var main: Content
    /// Its copy.
    var copy: Content

    /// What was decided; nothing when nobody knows.
    var file: DecisionFile? {
      switch (main, copy) {
      case (.whole(let file), _), (_, .whole(let file)): file
      case (.missing, .missing): DecisionFile()
      default: nil
      }
    }
  }

  /// Reads both files; the copy only when it is needed.
  ///
  /// - Throws: That there is no memory or descriptor for it: the files may be as they should be.
  private static func load(_ folder: borrowing KeptFolder) throws(SystemError) -> Contents {
    let main = try load(fileName, folder)
    if case .whole = main { return Contents(main: main, copy: .missing) }
    return Contents(main: main, copy: try load(copyName, folder))
  }

  /// Reads one file.
  private static func load(
    _ name: String,
    _ folder: borrowing KeptFolder
  ) throws(SystemError) -> Content {
    do throws(SystemError) {
      guard let file = try folder.read(name, limit: DecisionFile.limits.bytes) else {
        return .missing
      }
      do throws(DecisionFile.Damage) {
        return .whole(try DecisionFile(file.bytes))
      } catch {
        return .damaged(error.reason)
      }
    } catch {
      if error.isShortage { throw error }
      return .damaged("cannot be read: \(error)")
    }
  }

  /// What the contents of the files tell.
  private static func known(_ contents: Contents, _ path: String) -> Known {
    var known = Known()
    for (content, name) in [(contents.main, fileName), (contents.copy, copyName)] {
      guard case .damaged(let reason) = content else { continue }
      known.diagnostics.append(
        diagnostic(contents.file == nil ? .error : .warning, "\(path)/\(name)", reason)
      )
    }
    if case .missing = contents.main, case .whole = contents.copy {
      known.diagnostics.append(
        diagnostic(.warning, "\(path)/\(fileName)", "is missing; its copy is used")
      )
    }
    guard let file = contents.file else {
      known.doubt =
        "\(path)/\(fileName) is damaged; 'oriel enable' decides anew, 'oriel forget --all' starts over"
      return known
    }
    known.records = file.records
    if let lost = file.lostSince {
      known.doubt =
        "earlier decisions were lost on \(lost); 'oriel enable' decides anew, 'oriel forget --all' "
        + "starts over"
    }
    return known
  }

  /// A diagnostic about one of the files.
  private static func diagnostic(
    _ severity: Diagnostic.Severity,
    _ file: String,
    _ reason: String
  ) -> Diagnostic {
    Diagnostic(
      severity,
      file: file,
      reason,
      advice: severity == .error
        ? "extensions that it may have disabled are not offered; put back a good file, or decide anew"
        : "the next decision mends it"
    )
  }

  // MARK: - Writing

  /// Changes what was decided about an extension.
  func change(
    _ identifier: String,
    _ body: (inout ExtensionRecord) -> Void
  ) throws(RegistryError) {
    try update { file in
      var record = file.records[identifier] ?? ExtensionRecord()
      body(&record)
      file.records[identifier] = record.isEmpty ? nil : record
    }
  }

  /// Forgets everything, also that decisions were lost.
  func startOver() throws(RegistryError) {
    try update { $0 = DecisionFile() }
  }

  /// Changes the files while no other program does.
  private func update(_ body: (inout DecisionFile) -> Void) throws(RegistryError) {
    guard let path else {
      throw RegistryError(
        .folder,
        "decisions cannot be kept: \(noPlace)"
      )
    }
    do throws(SystemError) {
      try Self.update(path, body)
    } catch {
      guard error.errno != .wouldBlock else {
        throw RegistryError(
          .locked,
          "another program keeps \(path)/\(Self.lockName) locked; end it, and try again"
        )
      }
      let reason = error.operation == Self.unreadable ? "it could not be read again" : "\(error)"
      throw RegistryError(
        .unwritable,
        "the decision cannot be kept in \(path): \(reason); nothing was changed; "
          + KeptFolder.advice(for: error)
      )
    }
    cache.forget()
  }

  /// The name of a check that is no call.
  private static let unreadable = "reading what is to be written"

  /// Changes the files.
  private static func update(
    _ path: String,
    _ body: (inout DecisionFile) -> Void
  ) throws(SystemError) {
    guard let folder = try KeptFolder.open(path, isCreated: true) else {
      throw SystemError("open", .noSuchFile)
    }
    try folder.withLock(lockName) { () throws(SystemError) in
      let contents = try load(folder)
      var file = contents.file ?? DecisionFile()
      if contents.file == nil { file.lostSince = .now }
      body(&file)
      let bytes = file.bytes
      // What could not be read again would take all other decisions with it.
      guard bytes.count <= DecisionFile.limits.bytes else {
        throw SystemError("write", .fileTooLarge)
      }
      let kept = try? DecisionFile(bytes)
      guard let kept, kept.records.count == file.records.count, kept.bytes == bytes else {
        throw SystemError(unreadable, .invalidArgument)
      }
      for (content, name) in [(contents.main, fileName), (contents.copy, copyName)] {
        // The file stays until it is replaced, so that there is never a moment without one.
        if case .damaged = content { try folder.keepAside(name) }
      }
      // The copy first: when this is interrupted, the file still says what was decided before.
      try folder.directory.replaceFile(copyName, with: [bytes])
      try folder.directory.replaceFile(fileName, with: [bytes])
    }
  }
}
