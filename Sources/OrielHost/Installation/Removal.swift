internal import OrielManifest
internal import OrielSystem
internal import OrielText

/// One uninstallation.
struct Removal: Sendable {
  /// The path of the bundle or container.
  let path: String
  /// What is told after each step.
  let check: @Sendable (InstallationStep) -> Void

  /// Does everything.
  func run() throws(InstallationError) -> Uninstallation {
    var trimmed = path
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
    let slash = trimmed.lastIndex(of: "/")
    let name = slash.map { String(trimmed[trimmed.index(after: $0)...]) } ?? trimmed
    let above = slash.map { $0 == trimmed.startIndex ? "/" : String(trimmed[..<$0]) } ?? "."
    guard name.hasSuffix(".appex") || name.hasSuffix(".app"), !name.utf8.contains(0) else {
      throw InstallationError(
        .notInstalled,
        "\(shown) is neither a bundle NAME.appex nor a container NAME.app; name one"
      )
    }
    let folder = try open(above)
    try refusePart(of: folder.path)
    try lookAt(name, in: folder)
    StagingFolder.removeLeftovers(in: folder)
    let staging = try StagingFolder.make(for: name, in: folder)
    check(.stagingMade)
    let extensions: [CatalogEntry]
    do throws(InstallationError) {
      extensions = try folder.withLock { () throws(InstallationError) in
        try take(name, to: staging, in: folder)
      }
    } catch {
      staging.remove(from: folder)
      throw error
    }
    check(.placed)
    // Where this fails the storage does, and there is nothing that could be done about it.
    try? folder.directory.synchronize()
    check(.settled)
    let note = staging.remove(from: folder)
    check(.cleared)
    return Uninstallation(
      path: "\(folder.path)/\(name)",
      extensions: extensions,
      notes: note.map { [$0] } ?? []
    )
  }

  /// Moves a bundle to the hidden folder; gives the extensions in it.
  private func take(
    _ name: String,
    to staging: borrowing StagingFolder,
    in folder: borrowing InstallationFolder
  ) throws(InstallationError) -> [CatalogEntry] {
    // Somebody else may have taken it away since it was looked at first.
    try lookAt(name, in: folder)
    let found = "\(folder.path)/\(name)"
    let extensions = BundleInspection.entries(found)
    guard extensions.contains(where: \.hasManifest) else {
      throw InstallationError(
        .notInstalled,
        "\(shown) holds no manifest of an extension that can be read, and so is taken for no bundle; "
          + "look at what it is, and remove it with 'rm -r'"
      )
    }
    do throws(SystemError) {
      try folder.directory.moveDirectory(name, to: staging.directory, as: name)
    } catch {
      if error.errno == .noSuchFile { throw missing }
      throw InstallationError(writing: found, error)
    }
    return extensions
  }

  /// The path for messages.
  private var shown: String { Printable.text(path, limit: 512) }

  /// That there is nothing.
  private var missing: InstallationError {
    InstallationError(.notInstalled, "\(shown) does not exist; 'oriel list --all' shows what does")
  }

  /// Opens the folder that the bundle lies in.
  private func open(_ above: String) throws(InstallationError) -> InstallationFolder {
    do throws(SystemError) {
      _ = try canonicalPath(above)
    } catch {
      throw missing
    }
    return try InstallationFolder.open(above, isCreated: false)
  }

  /// Refuses to take a bundle out of a container.
  private func refusePart(of folder: String) throws(InstallationError) {
    let names = folder.split(separator: "/")
    guard names.last == "PlugIns", let container = names.dropLast().last,
      container.hasSuffix(".app")
    else { return }
    let whole = Printable.text(String(folder.dropLast("/PlugIns".count)), limit: 512)
    throw InstallationError(
      .conflict,
      "\(shown) is a part of \(whole) and goes only with it; uninstall that, or disable this one"
    )
  }

  /// Refuses what is no bundle.
  private func lookAt(
    _ name: String,
    in folder: borrowing InstallationFolder
  ) throws(InstallationError) {
    let kind: FileKind
    do throws(SystemError) {
      kind = try folder.directory.open(name, [.pathOnly, .noFollow]).status().kind
    } catch {
      if error.errno == .noSuchFile { throw missing }
      throw InstallationError(reading: path, error)
    }
    guard kind == .directory else {
      throw InstallationError(
        .notInstalled,
        kind == .symbolicLink
          ? "\(shown) is a symbolic link; remove it with 'rm', or name what it leads to"
          : "\(shown) is no folder, and so no bundle; remove it with 'rm'"
      )
    }
  }
}
