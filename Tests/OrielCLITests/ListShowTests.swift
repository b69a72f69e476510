import Foundation
import Testing

/// What `oriel list` and `oriel show` tell about good and broken bundles.
@Suite struct ListShowTests {
  /// A folder with one bundle of each kind.
  private static func makeFolder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    for name in ["Shout", "NoLibrary"] {
      try files.copyItem(
        atPath: OrielProgram.extensions + "/Shout.appex",
        toPath: folder.path("\(name).appex")
      )
    }
    try files.removeItem(atPath: folder.path("NoLibrary.appex/Shout.so"))
    try setIdentifier("com.example.nolibrary", in: folder, "NoLibrary.appex")
    try files.copyItem(
      atPath: folder.path("Shout.appex"),
      toPath: folder.path("Twin.appex")
    )
    try folder.write(
      "BrokenManifest.appex/Info.plist",
      "<?xml version=\"1.0\"?>\n<plist><dict>\n<key>a</kex>"
    )
    try folder.makeFolder("Empty.appex")
    try folder.write(
      "Hostile.appex/Info.plist",
      """
      <?xml version="1.0"?>
      <plist version="1.0"><dict>
      <key>CFBundleIdentifier</key><string>no identifier</string>
      <key>CFBundleDisplayName</key><string>Turn\u{202e}ed &#x9b;2J</string>
      </dict></plist>
      """
    )
    try folder.write("notes.txt", "not a bundle")
    return folder
  }

  /// Replaces the identifier in a manifest.
  private static func setIdentifier(
    _ identifier: String,
    in folder: TemporaryFolder,
    _ bundle: String
  ) throws {
    let manifest = try folder.text("\(bundle)/Info.plist")
    try folder.write(
      "\(bundle)/Info.plist",
      manifest.replacing("com.example.shout", with: identifier)
    )
  }

  /// Output without what differs from machine to machine.
  private static func settled(_ text: String, _ folder: TemporaryFolder) -> String {
    text.replacing(folder.url.path, with: "<folder>")
      .replacing(/[0-9,]+ bytes/, with: "<size>")
      .replacing(/"bytes": [0-9]+/, with: "\"bytes\": <size>")
      .replacing(/"contentHash": "[0-9a-f]{64}"/, with: "\"contentHash\": \"<hash>\"")
      .replacing(/2\.[0-9.]+ or later/, with: "<glibc> or later")
      .replacing(/"glibc": "2\.[0-9.]+"/, with: "\"glibc\": \"<glibc>\"")
  }

  @Test(arguments: [
    ("list", []), ("list-all", ["--all"]), ("list-json", ["--json", "--all"]),
  ])
  func `A broken bundle is listed with what is wrong and stops no other`(
    golden: String,
    arguments: [String]
  ) async throws {
    let folder = try Self.makeFolder()
    defer { folder.remove() }
    let outcome = try await OrielProgram.run(["list"] + arguments + [folder.url.path])
    #expect(outcome.code == 0)
    #expect(
      outcome.messages
        == (arguments.isEmpty
          ? "oriel: 5 bundles that cannot be used are not listed; 'oriel list --all' says why\n"
          : "")
    )
    #expect(!outcome.output.contains("\u{202e}"))
    #expect(!outcome.output.contains("\u{9b}"))
    // The paths decide about the width of their column.
    let output = outcome.output.replacing(/(\S) {3,}/) { "\($0.1)   " }
    try Golden.expect(Self.settled(output, folder), is: golden)
  }

  @Test(
    arguments: [
      ("show", "Shout", [], 0), ("show-json", "Shout", ["--json"], 0),
      ("show-no-library", "NoLibrary", [], 4), ("show-broken-manifest", "BrokenManifest", [], 4),
      ("show-empty", "Empty", [], 4), ("show-hostile", "Hostile", [], 4),
      ("show-missing", "Missing", [], 4),
    ] as [(String, String, [String], Int32)]
  )
  func `A bundle is shown with all that is known`(
    golden: String,
    bundle: String,
    arguments: [String],
    code: Int32
  ) async throws {
    let folder = try Self.makeFolder()
    defer { folder.remove() }
    let outcome = try await OrielProgram.run(
      ["show", folder.path("\(bundle).appex")] + arguments
    )
    #expect(outcome.code == code)
    #expect(outcome.messages == "")
    try Golden.expect(Self.settled(outcome.output, folder), is: golden)
  }

  @Test func `An unknown identifier is met with near ones`() async throws {
    let folder = try Self.makeFolder()
    defer { folder.remove() }
    let outcome = try await OrielProgram.run(
      ["show", "com.example.shuot"],
      environment: ["ORIEL_PATH": folder.url.path]
    )
    #expect(outcome.code == 4)
    #expect(outcome.output == "")
    #expect(outcome.messages.contains("com.example.shout"))
  }

  @Test func `Extensions are found by the environment, the user's and the system's folders`()
    async throws
  {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for (place, identifier) in [
      ("path", "com.example.path"), ("home/oriel/extensions", "com.example.home"),
      ("system/oriel/extensions", "com.example.system"),
    ] {
      try folder.makeFolder(place)
      try FileManager.default.copyItem(
        atPath: OrielProgram.extensions + "/Shout.appex",
        toPath: folder.path("\(place)/Shout.appex")
      )
      try Self.setIdentifier(identifier, in: folder, "\(place)/Shout.appex")
    }
    let outcome = try await OrielProgram.run(
      ["list"],
      environment: [
        "ORIEL_PATH": folder.path("path"), "XDG_DATA_HOME": folder.path("home"),
        "XDG_DATA_DIRS": "/nonexistent:\(folder.path("system"))",
      ]
    )
    #expect(outcome.code == 0)
    #expect(outcome.messages == "")
    let found = outcome.output.matches(of: /com\.example\.[a-z]+/).map { String($0.output) }
    #expect(found == ["com.example.path", "com.example.home", "com.example.system"])
  }

  @Test func `Nothing found is said, and where it was looked for`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let empty = try await OrielProgram.run(["list", folder.url.path])
    #expect(empty.code == 0)
    #expect(empty.output == "")
    #expect(empty.messages.contains("no extension found in \(folder.url.path)"))
    let missing = try await OrielProgram.run(["list", folder.path("missing")])
    #expect(missing.code == 4)
    #expect(
      missing.messages
        == "oriel: warning: \(folder.path("missing")): does not exist; check the path\n"
    )
  }
}
