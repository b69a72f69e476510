import OrielActivation
import OrielPropertyList
import Testing

@testable import OrielManifest

@Suite("Manifests")
struct ManifestTests {
  /// A manifest with everything, as XML.
  static let complete = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
      <key>CFBundleIdentifier</key><string>com.example.photoblog</string>
      <key>CFBundleDisplayName</key><string>Photo Blog</string>
      <key>CFBundleExecutable</key><string>PhotoBlog.so</string>
      <key>CFBundleVersion</key><string>12</string>
      <key>CFBundleShortVersionString</key><string>1.2</string>
      <key>NSExtension</key>
      <dict>
        <key>NSExtensionPointIdentifier</key><string>com.apple.share-services</string>
        <key>NSExtensionPrincipalClass</key><string>PhotoBlog</string>
        <key>NSExtensionAttributes</key>
        <dict><key>NSExtensionActivationRule</key><string>extensionItems.@count == 1</string></dict>
      </dict>
    </dict>
    </plist>
    """

  /// Reads the complete manifest after a text in it was replaced.
  static func read(
    replacing old: String = "",
    with new: String = ""
  ) -> ExtensionManifest.Reading {
    let parts = complete.split(
      separator: old.isEmpty ? "\u{0}" : old,
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    return ExtensionManifest.read(Array(parts.joined(separator: new).utf8), bundleName: "Fallback")
  }

  @Test("A complete manifest is read")
  func complete() throws {
    let reading = Self.read()
    #expect(reading.diagnostics == [])
    let manifest = try #require(reading.manifest)
    #expect(manifest.identifier.rawValue == "com.example.photoblog")
    #expect(manifest.displayName == "Photo Blog")
    #expect(manifest.executableName == "PhotoBlog.so")
    #expect(manifest.version == "12")
    #expect(manifest.shortVersion == "1.2")
    #expect(manifest.extensionPoint == .share)
    #expect(manifest.principalClass == "PhotoBlog")
    #expect(
      manifest.attributes["NSExtensionActivationRule"]
        == .string("extensionItems.@count == 1")
    )
  }

  @Test("A binary manifest is read as well")
  func binary() throws {
    let root = try PropertyList(parsing: Array(Self.complete.utf8), limits: .manifest).root
    let reading = ExtensionManifest.read(root.serialized(as: .binary), bundleName: "Fallback")
    #expect(reading.manifest == Self.read().manifest)
  }

  @Test(
    "Other names of an extension point are the same point",
    arguments: [
      ("org.oriel.share", ExtensionPointIdentifier.share),
      ("com.apple.share-services", .share), ("org.oriel.action", .action),
      ("com.apple.services", .action), ("com.apple.ui-services", .action),
    ]
  )
  func aliases(name: String, point: ExtensionPointIdentifier) {
    let reading = Self.read(replacing: "com.apple.share-services", with: name)
    #expect(reading.manifest?.extensionPoint == point)
    #expect(reading.diagnostics == [])
  }

  @Test(
    "Points that choose by no rule are known by both names",
    arguments: [
      ("com.apple.widget-extension", ExtensionPointIdentifier.today),
      ("com.apple.photo-editing", .photoEditing), ("com.apple.fileprovider-ui", .documentPicker),
      ("com.apple.fileprovider-nonui", .documentProvider), ("com.apple.FinderSync", .folderSync),
      ("com.apple.keyboard-service", .keyboard),
    ]
  )
  func aliasesWithoutRule(name: String, point: ExtensionPointIdentifier) {
    for name in [name, point.rawValue] {
      let reading = Self.read(replacing: "com.apple.share-services", with: name)
      #expect(reading.manifest?.extensionPoint == point)
      #expect(point.isKnown && !point.usesActivationRules)
      #expect(reading.manifest?.activationRule.lints.map(\.code) == [.ruleIgnored])
    }
  }

  @Test("An unknown extension point is a warning, not an error")
  func unknownPoint() throws {
    let reading = Self.read(replacing: "com.apple.share-services", with: "org.oriel.shaer")
    #expect(reading.manifest?.extensionPoint.rawValue == "org.oriel.shaer")
    let diagnostic = try #require(reading.diagnostics.first)
    #expect(diagnostic.severity == .warning)
    #expect(diagnostic.message.hasSuffix("listed but not offered"))
    #expect(diagnostic.advice == "if it is misspelled, write org.oriel.share")
    #expect(diagnostic.position == .text(line: 11, column: 42))
  }

  /// A change that makes the manifest unusable, with what must be said about it.
  struct Bad: CustomTestStringConvertible {
    /// The text that is replaced.
    let old: String
    /// The text instead.
    let new: String
    /// The value that the error is about.
    let keyPath: String?
    /// The line of the error.
    let line: Int
    /// What the message must hold.
    let message: String

    /// Creates a case.
    init(_ old: String, _ new: String, _ keyPath: String?, _ line: Int, _ message: String) {
      (self.old, self.new, self.keyPath, self.line, self.message) =
        (old, new, keyPath, line, message)
    }

    /// The name of the case.
    var testDescription: String { new.debugDescription }
  }

  @Test(
    "What is wrong is named by key, line and kind",
    arguments: [
      Bad(
        "<string>com.example.photoblog</string>",
        "<integer>1</integer>",
        "CFBundleIdentifier",
        4,
        "is an integer where a string is expected"
      ),
      Bad("com.example.photoblog", "photoblog", "CFBundleIdentifier", 4, "not an identifier"),
      Bad("com.example.photoblog", "com..blog", "CFBundleIdentifier", 4, "not an identifier"),
      Bad("com.example.photoblog", "com.example.é", "CFBundleIdentifier", 4, "not an identifier"),
      Bad("com.example.photoblog", "com/example.x", "CFBundleIdentifier", 4, "not an identifier"),
      Bad(
        "<key>CFBundleIdentifier</key>",
        "<key>Bundle</key>",
        "CFBundleIdentifier",
        3,
        "is missing"
      ),
      Bad(
        "<key>CFBundleExecutable</key>",
        "<key>Bundle</key>",
        "CFBundleExecutable",
        3,
        "is missing"
      ),
      Bad("PhotoBlog.so", "", "CFBundleExecutable", 6, "is empty"),
      Bad("PhotoBlog.so", "../x.so", "CFBundleExecutable", 6, "holds '/'"),
      Bad("PhotoBlog.so", "/lib/x.so", "CFBundleExecutable", 6, "holds '/'"),
      Bad("PhotoBlog.so", "..", "CFBundleExecutable", 6, "names a directory"),
      Bad("PhotoBlog.so", "a&#10;b", "CFBundleExecutable", 6, "control character"),
      Bad("PhotoBlog.so", "a&#0;b", nil, 6, "no character that XML allows"),
      Bad("<key>NSExtension</key>", "<key>Other</key>", "NSExtension", 3, "is missing"),
      Bad(
        "<key>NSExtension</key>\n  <dict>",
        "<key>NSExtension</key><true/><key>b</key>\n  <dict>",
        "NSExtension",
        9,
        "is a boolean where a dictionary is expected"
      ),
      Bad(
        "NSExtensionPointIdentifier",
        "NSExtensionPoint",
        "NSExtension.NSExtensionPointIdentifier",
        10,
        "is missing"
      ),
      Bad(
        "com.apple.share-services",
        "share!",
        "NSExtension.NSExtensionPointIdentifier",
        11,
        "not an identifier"
      ),
      Bad(
        "<key>NSExtensionAttributes</key>",
        "<key>NSExtensionMainStoryboard</key><string>M</string><key>NSExtensionAttributes</key>",
        "NSExtension.NSExtensionMainStoryboard",
        13,
        "one way in"
      ),
      Bad("</plist>", "</plis>", nil, 17, "where </plist> was expected"),
    ]
  )
  func failures(bad: Bad) throws {
    let reading = Self.read(replacing: bad.old, with: bad.new)
    #expect(reading.manifest == nil)
    let errors = reading.diagnostics.filter { $0.severity == .error }
    #expect(errors.count == 1)
    let error = try #require(errors.first)
    #expect(error.keyPath == bad.keyPath)
    #expect(error.message.contains(bad.message), "\(error)")
    guard case .text(let line, _) = error.position else {
      Issue.record("no place: \(error)")
      return
    }
    #expect(line == bad.line)
  }

  @Test("An optional value of another kind is a warning and does not count")
  func optionalKinds() throws {
    let reading = Self.read(replacing: "<string>12</string>", with: "<integer>12</integer>")
    #expect(reading.manifest?.version == nil)
    #expect(reading.diagnostics.map(\.severity) == [.warning])
    #expect(
      reading.diagnostics.first?.description
        == "warning: Info.plist, line 7, column 29: CFBundleVersion: "
        + "is an integer where a string is expected; write a string, or remove the key"
    )
  }

  @Test("All that is wrong is named in one run")
  func several() {
    let bytes = Array("<dict><key>CFBundleExecutable</key><string>a/b</string></dict>".utf8)
    let reading = ExtensionManifest.read(bytes, bundleName: "X")
    #expect(
      reading.diagnostics.map(\.keyPath)
        == ["CFBundleIdentifier", "CFBundleExecutable", "NSExtension"]
    )
  }

  @Test("A root of another kind and a key that occurs twice are named")
  func roots() throws {
    let array = ExtensionManifest.read(Array("<array/>".utf8), bundleName: "X")
    #expect(array.diagnostics.map(\.message) == ["is an array where a dictionary is expected"])
    let twice = Self.read(
      replacing: "<key>CFBundleVersion</key>",
      with: "<key>CFBundleIdentifier</key><string>x.y</string><key>CFBundleVersion</key>"
    )
    #expect(twice.manifest?.identifier.rawValue == "com.example.photoblog")
    #expect(twice.diagnostics.map(\.severity) == [.warning])
    #expect(twice.diagnostics.first?.keyPath == "CFBundleIdentifier")
  }

  @Test("A file that is no property list is one error")
  func noPropertyList() {
    let reading = ExtensionManifest.read(Array("] 1 [".utf8), bundleName: "My Blog")
    #expect(
      reading.diagnostics.map(\.description)
        == [
          "error: Info.plist: is no property list: neither XML nor binary nor OpenStep text nor "
            + "JSON; write it as an XML property list"
        ]
    )
    #expect(reading.displayName == "My Blog")
  }

  @Test("A manifest may be OpenStep text")
  func openStep() {
    let text = """
      // What the extension is.
      {
        CFBundleIdentifier = "com.example.photoblog";
        CFBundleExecutable = "PhotoBlog.so";
        CFBundleDisplayName = "Photo Blog";
        NSExtension = {
          NSExtensionPointIdentifier = "org.oriel.share";
          NSExtensionAttributes = { NSExtensionActivationRule = "extensionItems.@count == 1"; };
        };
      }
      """
    let reading = ExtensionManifest.read(Array(text.utf8), bundleName: "X")
    #expect(reading.diagnostics.isEmpty, "\(reading.diagnostics)")
    #expect(reading.manifest?.extensionPoint.rawValue == "org.oriel.share")
    let wrong = ExtensionManifest.read(Array("{\n  a = b\n}".utf8), bundleName: "X")
    #expect(
      wrong.diagnostics.map(\.description) == [
        "error: Info.plist, line 3, column 1: found '}' where ';' after the value of 'a' was expected"
      ]
    )
  }

  @Test(
    "A name for people is safe to show",
    arguments: [
      ("Photo&#10;&#9; Blog ", "Photo Blog"),
      ("\u{202E}golB\u{202C}", "golB"),
      ("a\u{2066}b\u{2069}c\u{200F}", "abc"),
      ("a\u{200B}\u{FEFF}b\u{2028}c", "ab c"),
      ("a\u{7F}\u{85}b", "a b"),
      ("👩\u{200D}💻 é", "👩\u{200D}💻 é"),
      (String(repeating: "é", count: 70), String(repeating: "é", count: 64)),
    ]
  )
  func displayNames(text: String, name: String) {
    let reading = Self.read(replacing: "Photo Blog", with: text)
    #expect(reading.manifest?.displayName == name)
    #expect(reading.diagnostics.contains { $0.severity == .warning } == (text != name))
  }

  @Test("A name of endless marks is cut off")
  func combiningMarks() throws {
    let marks = "a" + String(repeating: "\u{301}", count: 5000)
    let name = try #require(Self.read(replacing: "Photo Blog", with: marks).manifest?.displayName)
    #expect(name.unicodeScalars.count <= 512)
  }

  @Test("The name comes from the first of three places that has one")
  func nameFallbacks() {
    let key = "<key>CFBundleDisplayName</key><string>Photo Blog</string>"
    let other = "<key>CFBundleName</key><string>Other</string>"
    #expect(Self.read(replacing: key, with: other).manifest?.displayName == "Other")
    #expect(Self.read(replacing: key, with: "").manifest?.displayName == "Fallback")
    let empty = "<key>CFBundleDisplayName</key><string>\u{202E}</string>" + other
    #expect(Self.read(replacing: key, with: empty).manifest?.displayName == "Other")
  }

  @Test("Damaged manifests are read or refused, and never trap")
  func damage() {
    let whole = Array(Self.complete.utf8)
    for count in 0..<whole.count {
      _ = ExtensionManifest.read(Array(whole[..<count]), bundleName: "X")
    }
    for bit in stride(from: 0, to: whole.count * 8, by: 3) {
      var damaged = whole
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      let reading = ExtensionManifest.read(damaged, bundleName: "X")
      #expect(reading.manifest != nil || reading.diagnostics.contains { $0.severity == .error })
    }
  }
}
