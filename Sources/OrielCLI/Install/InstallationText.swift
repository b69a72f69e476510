internal import OrielHost
internal import OrielManifest

/// What was installed or removed, as a person or a script reads it.
enum InstallationText {
  /// A complaint about what was not done.
  static func complaint(_ error: InstallationError) -> Complaint {
    let code: ExitCode =
      switch error.code {
      case .unusable, .conflict, .notInstalled: .extension
      case .sandbox: .sandbox
      case .notWritable: .output
      case .cancelled: .interrupted
      default: .input
      }
    return Complaint(code, TerminalText.line(error.description, limit: 4000))
  }

  /// What was installed.
  static func lines(_ installation: Installation) -> [String] {
    let place = TerminalText.line(installation.path)
    let verb =
      switch installation.change {
      case .installed: "installed"
      case .replaced: "replaced"
      case .unchanged: "already there"
      }
    var lines = installation.extensions.map { entry in
      var line = "\(verb)  \(name(entry))"
      let old = installation.replaced.first { $0.identifier == entry.identifier }
      if let version = entry.manifest?.shortVersion {
        line += ", version \(TerminalText.line(version))"
        if let before = old?.manifest?.shortVersion, before != version {
          line += ", was \(TerminalText.line(before))"
        }
      }
      return line
    }
    let gone = installation.replaced.filter { old in
      !installation.extensions.contains { $0.identifier == old.identifier }
    }
    lines += gone.map { "removed  \(name($0)), which the new version does not have" }
    lines.append("at  \(place) (\(installation.files) files, \(RunText.bytes(installation.bytes)))")
    return lines + installation.notes.map { "note: \(TerminalText.line($0, limit: 1000))" }
  }

  /// What was removed, with what was kept.
  static func lines(
    _ removed: Uninstallation,
    _ kept: [KeptData],
    _ decisions: [KeptDecision]
  ) -> [String] {
    var lines = removed.extensions.map { "removed  \(name($0))" }
    lines.append("from  \(TerminalText.line(removed.path))")
    lines += kept.map(line)
    lines += decisions.map { decision in
      "kept  that \(decision.identifier) \(decision.states.joined(separator: " and ")); "
        + "'oriel forget \(decision.identifier)' forgets it"
    }
    return lines + removed.notes.map { "note: \(TerminalText.line($0, limit: 1000))" }
  }

  /// What became of what an extension has kept.
  private static func line(_ data: KeptData) -> String {
    let place = TerminalText.line(data.path)
    let size = RunText.bytes(data.bytes)
    if data.isRemoved { return "removed  what it kept in \(place), \(size)" }
    let removal = "'oriel container clear \(data.identifier)' removes them"
    guard let user = data.user else { return "kept  \(size) in \(place); \(removal)" }
    let other = TerminalText.line(user, limit: 1000)
    return "kept  \(size) in \(place), which the copy at \(other) uses; \(removal) all the same"
  }

  /// What was installed, for scripts.
  static func json(_ installation: Installation) -> JSONValue {
    .object([
      ("change", .string(installation.change.rawValue)),
      ("path", .string(installation.path)),
      ("files", .integer(Int64(installation.files))),
      ("bytes", .integer(Int64(clamping: installation.bytes))),
      ("extensions", .array(installation.extensions.map(json))),
      ("replaced", .array(installation.replaced.map(json))),
      ("notes", .array(installation.notes.map { .string($0) })),
    ])
  }

  /// What was removed, for scripts.
  static func json(
    _ removed: Uninstallation,
    _ kept: [KeptData],
    _ decisions: [KeptDecision]
  ) -> JSONValue {
    .object([
      ("path", .string(removed.path)),
      ("extensions", .array(removed.extensions.map(json))),
      (
        "containers",
        .array(
          kept.map {
            .object([
              ("identifier", .string($0.identifier.rawValue)),
              ("path", .string($0.path)),
              ("bytes", .integer(Int64(clamping: $0.bytes))),
              ("removed", .bool($0.isRemoved)),
              ("usedBy", .optional($0.user)),
            ])
          }
        )
      ),
      (
        "decisions",
        .array(
          decisions.map {
            .object([
              ("identifier", .string($0.identifier.rawValue)),
              ("states", .array($0.states.map { .string($0) })),
            ])
          }
        )
      ),
      ("notes", .array(removed.notes.map { .string($0) })),
    ])
  }

  /// An extension, for scripts.
  private static func json(_ entry: CatalogEntry) -> JSONValue {
    .object([
      ("identifier", .optional(entry.identifier)),
      ("name", .string(entry.displayName)),
      ("version", .optional(entry.manifest?.shortVersion)),
    ])
  }

  /// An extension, for people.
  private static func name(_ entry: CatalogEntry) -> String {
    let name = TerminalText.line(entry.displayName)
    return entry.identifier.map { "\(name) (\(TerminalText.line($0)))" } ?? name
  }
}
