internal import OrielActivation
internal import OrielManifest
internal import OrielPropertyList
internal import OrielSystem

/// A temporary folder full of bundles, which is removed with this.
final class BundleFolder: Sendable {
  /// The number of bundles.
  let count: Int
  /// The path of the folder.
  let path: String
  /// The folder with the bundles, by its path.
  var bundles: String { "\(path)/bundles" }
  /// The folder for the index.
  var cache: String { "\(path)/cache" }
  /// The paths of all manifests and libraries, from the folder of the bundles.
  let files: [String]

  /// The name of each library.
  private static let libraryName = "Extension.so"

  /// Makes bundles, each with a copy of a real library.
  init(count: Int, library: InstalledExtension) throws(Complaint) {
    self.count = count
    let base = Environment.value("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    path = "\(base)/oriel-bench-\(UInt64.random(in: .min ... .max))"
    let names = (0..<count).map(Self.name)
    files = names.flatMap { ["\($0)/Info.plist", "\($0)/\(Self.libraryName)"] }
    do throws(SystemError) {
      let bytes = try Self.bytes(of: "\(library.path)/\(library.manifest.executableName)")
      try Descriptor.makeDirectories("\(path)/bundles", permissions: 0o700)
      let folder = try Descriptor.open("\(path)/bundles", [.readOnly, .directory])
      for (number, name) in names.enumerated() {
        try folder.makeDirectory(name, permissions: 0o755)
        let bundle = try folder.open(name, [.readOnly, .directory])
        try Self.write(Self.manifest(number), as: "Info.plist", in: bundle)
        try Self.write(bytes, as: Self.libraryName, in: bundle)
      }
      // The kernel would write them out while they are measured.
      try folder.synchronizeFileSystem()
    } catch {
      throw Complaint(.output, "cannot make bundles in \(base): \(error); set TMPDIR")
    }
  }

  /// Gives the first bundle another version, so that its manifest is another one.
  func changeFirstBundle() throws(SystemError) {
    let bundle = try Descriptor.open("\(bundles)/\(Self.name(0))", [.readOnly, .directory])
    try bundle.removeFile("Info.plist")
    let version = String(UInt64.random(in: .min ... .max))
    try Self.write(Self.manifest(0, version: version), as: "Info.plist", in: bundle)
  }

  deinit {
    guard let folder = try? Descriptor.open(path, [.readOnly, .directory]) else { return }
    try? folder.removeContents()
    try? removeDirectory(at: path)
  }

  /// The name of a bundle.
  private static func name(_ number: Int) -> String {
    let digits = String(number)
    return "b\(String(repeating: "0", count: 5 - min(digits.count, 5)))\(digits).appex"
  }

  /// The manifest of a bundle.
  private static func manifest(_ number: Int, version: String = "1") -> [UInt8] {
    let root: PropertyListValue = .dictionary([
      "CFBundleIdentifier": .string("com.example.bench\(number)"),
      "CFBundleDisplayName": .string("Extension \(number)"),
      "CFBundleExecutable": .string(libraryName),
      "CFBundleVersion": .string(version),
      "NSExtension": .dictionary([
        "NSExtensionPointIdentifier": .string("org.oriel.share"),
        "NSExtensionAttributes": .dictionary([
          "NSExtensionActivationRule": value(RuleSamples.rule(number))
        ]),
      ]),
    ])
    return root.serialized(as: .xml)
  }

  /// A rule as a property list.
  private static func value(_ rule: RuleValue) -> PropertyListValue {
    switch rule {
    case .string(let text): return .string(text)
    case .integer(let number): return .integer(number)
    case .boolean(let boolean): return .boolean(boolean)
    case .real(let number): return .real(number)
    case .other: return .data([])
    case .array(let elements): return .array(elements.map(value))
    case .dictionary(let entries):
      var dictionary = PropertyListDictionary()
      for entry in entries { dictionary.add(entry.key, value(entry.value)) }
      return .dictionary(dictionary)
    }
  }

  /// The bytes of a file.
  private static func bytes(of path: String) throws(SystemError) -> [UInt8] {
    let file = try Descriptor.open(path, .readOnly)
    var bytes = [UInt8](repeating: 0, count: Int(clamping: try file.status().identity.size))
    let count = try file.read(into: &bytes, at: 0)
    return Array(bytes.prefix(count))
  }

  /// Makes a file.
  private static func write(
    _ bytes: [UInt8],
    as name: String,
    in directory: borrowing Descriptor
  ) throws(SystemError) {
    let file = try directory.open(
      name,
      [.create, .exclusive, .writeOnly],
      permissions: 0o644
    )
    try file.write(bytes)
  }
}
