internal import OrielHost
internal import OrielManifest

/// What is known about an extension as a person reads it.
enum EntryText {
  /// Why the extension cannot be used, and what is odd about it.
  static func reasons(_ entry: RegistryEntry) -> [String] {
    // What is broken is told by the diagnostics.
    let state = EntryState(entry)
    let reasons = state == .broken || state.isUsable ? [] : [state.reason(entry)].compactMap(\.self)
    return (reasons + entry.diagnostics.map(\.description)).map { TerminalText.line($0) }
  }

  /// Everything about one extension.
  static func lines(_ entry: RegistryEntry, _ console: Console) -> [String] {
    var table = TextTable()
    table.add("path", TerminalText.line(entry.path))
    if let identifier = entry.identifier { table.add("identifier", identifier) }
    if let manifest = entry.manifest {
      table.add("extension point", TerminalText.line(manifest.extensionPoint.rawValue))
      let versions = [manifest.shortVersion, manifest.version.map { "build \($0)" }]
      let version = versions.compactMap(\.self).joined(separator: ", ")
      if !version.isEmpty { table.add("version", TerminalText.line(version)) }
      table.add("library", TerminalText.line(manifest.executableName))
    }
    if let executable = entry.executable { add(executable, to: &table) }
    if let manifest = entry.manifest {
      add(manifest.entitlements, to: &table)
      for row in StorageText.rows(manifest) {
        table.add(row.label, TerminalText.line(row.text, limit: 1000))
      }
    }
    add(entry, to: &table)
    let title = console.bold(TerminalText.line(entry.displayName))
    let found = EntryState(entry)
    let state = console.coloured(found.rawValue, found.verdict)
    return ["\(title): \(state)"] + table.lines(indentation: "  ")
      + reasons(entry).map { "  \($0)" }
  }

  /// Adds what was decided, and how the extension failed.
  private static func add(_ entry: RegistryEntry, to table: inout TextTable) {
    if let decision = entry.decision {
      table.add(decision.choice.rawValue, told(decision.author, decision.date, decision.reason))
    }
    if let approval = entry.approval {
      table.add("approved", told(approval.author, approval.date, approval.reason))
      if let hash = approval.contentHash { table.add("", "as \(hash)") }
    }
    if let quarantine = entry.quarantine {
      let reason = "failed \(quarantine.count) times in a row"
      table.add("quarantined", TerminalText.line("on \(quarantine.date): \(reason)"))
    }
  }

  /// Who decided when, and why.
  private static func told(_ author: DecisionAuthor, _ date: Timestamp, _ reason: String?) -> String
  {
    TerminalText.line("by \(author) on \(date)" + (reason.map { ": \($0)" } ?? ""))
  }

  /// Adds what is asked for beyond the sandbox.
  private static func add(_ entitlements: EntitlementSet, to table: inout TextTable) {
    if entitlements.isEmpty { table.add("asks for", "nothing beyond the sandbox") }
    for (index, entitlement) in entitlements.enumerated() {
      table.add(
        index == 0 ? "asks for" : "",
        TerminalText.line("\(entitlement.text): \(entitlement.meaning)")
      )
    }
  }

  /// Adds what the library needs.
  private static func add(_ executable: ExecutableInspection, to table: inout TextTable) {
    table.add("size", RunText.bytes(executable.fileSize))
    if let machine = executable.machine { table.add("machine", machine.description) }
    if let version = executable.glibcVersion { table.add("glibc", "\(version) or later") }
    if executable.usesSwift {
      table.add("Swift", executable.swiftVersion.map { "built with \($0)" } ?? "version not told")
    }
    for (index, library) in executable.neededLibraries.enumerated() {
      table.add(index == 0 ? "links" : "", TerminalText.line(library))
    }
  }
}
