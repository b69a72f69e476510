/// The path of something in a bundle that is installed, checked name by name; the first one is that
/// of the bundle or container.
struct BundlePath: Hashable, Sendable {
  /// The most bytes of one name.
  static let longestName = 255
  /// The most bytes of a path.
  static let longest = 1024
  /// The most names of a path.
  static let deepest = 32

  /// The names, at least one.
  let names: [String]

  /// Checks a path as it comes from outside.
  init(_ bytes: [UInt8]) throws(EntryRefusal) {
    guard bytes.first != UInt8(ascii: "/") else { throw .absolutePath }
    guard bytes.count <= Self.longest else { throw .longName }
    var names: [String] = []
    for name in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      names.append(try Self.name(Array(name)))
    }
    guard names.count <= Self.deepest else { throw .tooDeep }
    self.names = names
  }

  /// Checks a path below another one.
  init(_ name: [UInt8], in folder: BundlePath) throws(EntryRefusal) {
    try self.init(Array(folder.text.utf8) + [UInt8(ascii: "/")] + name)
  }

  /// Checks one name.
  static func name(_ bytes: [UInt8]) throws(EntryRefusal) -> String {
    guard !bytes.isEmpty else { throw .emptyComponent }
    guard let name = String(validating: bytes, as: UTF8.self) else {
      // A name in another encoding says more about itself than that it is one.
      throw bytes.contains { $0 < 0x20 || $0 == 0x7F } ? .controlCharacter : .notUTF8
    }
    guard !name.unicodeScalars.contains(where: isControl) else { throw .controlCharacter }
    guard bytes.count <= longestName else { throw .longName }
    if name == "." { throw .dotComponent }
    if name == ".." { throw .parentComponent }
    return name
  }

  /// Whether a character does something else than show itself.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // Joiners are part of words and emoji.
    case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
    default: false
    }
  }

  /// The path with slashes.
  var text: String { names.joined(separator: "/") }
  /// The name of the bundle or container.
  var root: String { names.first ?? "" }
  /// The last name.
  var last: String { names.last ?? "" }
  /// Whether this is the bundle or container itself.
  var isRoot: Bool { names.count == 1 }
  /// The paths of the folders that it lies in, the outermost first.
  var folders: [BundlePath] { (1..<max(names.count, 1)).map { BundlePath(names.prefix($0)) } }

  /// The first names of a path.
  private init(_ names: ArraySlice<String>) { self.names = Array(names) }
}
