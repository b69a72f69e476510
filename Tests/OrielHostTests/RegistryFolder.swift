import Foundation
import OrielHost
import OrielTesting
import Testing

/// A folder for bundles and for what a registry keeps; it is gone with the value.
final class RegistryFolder: Sendable {
  /// The absolute path without symbolic links.
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("oriel-\(UUID().uuidString)")
    path = url.path
    try FileManager.default.createDirectory(
      atPath: path,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o755]
    )
  }

  deinit {
    // What a test made unreadable must still go.
    let files = FileManager.default
    for name in files.enumerator(atPath: path)?.compactMap({ $0 as? String }) ?? [] {
      // A link leads to something else, whose mode is not to be changed.
      let attributes = try? files.attributesOfItem(atPath: "\(path)/\(name)")
      guard attributes?[.type] as? FileAttributeType == .typeDirectory else { continue }
      try? files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: "\(path)/\(name)")
    }
    try? files.removeItem(atPath: path)
  }

  /// The folders that a registry keeps its files in.
  var cache: String { "\(path)/cache" }
  var decisions: String { "\(path)/config" }
  var state: String { "\(path)/state" }

  /// A registry for places in the folder; its files are in it, too.
  func registry(
    _ places: [String] = ["list"],
    origin: SearchPath.Location.Origin = .explicit,
    _ change: (inout RegistryConfiguration) -> Void = { _ in }
  ) -> ExtensionRegistry {
    let locations = places.map { place in
      SearchPath.Location(place.hasPrefix("/") ? place : "\(path)/\(place)", origin)
    }
    var configuration = RegistryConfiguration(searchPath: SearchPath(locations))
    configuration.cacheFolder = cache
    configuration.decisionsFolder = decisions
    configuration.stateFolder = state
    change(&configuration)
    return ExtensionRegistry(configuration: configuration)
  }

  /// Writes a file, with the directories it lies in.
  func write(_ bytes: [UInt8], to name: String) throws {
    let url = URL(fileURLWithPath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(bytes).write(to: url)
  }

  /// Writes a file.
  func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  /// Makes a bundle with a manifest and, unless there are no bytes, a library.
  func makeBundle(
    _ name: String,
    identifier: String,
    library: [UInt8]? = TestLibrary.bytes,
    point: String = "org.oriel.share",
    rule: String = "<string>TRUEPREDICATE</string>",
    displayName: String? = nil,
    more: String = ""
  ) throws {
    let name = name.hasSuffix(".appex") ? name : "\(name).appex"
    try write(
      """
      <plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>\(identifier)</string>
        \(displayName.map { "<key>CFBundleDisplayName</key><string>\($0)</string>" } ?? "")
        <key>CFBundleExecutable</key><string>Code.so</string>
        \(more)
        <key>NSExtension</key><dict>
          <key>NSExtensionPointIdentifier</key><string>\(point)</string>
          <key>NSExtensionAttributes</key><dict>
            <key>NSExtensionActivationRule</key>\(rule)
          </dict>
        </dict>
      </dict></plist>
      """,
      to: "\(name)/Info.plist"
    )
    if let library { try write(library, to: "\(name)/Code.so") }
  }

  /// Removes something.
  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
  }

  /// Gives something another name.
  func move(_ name: String, to other: String) throws {
    try FileManager.default.moveItem(atPath: "\(path)/\(name)", toPath: "\(path)/\(other)")
  }

  /// Changes the mode of something.
  func setMode(_ mode: Int, of name: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode],
      ofItemAtPath: "\(path)/\(name)"
    )
  }

  /// Makes a named pipe, which nobody will ever write to.
  func makePipe(_ name: String) throws {
    // The temporary C string lives as long as the call.
    guard unsafe mkfifo("\(path)/\(name)", 0o600) == 0 else {
      throw CocoaError(.fileWriteUnknown)
    }
  }
}

/// A library that fits this system, made by its compiler.
enum TestLibrary {
  /// The bytes; empty when there is no compiler.
  static let bytes: [UInt8] = (try? compile()) ?? []

  /// Compiles a library with the entry function and one more constant, so that two of them differ.
  static func compile(_ number: Int = 0) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("oriel-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appendingPathComponent("code.c")
    let result = folder.appendingPathComponent("code.so")
    try Data(
      """
      __attribute__((visibility("default"))) const void *oriel_extension_entry(void) { return 0; }
      const int number = \(number);
      """.utf8
    ).write(to: source)
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: OrielTesting.path(of: "cc") ?? "/usr/bin/cc")
    compiler.arguments = ["-shared", "-fPIC", source.path, "-o", result.path]
    try compiler.run()
    compiler.waitUntilExit()
    return Array(try Data(contentsOf: result))
  }
}

extension Trait where Self == ConditionTrait {
  /// A C compiler, which makes the libraries of bundles.
  static var requiresCompiler: ConditionTrait { requires(program: "cc") }
}
