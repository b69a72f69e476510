internal import OrielPropertyList
package import OrielSystem
internal import OrielText

/// Everything that is in a bundle: what each file and directory is, and the hash of it all.
package struct BundleContents: Sendable {
  /// A file or directory of a bundle.
  package struct Node: Sendable, Hashable {
    /// The path in the bundle, empty for the bundle itself.
    package let path: [UInt8]
    /// What tells whether it is still the same.
    package let identity: FileIdentity
  }

  /// How others than this user and root could change the bundle, as the end of a sentence about it.
  ///
  /// Nil when they cannot, as far as owners and modes of what is in it tell.
  package private(set) var exposure: String?
  /// The files and directories that were looked at, a directory before what is in it.
  package private(set) var nodes: [Node] = []
  /// The hash of everything; nil when there is a problem.
  package private(set) var hash: ContentHash?
  /// Why there is no hash, as the end of a sentence about the bundle.
  package private(set) var problem: String?
  /// The whole content of files that lie directly in the bundle and are small, by name.
  package private(set) var files: [String: File] = [:]

  /// The names of the bundle in several languages.
  package private(set) var strings: [LocalizedStrings] = []

  /// A small file.
  package struct File: Sendable {
    /// What the file was when it was opened.
    package let identity: FileIdentity
    /// All bytes.
    package let bytes: [UInt8]
  }

  /// The most files and directories of a bundle that has a hash.
  package static let greatestCount = 4096
  /// The most bytes of a bundle that has a hash.
  package static let greatestSize: UInt64 = 256 << 20
  /// The deepest directory in such a bundle.
  package static let greatestDepth = 32
  /// The largest file that is kept.
  private static let greatestKeptSize: UInt64 = 4 << 20

  /// Whether everything is still as it was, as far as files tell without being read.
  package func isUnchanged(in directory: borrowing Descriptor) -> Bool {
    guard !nodes.isEmpty else { return false }
    return nodes.allSatisfy { node in
      let path = (node.path.isEmpty ? [UInt8(ascii: ".")] : node.path) + [0]
      return directory.identity(ofPathAt: 0, in: path) == node.identity
    }
  }

  /// Whether everything had been left alone for longer than times are coarse.
  package func isSettled(at time: Int64) -> Bool {
    nodes.allSatisfy { $0.identity.isSettled(at: time) }
  }

  /// The same without the bytes of files.
  package var withoutBytes: BundleContents {
    var contents = self
    contents.files = [:]
    contents.strings = []
    return contents
  }

  /// Looks at everything in an open directory.
  ///
  /// - Parameter directory: The bundle.
  package init(of directory: borrowing Descriptor) {
    var walk = Walk()
    do throws(Walk.Problem) {
      try walk.visit(directory, path: [], depth: 0)
      hash = walk.hasher.finish()
    } catch {
      problem = error.text
    }
    nodes = walk.nodes
    files = walk.files
    strings = walk.strings
    exposure = walk.exposure
  }

  /// What is kept while a bundle is walked through.
  private struct Walk: ~Copyable {
    /// Why the walk ended.
    enum Problem: Error {
      /// There is something that has no hash.
      case refused(String)
      /// A call failed.
      case system(SystemError)

      /// The reason as the end of a sentence.
      var text: String {
        switch self {
        case .refused(let text): text
        case .system(let error): "cannot be read: \(error)"
        }
      }
    }

    /// The hash so far.
    var hasher = ContentHasher()
    /// What was looked at.
    var nodes: [Node] = []
    /// What was kept.
    var files: [String: File] = [:]
    /// What was kept of names.
    var strings: [LocalizedStrings] = []
    /// How many bytes of names may still be kept.
    private var stringsRoom = LocalizedStrings.greatestTotalSize
    /// How others could change the bundle.
    var exposure: String?
    /// The bytes so far.
    private var size: UInt64 = 0
    /// Where files are read into that are not kept.
    private var buffer: [UInt8] = []

    /// How files are opened; a pipe or terminal that took the place of one blocks nobody.
    private static let fileFlags: OpenFlags = [.readOnly, .noFollow, .nonBlocking, .noTerminal]
    /// How directories are opened.
    private static let directoryFlags: OpenFlags = [.readOnly, .directory, .noFollow]
    /// Where opened things must lie.
    private static let resolution: ResolveFlags = [.beneath, .noSymbolicLinks]

    init() {}

    /// Makes a failed call the reason.
    private func call<Value: ~Copyable>(
      _ body: () throws(SystemError) -> Value
    ) throws(Problem) -> Value {
      do throws(SystemError) {
        return try body()
      } catch {
        throw .system(error)
      }
    }

    /// Looks at a directory and all below it; as deep as it goes, the depth is bounded.
    mutating func visit(
      _ directory: borrowing Descriptor,
      path: [UInt8],
      depth: Int
    ) throws(Problem) {
      let status = try call { () throws(SystemError) in try directory.status() }
      try add(path, status, kind: 0)
      guard depth < greatestDepth else {
        throw .refused("has directories more than \(greatestDepth) deep")
      }
      let (entries, isCut) = try call { () throws(SystemError) in
        try directory.ownEntries(limit: greatestCount)
      }
      guard !isCut else { throw tooMany }
      for entry in entries {
        let place = path + (path.isEmpty ? [] : [UInt8(ascii: "/")]) + entry.name
        guard let name = entry.text else {
          throw .refused("holds a file whose name is not UTF-8")
        }
        let kind = try call { () throws(SystemError) in
          if let kind = entry.kind { return kind }
          return try directory.status(of: name).kind
        }
        switch kind {
        case .regular: try read(name, in: directory, path: place)
        case .directory:
          let inner = try call { () throws(SystemError) in
            try directory.open(
              name,
              Self.directoryFlags,
              resolve: Self.resolution
            )
          }
          try visit(inner, path: place, depth: depth + 1)
        case .symbolicLink: throw .refused("holds a symbolic link")
        case .other: throw .refused("holds a device, pipe or socket")
        }
      }
    }

    /// That there is too much.
    private var tooMany: Problem { .refused("holds more than \(greatestCount) files") }

    /// Adds what a node is called and what it is.
    private mutating func add(
      _ path: [UInt8],
      _ status: FileStatus,
      kind: UInt64
    ) throws(Problem) {
      guard nodes.count < greatestCount else { throw tooMany }
      nodes.append(Node(path: path, identity: status.identity))
      if exposure == nil, let whose = status.exposure {
        let name = Printable.text(String(decoding: path, as: UTF8.self), limit: 256)
        exposure =
          path.isEmpty
          ? "can be changed by \(whose)" : "holds \(name), which can be changed by \(whose)"
      }
      let isExecutable = kind == 1 && status.permissions & 0o111 != 0
      // Lengths stand before what they belong to, so that no two bundles give the same bytes.
      hasher.add(kind << 1 | (isExecutable ? 1 : 0))
      hasher.add(UInt64(path.count))
      hasher.add(path[...])
    }

    /// Reads a file to its end.
    private mutating func read(
      _ name: String,
      in directory: borrowing Descriptor,
      path: [UInt8]
    ) throws(Problem) {
      let file = try call { () throws(SystemError) in
        try directory.open(
          name,
          Self.fileFlags,
          resolve: Self.resolution
        )
      }
      let status = try call { () throws(SystemError) in try file.status() }
      // It may have been exchanged since the directory was read.
      guard status.kind == .regular else { throw changes }
      try add(path, status, kind: 1)
      let expected = status.identity.size
      hasher.add(expected)
      let text = String(decoding: path, as: UTF8.self)
      // Nobody shall wait for all of a manifest that is not read then.
      let isManifest = ExtensionManifest.fileNames.contains(text)
      guard !isManifest || expected <= UInt64(PropertyListLimits.manifest.bytes) else {
        throw .refused("holds an \(text) of \(expected) bytes")
      }
      let isNames = expected > 0 && LocalizedStrings.isPath(text)
      let holdsNames =
        isNames && strings.count < LocalizedStrings.greatestCount
        && expected <= UInt64(min(LocalizedStrings.greatestSize, stringsRoom))
      if holdsNames { stringsRoom -= Int(expected) }
      let isKept = (text == name && expected <= greatestKeptSize) || holdsNames
      if isKept {
        let bytes = try call { () throws(SystemError) in try file.read(count: Int(expected)) }
        guard bytes.count == Int(expected) else { throw changes }
        try count(bytes.count)
        hasher.add(bytes[...])
        if holdsNames {
          strings.append(LocalizedStrings(path: text, bytes: bytes))
        } else {
          files[name] = File(identity: status.identity, bytes: bytes)
        }
        return
      }
      if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: 1 << 16) }
      var total: UInt64 = 0
      while total < expected {
        let reading: Descriptor.Reading
        do throws(SystemError) {
          reading = try file.read(into: &buffer)
        } catch {
          throw .system(error)
        }
        guard case .bytes(let read) = reading else { throw changes }
        total += UInt64(read)
        try count(read)
        hasher.add(buffer[..<read])
      }
      guard total == expected else { throw changes }
      if isNames, strings.count <= LocalizedStrings.greatestCount {
        // One that is left out has no bytes, which its reader tells.
        strings.append(LocalizedStrings(path: text, bytes: []))
      }
    }

    /// Counts bytes of files.
    private mutating func count(_ bytes: Int) throws(Problem) {
      size += UInt64(bytes)
      guard size <= greatestSize else {
        throw .refused("holds more than \(greatestSize >> 20) MiB")
      }
    }

    /// That a file was another one, or had another size, a moment later.
    private var changes: Problem { .refused("changes while it is looked at") }
  }
}
