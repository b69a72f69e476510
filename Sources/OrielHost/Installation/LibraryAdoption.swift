internal import OrielInterface
public import OrielManifest
internal import OrielPropertyList
internal import OrielSystem
internal import OrielText

/// An existing library that shall become an extension, as it is.
///
/// The bundle holds a copy of the library, the description of its functions, and a manifest that binds
/// it to the extension point of libraries, where hosts connect and call.
public struct LibraryAdoption: Sendable {
  /// The path of the library; links to it are followed.
  public var library: String
  /// The description of its functions, as text.
  public var interface: [UInt8]
  /// The identifier of the extension.
  public var identifier: BundleIdentifier
  /// The name that users see; the bundle and its files are named after it, too.
  public var name: String
  /// The version that users see.
  public var version: String

  /// Gathers the parts.
  ///
  /// - Parameters:
  ///   - library: The path of the library.
  ///   - interface: The description of its functions.
  ///   - identifier: The identifier of the extension.
  ///   - name: The name that users see; nil for that of the library without `lib` and `.so`.
  ///   - version: The version that users see.
  public init(
    library: String,
    interface: [UInt8],
    identifier: BundleIdentifier,
    name: String? = nil,
    version: String = "1.0"
  ) {
    self.library = library
    self.interface = interface
    self.identifier = identifier
    self.name = name ?? Self.name(of: library)
    self.version = version
  }

  /// The name of a library: `zip` for `/usr/lib/libzip.so.4.0`.
  private static func name(of library: String) -> String {
    let file = library.split(separator: "/").last ?? ""
    let base = file.firstRange(of: ".so").map { file[..<$0.lowerBound] } ?? file
    return String(base.hasPrefix("lib") && base.utf8.count > 3 ? base.dropFirst(3) : base)
  }

  // MARK: - Making the bundle

  /// The name of the bundle.
  func bundleName() throws(InstallationError) -> BundlePath {
    do throws(EntryRefusal) {
      // A slash would make folders.
      guard !name.utf8.contains(UInt8(ascii: "/")) else { throw .parentComponent }
      return try BundlePath(Array("\(name).appex".utf8))
    } catch {
      throw InstallationError(
        .unusable,
        "'\(Printable.text(name, limit: 200))' cannot be the name of a bundle: it \(error.text); give "
          + "it another one"
      )
    }
  }

  /// Opens the library after comparing it with the description.
  func open() throws(InstallationError) -> Descriptor {
    let shown = Printable.text(library, limit: 512)
    let checked: CheckedInterface
    do throws(InterfaceProblems) {
      checked = try InterfaceParser.parse(interface)
    } catch {
      throw InstallationError(.unusable, "the description cannot be understood: \(error)")
    }
    let file = try openFile()
    let symbols = checked.description.symbols
    let exports: ExportedFunctions
    do throws(ExportedFunctions.Failure) {
      exports = try ExportedFunctions.find(symbols.map(\.name), in: file)
    } catch {
      throw InstallationError(.unusable, "\(shown) \(error.message)")
    }
    let wrong = symbols.filter { symbol in
      let finding = exports.findings[symbol.name] ?? .missing
      return finding == .data || (finding == .missing && !symbol.isOptional)
    }
    guard wrong.isEmpty else {
      let names = wrong.prefix(5).map(\.name).joined(separator: ", ")
      throw InstallationError(
        .unusable,
        "\(shown) does not export \(names)\(wrong.count > 5 ? " and others" : ""), which the "
          + "description needs; 'oriel interface check' lists what is missing"
      )
    }
    return file
  }

  /// Opens the library.
  private func openFile() throws(InstallationError) -> Descriptor {
    do throws(SystemError) {
      // A pipe without a writer must not make anybody wait.
      let file = try Descriptor.open(library, [.readOnly, .nonBlocking, .noTerminal])
      let status = try file.status()
      guard status.kind == .regular, status.identity.size <= BundleBounds.usual.bytes else {
        throw SystemError("looking at its kind and size", .invalidArgument)
      }
      return file
    } catch {
      throw InstallationError(reading: library, error)
    }
  }

  /// Writes the bundle.
  func write(
    _ bundle: BundlePath,
    _ library: borrowing Descriptor,
    to tree: inout StagedTree
  ) throws(InstallationError) -> CopiedContents {
    try tree.addFolder(bundle)
    var contents = CopiedContents()
    for (file, bytes) in [("Info.plist", manifest), ("\(name).interface", interface)] {
      var rest: [UInt8]? = bytes
      try add(file, in: bundle, to: &tree) { () throws(InstallationError) in rest.take() }
      contents.files += 1
      contents.bytes += UInt64(bytes.count)
    }
    var copied: UInt64 = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    let source = self.library
    try add("\(name).so", in: bundle, to: &tree) { () throws(InstallationError) in
      do throws(SystemError) {
        let count = try library.read(into: &buffer, at: copied)
        copied += UInt64(count)
        return count == 0 ? nil : Array(buffer[..<count])
      } catch {
        throw InstallationError(reading: source, error)
      }
    }
    contents.files += 1
    contents.bytes += copied
    return contents
  }

  /// Writes one file.
  private func add(
    _ file: String,
    in bundle: BundlePath,
    to tree: inout StagedTree,
    next: () throws(InstallationError) -> [UInt8]?
  ) throws(InstallationError) {
    let path: BundlePath
    do throws(EntryRefusal) {
      path = try BundlePath(Array(file.utf8), in: bundle)
    } catch {
      throw InstallationError(error, entry: Array(file.utf8), of: name)
    }
    try tree.addFile(path, isExecutable: false, next: next)
  }

  /// The manifest.
  private var manifest: [UInt8] {
    var root = PropertyListDictionary()
    for (key, value) in [
      ("CFBundleIdentifier", identifier.rawValue), ("CFBundleDisplayName", name),
      ("CFBundleName", name), ("CFBundleExecutable", "\(name).so"), ("CFBundlePackageType", "XPC!"),
      ("CFBundleShortVersionString", version), ("CFBundleVersion", version),
      (ExtensionManifest.interfaceKey, "\(name).interface"),
    ] {
      root.add(key, .string(value))
    }
    var declaration = PropertyListDictionary()
    let point = ExtensionPointIdentifier.library.rawValue
    declaration.add("NSExtensionPointIdentifier", .string(point))
    root.add("NSExtension", .dictionary(declaration))
    return PropertyListValue.dictionary(root).serialized(as: .xml)
  }
}
