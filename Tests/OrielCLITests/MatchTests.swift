import Foundation
import Testing

/// What `oriel match` offers for input, and why it does not offer the rest.
@Suite struct MatchTests {
  /// A folder with extensions and files to ask about.
  private static func makeFolder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let bundles = [
      (
        "A.appex", "One Image", "com.example.one",
        TestBundle.dictionary(["SupportsImageWithMaxCount": 1])
      ),
      ("B.appex", "Texts", "com.example.texts", TestBundle.dictionary(["SupportsText": 1])),
      (
        "C.appex", "Any Count", "com.example.count",
        "<string>extensionItems.attachments.@count &lt; 3</string>"
      ),
      ("D.appex", "Unreadable", "com.example.unreadable", "<string>SUBQUERY(</string>"),
      ("E.appex", "No Rule", "com.example.norule", ""),
    ]
    for (file, name, identifier, rule) in bundles {
      try TestBundle(name: name, identifier: identifier, rule: rule)
        .make(in: folder, as: "extensions/\(file)")
    }
    try TestBundle(name: "Keys", identifier: "com.example.keys", point: "org.oriel.keyboard")
      .make(in: folder, as: "extensions/F.appex")
    try TestBundle(name: "Odd", identifier: "com.example.odd", point: "org.example.shar")
      .make(in: folder, as: "extensions/G.appex")
    try folder.makeFolder("extensions/H.appex")
    try folder.write("photo.jpg", Data([0xFF, 0xD8, 0xFF, 0xE0]))
    try folder.write("notes.txt", "a")
    return folder
  }

  /// Runs `oriel match` in the folder.
  private static func match(
    _ arguments: [String],
    in folder: TemporaryFolder
  ) async throws -> OrielProgram.Outcome {
    try await OrielProgram.run(
      ["match"] + arguments,
      environment: ["ORIEL_PATH": folder.path("extensions")]
    )
  }

  /// Output without what differs from machine to machine, such as the width of a column of paths.
  private static func settled(_ text: String, _ folder: TemporaryFolder) -> String {
    text.replacing(folder.url.path, with: "<folder>")
      .replacing(/(\S) {3,}/) { "\($0.1)   " }
      .replacing(/\n {20,}/, with: "\n        ")
  }

  /// The identifiers of the rows of a table.
  private static func identifiers(_ output: String) -> [String] {
    output.matches(of: /com\.example\.[a-z]+/).map { String($0.output) }
  }

  @Test func `What is offered is listed in order`() async throws {
    let folder = try Self.makeFolder()
    defer { folder.remove() }
    let photo = try await Self.match([folder.path("photo.jpg")], in: folder)
    #expect(photo.code == 0)
    #expect(photo.messages == "")
    #expect(Self.identifiers(photo.output) == ["com.example.count", "com.example.one"])
    #expect(photo.output.hasPrefix("NAME"))
    let text = try await Self.match(["--text", "hi"], in: folder)
    #expect(Self.identifiers(text.output) == ["com.example.count", "com.example.texts"])
    let link = try await Self.match(["--url", "https://example.org/"], in: folder)
    #expect(Self.identifiers(link.output) == ["com.example.count"])
    let made = try await Self.match(["--type", "public.png,public.file-url"], in: folder)
    #expect(Self.identifiers(made.output) == ["com.example.count", "com.example.one"])
  }

  @Test func `Nothing offered is exit code 1, and a sentence that says how to ask why`()
    async throws
  {
    let folder = try Self.makeFolder()
    defer { folder.remove() }
    let types = (0..<3).flatMap { _ in ["--type", "public.png"] }
    let outcome = try await Self.match(types, in: folder)
    #expect(outcome.code == 1)
    #expect(outcome.output == "")
    #expect(
      outcome.messages
        == "oriel: no extension is offered; add --why to see what each one would need\n"
    )
  }

  @Test func `Why: each extension has a line with its reason`() async throws {
    let folder = try Self.makeFolder()
    defer { folder.remove() }
    let photo = folder.path("photo.jpg")
    let outcome = try await Self.match([photo, photo, "--why"], in: folder)
    #expect(outcome.code == 0)
    #expect(outcome.messages == "")
    try Golden.expect(Self.settled(outcome.output, folder), is: "match-why")
    // The file behind the option is no name of an extension.
    let other = try await Self.match([photo, "--why", photo], in: folder)
    #expect(other.output == outcome.output)
  }

  @Test(arguments: [
    ("com.example.one", 1, "match-why-one"), ("com.example.count", 0, "match-why-count"),
    ("com.example.keys", 1, "match-why-keys"),
    ("com.example.unreadable", 1, "match-why-unreadable"),
  ])
  func `Why: one extension has its whole trace`(
    identifier: String,
    code: Int32,
    golden: String
  ) async throws {
    let folder = try Self.makeFolder()
    defer { folder.remove() }
    let photo = folder.path("photo.jpg")
    let outcome = try await Self.match([photo, photo, "--why", identifier], in: folder)
    #expect(outcome.code == code)
    #expect(outcome.messages == "")
    try Golden.expect(Self.settled(outcome.output, folder), is: golden)
  }

  @Test func `Why: an extension that is not there is met with near ones`() async throws {
    let folder = try Self.makeFolder()
    defer { folder.remove() }
    let outcome = try await Self.match(["--text", "a", "--why=com.example.onn"], in: folder)
    #expect(outcome.code == 4)
    #expect(outcome.output == "")
    #expect(outcome.messages.contains("com.example.one"))
  }

  @Test func `A script gets input, answers, reasons and conditions`() async throws {
    let folder = try Self.makeFolder()
    defer { folder.remove() }
    let photo = folder.path("photo.jpg")
    let outcome = try await Self.match([photo, photo, "--why", "--json"], in: folder)
    let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let root = try #require(value as? [String: Any])
    #expect(root["version"] as? Int == 1)
    let offered = try #require(root["offered"] as? [[String: Any]])
    #expect(offered.map { $0["identifier"] as? String } == ["com.example.count"])
    let others = try #require(root["notOffered"] as? [[String: Any]])
    let one = try #require(others.first { $0["identifier"] as? String == "com.example.one" })
    #expect(one["reason"] as? String == "declares at most 1 image, the request has 2")
    let rule = try #require(one["rule"] as? [String: Any])
    let miss = try #require(rule["nearestMiss"] as? [String: Any])
    #expect(miss["changes"] as? String == "rule")
    let clauses = try #require(rule["clauses"] as? [[String: Any]])
    #expect(clauses.contains { $0["holds"] as? Bool == false })
    let input = try #require(root["input"] as? [String: Any])
    let attachments = try #require(input["attachments"] as? [[String: Any]])
    #expect(
      attachments.map { $0["types"] as? [String] } == [
        ["public.jpeg", "public.file-url"], ["public.jpeg", "public.file-url"],
      ]
    )
    let plain = try await Self.match([photo, "--json"], in: folder)
    #expect(!plain.output.contains("notOffered"))
  }

  @Test func `An extension point narrows down what is offered`() async throws {
    let folder = try Self.makeFolder()
    defer { folder.remove() }
    let action = try await Self.match(["--text", "a", "--point", "org.oriel.action"], in: folder)
    #expect(action.code == 1)
    let alias = try await Self.match(
      ["--text", "a", "--point", "com.apple.share-services"],
      in: folder
    )
    #expect(Self.identifiers(alias.output) == ["com.example.count", "com.example.texts"])
    let keyboard = try await Self.match(
      ["--text", "a", "--point", "org.oriel.keyboard"],
      in: folder
    )
    #expect(Self.identifiers(keyboard.output) == ["com.example.keys"])
    let wrong = try await Self.match(["--text", "a", "--point", "org.oriel.shar"], in: folder)
    #expect(wrong.code == 2)
    #expect(wrong.messages.contains("did you mean 'org.oriel.share'?"))
  }

  @Test func `Types that a bundle declares count`() async throws {
    let folder = try Self.makeFolder()
    defer { folder.remove() }
    let before = try await Self.match(["--type", "com.example.painting"], in: folder)
    #expect(Self.identifiers(before.output) == ["com.example.count"])
    try TestBundle(
      name: "Painter",
      identifier: "com.example.painter",
      more: """
        <key>UTExportedTypeDeclarations</key><array><dict>
        <key>UTTypeIdentifier</key><string>com.example.painting</string>
        <key>UTTypeConformsTo</key><string>public.image</string>
        </dict></array>
        """
    ).make(in: folder, as: "extensions/P.appex")
    let after = try await Self.match(["--type", "com.example.painting"], in: folder)
    #expect(Self.identifiers(after.output) == ["com.example.count", "com.example.one"])
  }

  @Test(arguments: [
    ([], "nothing to ask about; name a FILE, or give --text, --url or --type"),
    (["--url", "foo bar"], "not 'foo bar': it has no scheme"),
    (["--url", "https://example.org/a b"], "it holds a space; write %20"),
    (["--type", "public jpeg"], "needs type identifiers such as public.jpeg, not 'public jpeg'"),
    (["--type", "public.png,"], "needs type identifiers such as public.jpeg, not ''"),
  ])
  func `What cannot be asked gets one line`(arguments: [String], message: String) async throws {
    let folder = try Self.makeFolder()
    defer { folder.remove() }
    let outcome = try await Self.match(arguments, in: folder)
    #expect(outcome.code == 2)
    #expect(outcome.output == "")
    #expect(outcome.messages.contains(message), "\(outcome.messages)")
  }

  @Test func `Names that could act on a terminal are only read`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try TestBundle(
      name: "Turn\u{202e}ed &#x9b;2J",
      identifier: "com.example.hostile",
      rule: "<string>extensionItems.@count == \"\u{202e}&#x9b;2J\"</string>"
    ).make(in: folder, as: "extensions/A.appex")
    let file = try folder.write("a\u{1b}[2J\u{202e}.txt", "a")
    for arguments in [
      [file, "--why"], [file, "--types"], [file, "--why", "com.example.hostile"],
    ] {
      for more in [[], ["--json"]] {
        let outcome = try await Self.match(arguments + more, in: folder)
        let text = outcome.output + outcome.messages
        #expect(text.contains("com.example.hostile") || arguments.contains("--types"))
        for character in ["\u{1b}", "\u{202e}", "\u{9b}"] { #expect(!text.contains(character)) }
      }
    }
  }

  @Test func `Running says that an extension would not be offered, and runs it`() async throws {
    let folder = try Self.makeFolder()
    defer { folder.remove() }
    let environment = ["ORIEL_PATH": folder.path("extensions")]
    let fits = try await OrielProgram.run(
      ["run", "com.example.texts", "--text", "hi"],
      environment: environment
    )
    #expect(fits.code == 0, "\(fits.messages)")
    #expect(fits.messages == "")
    let misses = try await OrielProgram.run(
      ["run", "com.example.one", "--text", "hi"],
      environment: environment
    )
    #expect(misses.code == 0, "\(misses.messages)")
    #expect(misses.output.contains("HI"))
    #expect(misses.messages.hasPrefix("oriel: note: One Image would not be offered for this: "))
    #expect(misses.messages.contains("--why com.example.one"))
  }
}
