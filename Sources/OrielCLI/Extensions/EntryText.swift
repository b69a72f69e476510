internal import OrielManifest

/// What is known about an extension as a person reads it.
enum EntryText {
  /// Why the extension cannot be used, and what is odd about it.
  static func reasons(_ entry: CatalogEntry) -> [String] {
    var reasons: [String] = []
    if case .incompatible(let needs, let has) = entry.state {
      reasons.append("needs \(needs), but this system has \(has)")
    }
    return (reasons + entry.diagnostics.map(\.description)).map { TerminalText.line($0) }
  }

  /// Everything about one extension.
  static func lines(_ entry: CatalogEntry, _ console: Console) -> [String] {
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
    let title = console.bold(TerminalText.line(entry.displayName))
    let found = EntryState(entry)
    let state = console.coloured(found.rawValue, found.verdict)
    return ["\(title): \(state)"] + table.lines(indentation: "  ")
      + reasons(entry).map { "  \($0)" }
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
