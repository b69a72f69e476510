import Foundation
import OrielSystem
import Testing

@testable import OrielManifest

@Suite("The catalog of extensions", .requires(.native), .timeLimit(.minutes(1)))
struct CatalogTests {
  /// A library that fits this system.
  static let library = Result { try Tool.native.compile(Tool.entry) }

  /// Searches explicit places only.
  static func search(_ paths: String..., facts: SystemFacts = .current) -> ExtensionCatalog {
    ExtensionCatalog.search(SearchPath(paths.map { .init($0, .explicit) }), facts: facts)
  }

  /// The messages of the errors of a broken entry.
  static func errors(_ entry: CatalogEntry) -> [String] {
    if case .broken(let diagnostics) = entry.state { diagnostics.map(\.message) } else { [] }
  }

  @Test("Bundles, containers and directories of both are searched")
  func layouts() throws {
    let directory = try TemporaryDirectory()
    let library = try Self.library.get()
    try directory.makeBundle("list/One.appex", identifier: "com.example.one", library: library)
    try directory.makeBundle(
      "list/App.app/PlugIns/Two.appex",
      identifier: "com.example.two",
      library: library
    )
    try directory.makeBundle("list/Other/No.appex", identifier: "com.example.no", library: library)
    try directory.makeBundle(
      "Third.app/PlugIns/Three.appex",
      identifier: "com.example.three",
      library: library
    )
    try directory.makeBundle("Four.appex", identifier: "com.example.four", library: library)
    try directory.write([], to: "list/file.txt")
    let catalog = Self.search(
      "\(directory.path)/list",
      "\(directory.path)/Third.app/",
      "\(directory.path)/Four.appex"
    )
    #expect(
      catalog.usable.map(\.identifier)
        == ["com.example.one", "com.example.two", "com.example.three", "com.example.four"]
    )
    #expect(catalog.diagnostics == [])
    let one = try #require(catalog.usable.first { $0.identifier == "com.example.one" })
    #expect(one.path == "\(directory.path)/list/One.appex")
    #expect(one.displayName == "One")
    #expect(one.extensionPoint == .share)
  }

  @Test("Broken bundles are listed with the reason, and stop nothing")
  func brokenBundles() throws {
    let directory = try TemporaryDirectory()
    let root = directory.path
    let library = try Self.library.get()
    let files = FileManager.default
    try directory.makeBundle("Good.appex", identifier: "com.example.good", library: library)
    try directory.makeBundle("NoLibrary.appex", identifier: "com.example.a", library: nil)
    try files.createDirectory(atPath: "\(root)/NoManifest.appex", withIntermediateDirectories: true)
    try directory.write([], to: "File.appex")
    try directory.write(Array("<dict>".utf8), to: "BadManifest.appex/Info.plist")
    try directory.write([UInt8](repeating: 0x20, count: 2_000_000), to: "Huge.appex/Info.plist")
    try directory.makeBundle("DirLibrary.appex", identifier: "com.example.b", library: nil)
    try files.createDirectory(
      atPath: "\(root)/DirLibrary.appex/Code.so",
      withIntermediateDirectories: true
    )
    try directory.makeBundle("LinkLibrary.appex", identifier: "com.example.c", library: nil)
    try files.createSymbolicLink(
      atPath: "\(root)/LinkLibrary.appex/Code.so",
      withDestinationPath: "\(root)/Good.appex/Code.so"
    )
    try files.createSymbolicLink(
      atPath: "\(root)/Loop.appex",
      withDestinationPath: "\(root)/Loop.appex"
    )
    try files.createSymbolicLink(
      atPath: "\(root)/Nowhere.appex",
      withDestinationPath: "\(root)/missing"
    )
    for name in ["PipeManifest", "PipeLibrary"] {
      try directory.makeBundle("\(name).appex", identifier: "com.example.\(name)", library: nil)
    }
    try files.removeItem(atPath: "\(root)/PipeManifest.appex/Info.plist")
    try TemporaryDirectory.makePipe("\(root)/PipeManifest.appex/Info.plist")
    try TemporaryDirectory.makePipe("\(root)/PipeLibrary.appex/Code.so")
    try directory.makeBundle("Text.appex", identifier: "com.example.d", library: Array("x".utf8))

    let catalog = Self.search(root)
    #expect(catalog.usable.map(\.identifier) == ["com.example.good"])
    let found = Dictionary(
      uniqueKeysWithValues: catalog.entries.map {
        ($0.path.split(separator: "/").last.map(String.init) ?? "", Self.errors($0))
      }
    )
    #expect(
      found == [
        "Good.appex": [],
        "NoLibrary.appex": ["is missing"],
        "NoManifest.appex": ["is missing"],
        "File.appex": ["is not a directory"],
        "BadManifest.appex": ["the file ends inside <dict>, opened at line 1, column 1"],
        "Huge.appex": ["has 2000000 bytes; the limit is 1048576 bytes"],
        "DirLibrary.appex": ["is not a regular file"],
        "LinkLibrary.appex": ["is a symbolic link, which a bundle may not hold"],
        "Loop.appex": ["is a symbolic link that leads back to itself"],
        "Nowhere.appex": ["does not exist"],
        "PipeManifest.appex": ["is not a regular file"],
        "PipeLibrary.appex": ["is not a regular file"],
        "Text.appex": ["is not a shared library: it does not start with the mark of ELF files"],
      ]
    )
  }

  @Test("What may not be read is said so, where anything may not be read")
  func permissions() throws {
    let directory = try TemporaryDirectory()
    let library = try Self.library.get()
    let files = FileManager.default
    for name in ["Closed", "Manifest", "Library"] {
      try directory.makeBundle("\(name).appex", identifier: "com.example.\(name)", library: library)
    }
    for name in ["Closed.appex", "Manifest.appex/Info.plist", "Library.appex/Code.so"] {
      try files.setAttributes([.posixPermissions: 0], ofItemAtPath: "\(directory.path)/\(name)")
    }
    let catalog = Self.search(directory.path)
    // The superuser may read everything.
    let expected = NSUserName() == "root" ? [] : ["may not be read"]
    #expect(catalog.entries.map(Self.errors) == [expected, expected, expected])
    let diagnostic = ExtensionBundle.diagnostic(
      for: SystemError("openat2", .permissionDenied),
      path: "/x"
    )
    #expect(
      diagnostic.description
        == "error: /x: may not be read; make the directory readable with 'chmod a+rx'"
    )
  }

  @Test("A bundle behind a link is found at its own path")
  func linkedBundle() throws {
    let directory = try TemporaryDirectory()
    try directory.makeBundle(
      "real/One.appex",
      identifier: "com.example.one",
      library: try Self.library.get()
    )
    try FileManager.default.createDirectory(
      atPath: "\(directory.path)/list",
      withIntermediateDirectories: true
    )
    try FileManager.default.createSymbolicLink(
      atPath: "\(directory.path)/list/Link.appex",
      withDestinationPath: "\(directory.path)/real/One.appex"
    )
    let catalog = Self.search("\(directory.path)/list", "\(directory.path)/real")
    #expect(catalog.usable.map(\.path) == ["\(directory.path)/real/One.appex"])
    #expect(catalog.entries.count == 1)
  }

  @Test("A library for another system is incompatible, not broken")
  func incompatible() throws {
    let directory = try TemporaryDirectory()
    try directory.makeBundle(
      "One.appex",
      identifier: "com.example.one",
      library: try Self.library.get()
    )
    var facts = SystemFacts.current
    facts.machine = Machine(rawValue: 243)
    let catalog = Self.search(directory.path, facts: facts)
    #expect(
      catalog.entries.map(\.state)
        == [.incompatible(needs: "\(Machine.current)", has: "RISC-V")]
    )
    #expect(throws: CatalogError.self) { try catalog.usableExtension("com.example.one") }
  }

  @Test("The identity of the library that was checked is kept")
  func identities() throws {
    let directory = try TemporaryDirectory()
    let library = try Self.library.get()
    try directory.makeBundle("One.appex", identifier: "com.example.one", library: library)
    let installed = try Self.search(directory.path).usableExtension("com.example.one")
    let files = FileManager.default
    let file = try files.attributesOfItem(atPath: "\(installed.path)/Code.so")
    #expect(installed.executableIdentity.inode == file[.systemFileNumber] as? UInt64)
    #expect(installed.executableIdentity.device == file[.systemNumber] as? UInt64)
    #expect(installed.executableIdentity.size == UInt64(library.count))
    let bundle = try files.attributesOfItem(atPath: installed.path)
    #expect(installed.bundleIdentity.inode == bundle[.systemFileNumber] as? UInt64)
  }

  @Test("Of equal identifiers the first usable bundle counts, the others say so")
  func duplicates() throws {
    let directory = try TemporaryDirectory()
    let root = directory.path
    let library = try Self.library.get()
    try directory.makeBundle("a/X.appex", identifier: "com.example.x", library: nil)
    try directory.makeBundle("b/X.appex", identifier: "com.example.x", library: library)
    try directory.makeBundle("c/X.appex", identifier: "com.example.x", library: library)
    let catalog = Self.search("\(root)/a", "\(root)/b", "\(root)/c")
    #expect(catalog.usable.map(\.path) == ["\(root)/b/X.appex"])
    #expect(
      catalog.entries.map(\.hiddenBy) == ["\(root)/b/X.appex", nil, "\(root)/b/X.appex"]
    )
    #expect(try catalog.find("com.example.x").path == "\(root)/b/X.appex")
    #expect(catalog.entries[2].diagnostics.last?.advice == "remove one of the two bundles")
  }

  @Test("An extension is found by identifier or path, and what is near to an unknown one is named")
  func finding() throws {
    let directory = try TemporaryDirectory()
    let library = try Self.library.get()
    try directory.makeBundle("One.appex", identifier: "com.example.photoblog", library: library)
    let catalog = Self.search(directory.path)
    #expect(try catalog.find("com.example.photoblog").installed != nil)
    #expect(try Self.search().usableExtension("\(directory.path)/One.appex/").displayName == "One")
    for name in ["com.example.photblog", "photoblog", "com.exmaple.photoblog"] {
      let error = #expect(throws: CatalogError.self) { try catalog.find(name) }
      #expect(error?.reason == .unknown(nearest: ["com.example.photoblog"]), "\(name)")
    }
    let error = #expect(throws: CatalogError.self) { try catalog.find("org.other") }
    #expect(
      error?.description
        == "no extension 'org.other' is installed; 'oriel list' shows those that are"
    )
    let missing = #expect(throws: CatalogError.self) {
      try catalog.usableExtension("\(directory.path)/None.appex")
    }
    #expect(missing?.description.contains("does not exist; check the path") == true)
  }

  @Test("A missing place is worth a diagnostic only when somebody named it")
  func missingPlaces() throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/missing"
    #expect(Self.search(path).diagnostics.map(\.message) == ["does not exist"])
    let quiet = ExtensionCatalog.search(SearchPath([.init(path, .user), .init(path, .system)]))
    #expect(quiet.diagnostics == [])
  }

  @Test("Ten thousand files and more in one directory are cut off with a diagnostic")
  func crowdedDirectory() throws {
    let directory = try TemporaryDirectory()
    for number in 0...FileSystem.greatestEntryCount {
      try directory.write([], to: "\(number)")
    }
    #expect(Self.search(directory.path).diagnostics.map(\.severity) == [.warning])
  }

  @Test(
    "A bundle that is named by its path and lies in a folder is there once",
    arguments: [true, false]
  )
  func namedTwice(_ folderFirst: Bool) throws {
    let directory = try TemporaryDirectory()
    let library = try Self.library.get()
    try directory.makeBundle("list/One.appex", identifier: "com.example.one", library: library)
    try directory.makeBundle("list/Two.appex", identifier: "com.example.two", library: library)
    let folder = "\(directory.path)/list"
    let bundle = "\(folder)/One.appex"
    let catalog =
      folderFirst ? Self.search(folder, bundle) : Self.search(bundle, folder)
    #expect(catalog.entries.map(\.identifier) == ["com.example.one", "com.example.two"])
    #expect(catalog.entries.allSatisfy { $0.hiddenBy == nil })
  }
}
