internal import OrielPropertyList
internal import OrielSystem

/// An open bundle directory.
struct ExtensionBundle: ~Copyable {
  /// The suffix of the names of bundles.
  static let suffix = ".appex"

  /// How a bundle is opened by its name.
  private static let nameFlags: OpenFlags = [.readOnly, .directory, .noFollow]
  /// Where a bundle must lie that is opened by its name.
  private static let nameResolution: ResolveFlags = [.beneath, .noSymbolicLinks]

  /// The absolute path without symbolic links.
  let path: String
  /// The identity of the directory.
  let identity: FileIdentity
  /// The open directory.
  private let directory: Descriptor

  /// Opens the bundle at a path; a symbolic link to a bundle is followed, links inside it never are.
  static func open(_ path: String) throws(DiagnosticError) -> ExtensionBundle {
    do throws(SystemError) {
      let canonical = try canonicalPath(path)
      let directory = try Descriptor.open(
        canonical,
        [.readOnly, .directory],
        resolve: [.noSymbolicLinks]
      )
      let identity = try directory.status().identity
      return ExtensionBundle(path: canonical, identity: identity, directory: directory)
    } catch {
      throw DiagnosticError(diagnostic(for: error, path: path))
    }
  }

  /// Opens the bundle with a name in an open directory; a symbolic link is followed by its path.
  static func open(
    _ name: String,
    in directory: borrowing Descriptor,
    path: String
  ) throws(DiagnosticError) -> ExtensionBundle {
    let full = path == "/" ? "/\(name)" : "\(path)/\(name)"
    do throws(SystemError) {
      let bundle = try directory.open(
        name,
        nameFlags,
        resolve: nameResolution
      )
      return ExtensionBundle(path: full, identity: try bundle.status().identity, directory: bundle)
    } catch {
      return try open(full)
    }
  }

  /// Gathers the parts.
  private init(path: String, identity: FileIdentity, directory: consuming Descriptor) {
    self.path = path
    self.identity = identity
    self.directory = directory
  }

  /// The name of the bundle without its suffix.
  var name: String { Self.name(ofPath: path) }

  /// The name of the bundle at a path, without its suffix.
  static func name(ofPath path: String) -> String {
    let last = lastComponent(ofPath: path)
    return last.hasSuffix(suffix) ? String(last.dropLast(suffix.count)) : last
  }

  /// What stands behind the last slash of a path.
  static func lastComponent(ofPath path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// Looks at everything in the bundle.
  func contents() -> BundleContents { BundleContents(of: directory) }

  /// A manifest as a bundle holds it.
  struct ManifestFile {
    /// The name of the file.
    let name: String
    /// The bytes.
    let bytes: [UInt8]
    /// Whether a second manifest is there, which does not count.
    let hidesOther: Bool
  }

  /// Reads the Info.plist or, where there is none, the Info.json.
  func readManifestFile(_ contents: BundleContents) throws(DiagnosticError) -> ManifestFile {
    let (first, second) = (ExtensionManifest.fileName, ExtensionManifest.jsonFileName)
    let hasSecond = exists(second, contents)
    let name = !hasSecond || exists(first, contents) ? first : second
    let bytes = try readManifestFile(named: name, contents)
    return ManifestFile(name: name, bytes: bytes, hidesOther: hasSecond && name == first)
  }

  /// Whether the bundle directly holds something with a name.
  private func exists(_ name: String, _ contents: BundleContents) -> Bool {
    if contents.hash != nil {
      let path = Array(name.utf8)
      return contents.nodes.contains { $0.path == path }
    }
    do throws(SystemError) {
      _ = try directory.status(of: name)
      return true
    } catch {
      return error.errno != .noSuchFile
    }
  }

  /// Reads a manifest, unless the content that was looked at holds it.
  private func readManifestFile(
    named file: String,
    _ contents: BundleContents
  ) throws(DiagnosticError) -> [UInt8] {
    let limit = PropertyListLimits.manifest.bytes
    if let kept = contents.files[file], kept.bytes.count <= limit { return kept.bytes }
    do throws(FileProblem) {
      return try FileSystem.readRegularFile(file, in: directory, limit: limit)
    } catch {
      throw DiagnosticError(
        Self.diagnostic(for: error, file: file, what: "the manifest of the bundle")
      )
    }
  }

  /// Inspects the shared library, from the content that was looked at where that holds it; gives its
  /// identity too.
  func inspectExecutable(
    named file: String,
    in contents: BundleContents,
    facts: SystemFacts,
    needsEntry: Bool
  ) throws(DiagnosticError) -> (inspection: ExecutableInspection, identity: FileIdentity) {
    if let kept = contents.files[file] {
      let inspection = ExecutableInspection(
        MemorySource(bytes: kept.bytes),
        file: file,
        facts: facts,
        needsEntry: needsEntry
      )
      return (inspection, kept.identity)
    }
    do throws(FileProblem) {
      let opened = try FileSystem.openRegularFile(file, in: directory)
      let identity = opened.status.identity
      let inspection = ExecutableInspection(
        FileSource(opened.descriptor, count: identity.size),
        file: file,
        facts: facts,
        needsEntry: needsEntry
      )
      return (inspection, identity)
    } catch {
      throw DiagnosticError(Self.diagnostic(for: error, file: file, what: "the shared library"))
    }
  }

  // MARK: - Messages

  /// What to say about a file of the bundle that cannot be used.
  private static func diagnostic(
    for problem: FileProblem,
    file: String,
    what: String
  ) -> Diagnostic {
    switch problem {
    case .isLink:
      Diagnostic(
        .error,
        file: file,
        "is a symbolic link, which a bundle may not hold",
        advice: "put the file itself into the bundle"
      )
    case .notRegular:
      Diagnostic(.error, file: file, "is not a regular file", advice: "put \(what) there")
    case .tooLarge(let size, let limit):
      Diagnostic(.error, file: file, "has \(size) bytes; the limit is \(limit) bytes")
    case .system(let error) where error.errno == .noSuchFile:
      Diagnostic(.error, file: file, "is missing", advice: "put \(what) there")
    case .system(let error) where error.errno == .permissionDenied:
      Diagnostic(
        .error,
        file: file,
        "may not be read",
        advice: "make it readable with 'chmod a+r'"
      )
    case .system(let error):
      Diagnostic(.error, file: file, "cannot be read: \(error)")
    }
  }

  /// What to say about a bundle or directory that cannot be opened.
  static func diagnostic(for error: SystemError, path: String) -> Diagnostic {
    switch error.errno {
    case .noSuchFile:
      Diagnostic(.error, file: path, "does not exist", advice: "check the path")
    case .permissionDenied:
      Diagnostic(
        .error,
        file: path,
        "may not be read",
        advice: "make the directory readable with 'chmod a+rx'"
      )
    case .notADirectory:
      Diagnostic(.error, file: path, "is not a directory", advice: "name the bundle directory")
    case .tooManySymbolicLinks:
      Diagnostic(
        .error,
        file: path,
        "is a symbolic link that leads back to itself",
        advice: "remove the link"
      )
    default: Diagnostic(.error, file: path, "cannot be opened: \(error)")
    }
  }
}

/// A diagnostic that ends what is being done.
struct DiagnosticError: Error {
  /// What is wrong.
  let diagnostic: Diagnostic

  /// Wraps a diagnostic.
  init(_ diagnostic: Diagnostic) { self.diagnostic = diagnostic }
}
