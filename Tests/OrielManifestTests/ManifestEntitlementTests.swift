import OrielPropertyList
import Testing

@testable import OrielManifest

@Suite("Entitlements in manifests")
struct ManifestEntitlementTests {
  /// Reads the complete manifest with more entries in front.
  private static func read(_ entries: String) -> ExtensionManifest.Reading {
    ManifestTests.read(
      replacing: "  <key>CFBundleVersion</key>",
      with: "\(entries)\n  <key>CFBundleVersion</key>"
    )
  }

  /// The entry with a list of strings.
  private static func entry(_ strings: String...) -> String {
    "<key>OrielEntitlements</key><array>\n"
      + strings.map { "<string>\($0)</string>\n" }.joined() + "</array>"
  }

  /// The errors of a reading, which must make the manifest unusable.
  private static func errors(_ reading: ExtensionManifest.Reading) -> [String] {
    #expect(reading.manifest == nil)
    return reading.diagnostics.filter { $0.severity == .error }.map(\.description)
  }

  @Test("What is asked for is read in order")
  func complete() throws {
    #expect(try #require(ManifestTests.read().manifest).entitlements.isEmpty)
    let reading = Self.read(
      Self.entry("open-url:https", "container", "app-group:group.com.example.notes")
    )
    #expect(reading.diagnostics == [])
    #expect(
      reading.manifest?.entitlements.texts
        == ["open-url:https", "container", "app-group:group.com.example.notes"]
    )
  }

  @Test("Everything that is wrong is named by its place")
  func wrong() {
    let errors = Self.errors(
      Self.read(Self.entry("container", "contaner", "open-url:file", "container"))
    )
    #expect(
      errors == [
        "error: Info.plist, line 9, column 1: OrielEntitlements[1]: 'contaner' is not an "
          + "entitlement: 'contaner' is unknown; did you mean container?",
        "error: Info.plist, line 10, column 1: OrielEntitlements[2]: 'open-url:file' is not an "
          + "entitlement: links with the scheme 'file' are never opened for an extension; remove it",
        "error: Info.plist, line 11, column 1: OrielEntitlements[3]: 'container' is there twice; "
          + "remove one of them",
      ]
    )
  }

  @Test("Another kind of value is an error, never ignored")
  func kinds() {
    #expect(
      Self.errors(Self.read("<key>OrielEntitlements</key><string>container</string>")).first?
        .contains("is a string where an array is expected") == true
    )
    #expect(
      Self.errors(Self.read("<key>OrielEntitlements</key><array><true/></array>")).first?
        .contains("OrielEntitlements[0]: is a boolean where a string is expected") == true
    )
  }

  @Test("A group of another publisher cannot be asked for")
  func publisher() {
    for group in ["group.com.other.notes", "group.com.examples.notes", "group.com.Example.notes"] {
      let errors = Self.errors(Self.read(Self.entry("app-group:\(group)")))
      #expect(errors.count == 1)
      #expect(errors.first?.contains("but this extension is of com.example") == true, "\(errors)")
    }
  }

  @Test("64 entitlements are the most")
  func count() {
    func entry(_ count: Int) -> String {
      let strings = (0..<count).map { "<string>open-url:a\($0)</string>" }
      return "<key>OrielEntitlements</key><array>\(strings.joined())</array>"
    }
    #expect(Self.read(entry(64)).manifest?.entitlements.count == 64)
    #expect(Self.errors(Self.read(entry(65))).first?.contains("the limit is 64") == true)
  }

  // What is shown must be what is granted: there is one value, and what could be read in two ways
  // is refused.
  @Test("CVE-2021-43860: a key that occurs twice does not hide what is asked for")
  func duplicateKey() {
    let errors = Self.errors(
      Self.read(Self.entry("open-url:https") + Self.entry("container", "open-url:http"))
    )
    #expect(errors.count == 1)
    #expect(errors.first?.contains("OrielEntitlements: ") == true, "\(errors)")
  }

  @Test("CVE-2021-43860: a zero byte ends no list of entitlements")
  func zero() {
    #expect(Self.read(Self.entry("container&#0;")).manifest == nil)
    #expect(Self.read(Self.entry("container\0")).manifest == nil)
    #expect(Self.read("\0" + Self.entry("container")).manifest == nil)
    // A binary list may hold a zero in any string.
    func serialized(_ key: String, _ text: String) -> ExtensionManifest.Reading {
      var root = PropertyListDictionary()
      for entry in ManifestTests.read().manifest?.root.entries ?? [] {
        root.add(entry.key, entry.value)
      }
      root.add(key, .array([.string(text)]))
      let value = PropertyListValue.dictionary(root)
      return ExtensionManifest.read(value.serialized(as: .binary), bundleName: "X")
    }
    #expect(serialized("OrielEntitlements", "container").manifest?.entitlements.count == 1)
    #expect(Self.errors(serialized("OrielEntitlements", "container\0")).count == 1)
    #expect(Self.errors(serialized("OrielEntitlements", "container\0open-url:a")).count == 1)
    // Another key is another key, here and for whatever enforces.
    #expect(serialized("OrielEntitlements\0", "container").manifest?.entitlements.isEmpty == true)
  }

  @Test("CVE-2021-43860: a byte order mark changes nothing that is asked for")
  func byteOrderMark() {
    let text = ManifestTests.complete.replacing(
      "  <key>CFBundleVersion</key>",
      with: "\(Self.entry("container"))<key>CFBundleVersion</key>"
    )
    let marked = ExtensionManifest.read([0xEF, 0xBB, 0xBF] + Array(text.utf8), bundleName: "X")
    #expect(marked.manifest?.entitlements.texts == ["container"])
    let inside = Self.read(Self.entry("\u{FEFF}container"))
    #expect(Self.errors(inside).count == 1)
    let wide = text.replacing("UTF-8", with: "UTF-16").utf16.flatMap {
      [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)]
    }
    let reading = ExtensionManifest.read([0xFF, 0xFE] + wide, bundleName: "X")
    #expect(reading.manifest?.entitlements.texts == ["container"], "\(reading.diagnostics)")
  }

  @Test("CVE-2021-43860: overlong UTF-8 is no text")
  func overlong() {
    let text = ManifestTests.complete.replacing(
      "  <key>CFBundleVersion</key>",
      with: "\(Self.entry("container?"))<key>CFBundleVersion</key>"
    )
    // A zero, and the 'c' of container, each in two bytes.
    for sequence in [[0xC0, 0x80], [0xC1, 0xA3]] as [[UInt8]] {
      let bytes = text.utf8.flatMap { $0 == UInt8(ascii: "?") ? sequence : [$0] }
      #expect(ExtensionManifest.read(bytes, bundleName: "X").manifest == nil)
    }
  }
}
