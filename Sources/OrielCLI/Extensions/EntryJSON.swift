internal import OrielHost
internal import OrielManifest
internal import OrielPropertyList

/// What is known about an extension as a script reads it.
enum EntryJSON {
  /// What the list tells about one extension.
  static func value(_ entry: RegistryEntry) -> JSONValue { .object(members(entry)) }

  /// Everything about one extension.
  static func details(_ entry: RegistryEntry) -> JSONValue {
    let entitlements: JSONValue =
      entry.manifest.map { manifest in
        .array(
          manifest.entitlements.map {
            .object([("entitlement", .string($0.text)), ("meaning", .string($0.meaning))])
          }
        )
      } ?? .null
    let storage = entry.manifest.map(StorageText.rows) ?? []
    return .object(
      members(entry) + [
        ("entitlements", entitlements), ("storage", .array(storage.map(directory))),
        ("contentHash", .optional(entry.contentHash?.description)),
      ] + decided(entry)
    )
  }

  /// The state of an extension, and what it comes from.
  static func standing(_ entry: RegistryEntry) -> [(String, JSONValue)] {
    [
      ("state", .string(EntryState(entry).rawValue)),
      ("reason", .optional(EntryState(entry).reason(entry))),
    ] + decided(entry)
  }

  /// What was decided about an extension, and how it failed.
  private static func decided(_ entry: RegistryEntry) -> [(String, JSONValue)] {
    [
      ("decision", entry.decision.map(decision) ?? .null),
      ("approval", entry.approval.map(approval) ?? .null),
      ("quarantine", entry.quarantine.map(quarantine) ?? .null),
    ]
  }

  /// What was decided.
  private static func decision(_ decision: Decision) -> JSONValue {
    .object([
      ("choice", .string(decision.choice.rawValue)), ("author", .string(decision.author.rawValue)),
      ("date", .string(decision.date.description)), ("reason", .optional(decision.reason)),
    ])
  }

  /// What was approved.
  private static func approval(_ approval: Approval) -> JSONValue {
    .object([
      ("contentHash", .optional(approval.contentHash?.description)),
      ("author", .string(approval.author.rawValue)), ("date", .string(approval.date.description)),
      ("reason", .optional(approval.reason)),
    ])
  }

  /// How often the extension failed.
  private static func quarantine(_ quarantine: Quarantine) -> JSONValue {
    .object([
      ("date", .string(quarantine.date.description)),
      ("failures", .integer(Int64(quarantine.count))),
      ("lastFailure", .string(quarantine.lastFailure.outcome)),
    ])
  }

  /// A directory that the extension keeps.
  private static func directory(_ row: StorageText.Row) -> JSONValue {
    .object([
      ("entitlement", .string(row.entitlement)),
      ("path", .optional(row.path)),
      ("bytes", row.usage.map { .integer(Int64(clamping: $0.bytes)) } ?? .null),
      ("files", row.usage.map { .integer(Int64($0.files)) } ?? .null),
      ("problem", .optional(row.problem)),
    ])
  }

  /// What is told about one extension in any case.
  private static func members(_ entry: RegistryEntry) -> [(String, JSONValue)] {
    var members: [(String, JSONValue)] = [
      ("path", .string(entry.path)),
      ("identifier", .optional(entry.identifier)),
      ("displayName", .string(entry.displayName)),
      ("state", .string(EntryState(entry).rawValue)),
      ("reason", .optional(EntryState(entry).reason(entry))),
      ("hiddenBy", .optional(entry.hiddenBy)),
    ]
    if case .incompatible(let needs, let has) = entry.state {
      members.append(("needs", .string(needs)))
      members.append(("has", .string(has)))
    }
    members += [
      ("extensionPoint", .optional(entry.manifest?.extensionPoint.rawValue)),
      ("version", .optional(entry.manifest?.version)),
      ("shortVersion", .optional(entry.manifest?.shortVersion)),
      ("executable", .optional(entry.manifest?.executableName)),
      ("library", entry.executable.map(library) ?? .null),
      ("diagnostics", .array(entry.diagnostics.map(diagnostic))),
    ]
    return members
  }

  /// What the library needs.
  private static func library(_ executable: ExecutableInspection) -> JSONValue {
    .object([
      ("bytes", .integer(Int64(clamping: executable.fileSize))),
      ("machine", .optional(executable.machine?.description)),
      ("glibc", .optional(executable.glibcVersion?.description)),
      ("usesSwift", .bool(executable.usesSwift)),
      ("swift", .optional(executable.swiftVersion?.description)),
      ("links", .array(executable.neededLibraries.map { .string($0) })),
    ])
  }

  /// Something that is wrong or odd.
  static func diagnostic(_ diagnostic: Diagnostic) -> JSONValue {
    .object([
      ("severity", .string(diagnostic.severity.rawValue)),
      ("file", .string(diagnostic.file)),
      ("keyPath", .optional(diagnostic.keyPath)),
      ("position", diagnostic.position.map(position) ?? .null),
      ("message", .string(diagnostic.message)),
      ("advice", .optional(diagnostic.advice)),
    ])
  }

  /// A place in a file: line and column of a text, or the byte of a binary file.
  static func position(_ position: PropertyListPosition) -> JSONValue {
    switch position {
    case .text(let line, let column):
      .object([("line", .integer(Int64(line))), ("column", .integer(Int64(column)))])
    case .byte(let offset): .object([("byte", .integer(Int64(offset)))])
    }
  }
}
