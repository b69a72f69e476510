internal import OrielManifest
internal import OrielPropertyList
internal import OrielSystem

/// A file that holds a rule.
enum RuleFile {
  /// The bytes of the file at a path, or of the manifest of the bundle there.
  ///
  /// - Returns: the bytes and the path of the file; nothing when the text is no path
  static func content(
    at path: String
  ) throws(Complaint) -> (bytes: [UInt8], path: String)? {
    // Nobody writes a path of more bytes, and predicates often have more.
    guard path.utf8.count < 4096, !path.isEmpty else { return nil }
    do throws(SystemError) {
      // A pipe without a writer must not make the command wait.
      let file = try Descriptor.open(path, [.readOnly, .nonBlocking, .noTerminal])
      let status = try file.status()
      switch status.kind {
      case .regular: break
      case .directory:
        return try manifest(in: path)
      case .symbolicLink, .other: throw SystemError("open", .noDevice)
      }
      return (try read(file), path)
    } catch {
      // A predicate may be too long for a name, or hold what no name may.
      let isThere = [.permissionDenied, .noDevice].contains(error.errno)
      guard isThere || looksLikePath(path) else { return nil }
      throw Complaint(.input, "cannot read '\(TerminalText.line(path))': \(reason(error.errno))")
    }
  }

  /// Reads the manifest of a bundle: its Info.plist or, where there is none, its Info.json.
  private static func manifest(
    in bundle: String
  ) throws(SystemError) -> (bytes: [UInt8], path: String) {
    let folder = bundle.hasSuffix("/") ? bundle : bundle + "/"
    var missing = SystemError("open", .noSuchFile)
    for name in ExtensionManifest.fileNames {
      do throws(SystemError) {
        let file = try Descriptor.open(folder + name, [.readOnly, .nonBlocking, .noTerminal])
        return (try read(file), folder + name)
      } catch {
        guard error.errno == .noSuchFile else { throw error }
        missing = error
      }
    }
    throw missing
  }

  /// Reads a file that is not larger than a manifest may be, or a byte more of a larger one.
  private static func read(_ file: borrowing Descriptor) throws(SystemError) -> [UInt8] {
    try file.readToEnd(limit: PropertyListLimits.manifest.bytes)
  }

  /// Whether a text that names no file was meant to.
  private static func looksLikePath(_ text: String) -> Bool {
    guard !text.unicodeScalars.contains(where: \.properties.isWhitespace) else { return false }
    return text.contains("/")
      || [".appex", ".plist", ".json", ".app"].contains { text.hasSuffix($0) }
  }

  /// Why a file cannot be read, and what to do.
  private static func reason(_ errno: Errno) -> String {
    switch errno {
    case .noSuchFile: "there is no such file; check the path"
    case .permissionDenied: "you may not read it; change its permissions"
    case .noDevice: "it is a device, pipe or socket; name a file, or '-' for standard input"
    default: "\(errno.message); check the path"
    }
  }
}
