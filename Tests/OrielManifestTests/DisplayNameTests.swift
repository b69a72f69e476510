import Foundation
import Testing

@testable import OrielManifest

@Suite("Names for people in many languages") struct DisplayNameTests {
  /// A manifest with some more keys.
  private static func manifest(_ more: String = "") -> [UInt8] {
    Array(
      """
      <plist version="1.0"><dict>
      <key>CFBundleIdentifier</key><string>com.example.a</string>
      <key>CFBundleExecutable</key><string>A.so</string>
      <key>NSExtension</key><dict>
      <key>NSExtensionPointIdentifier</key><string>org.oriel.keyboard</string>
      </dict>\(more)</dict></plist>
      """.utf8
    )
  }

  /// Reads a manifest with names by folder.
  private static func read(
    _ more: String = "<key>CFBundleDisplayName</key><string>plain</string>",
    _ names: [String: String] = [:]
  ) -> ExtensionManifest.Reading {
    ExtensionManifest.read(
      manifest(more),
      bundleName: "File",
      strings: names.sorted { $0.key < $1.key }.map { folder, name in
        LocalizedStrings(
          path: "\(folder).lproj/InfoPlist.strings",
          bytes: Array("CFBundleDisplayName = \"\(name)\";\n".utf8)
        )
      }
    )
  }

  /// What one whose environment has these variables reads.
  private static func name(
    _ folders: [String],
    _ environment: [String: String],
    region: String? = nil
  ) -> String? {
    var more = "<key>CFBundleDisplayName</key><string>plain</string>"
    if let region { more += "<key>CFBundleDevelopmentRegion</key><string>\(region)</string>" }
    let names = Dictionary(uniqueKeysWithValues: folders.map { ($0, $0) })
    let preferences = LocalePreferences { environment[$0] }
    return read(more, names).manifest?.name.text(for: preferences)
  }

  @Test("The locale falls back as POSIX has it, one step after the other")
  func fallback() {
    var folders = ["sr_RS@latin", "sr@latin", "sr_RS", "sr", "en", "de"]
    let environment = ["LANG": "sr_RS.UTF-8@latin"]
    for expected in ["sr_RS@latin", "sr@latin", "sr_RS", "sr"] {
      #expect(Self.name(folders, environment, region: "en") == expected)
      folders.removeFirst()
    }
    #expect(Self.name(folders, environment, region: "en") == "en")
    #expect(Self.name(["de"], environment, region: "en") == "plain")
    #expect(Self.name(["de", "Base"], environment, region: "en") == "Base")
  }

  @Test(
    "Folders are found however they are written",
    arguments: [
      ("de", "de_AT.UTF-8"), ("German", "de_DE"), ("pt-BR", "pt_BR.UTF-8"), ("pt_BR", "pt_BR"),
      ("zh-Hans", "zh_CN.UTF-8"), ("zh-Hant", "zh_TW"), ("zh_TW", "zh_TW"), ("sr-Latn", "sr@latin"),
      ("EN", "en_GB"), ("fil", "fil_PH"),
    ]
  )
  func spellings(folder: String, locale: String) {
    #expect(Self.name([folder], ["LANG": locale]) == folder)
    #expect(Self.name([folder], ["LANG": "ru_RU.UTF-8"]) == "plain")
  }

  @Test(
    "The environment is read by the rules of gettext",
    arguments: [
      (["LC_ALL": "de_DE", "LC_MESSAGES": "fr_FR", "LANG": "en_US"], "de"),
      (["LC_ALL": "", "LC_MESSAGES": "fr_FR", "LANG": "en_US"], "fr"),
      (["LANG": "en_US"], "en"), ([:], "plain"), (["LANG": "C"], "plain"),
      (["LANG": "C.UTF-8", "LANGUAGE": "de"], "plain"), (["LANG": "POSIX"], "plain"),
      (["LANG": "en_US", "LANGUAGE": "xx:de:fr"], "de"),
      (["LC_ALL": "C", "LANG": "de_DE", "LANGUAGE": "fr"], "plain"),
      (["LANG": "../../etc"], "plain"), (["LANG": "en/../de"], "plain"),
    ] as [([String: String], String)]
  )
  func environments(environment: [String: String], expected: String) {
    #expect(Self.name(["de", "fr", "en"], environment) == expected)
  }

  @Test("Names in several languages may be in every form of property list and encoding")
  func forms() throws {
    let text = "CFBundleDisplayName = \"Grüße\";"
    let list = ["CFBundleDisplayName": "Grüße"]
    func serialized(_ format: PropertyListSerialization.PropertyListFormat) throws -> [UInt8] {
      [UInt8](
        try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
      )
    }
    let bodies: [[UInt8]] = [
      Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8),
      [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
      [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
      try serialized(.xml), try serialized(.binary),
    ]
    let german = LocalePreferences { $0 == "LANG" ? "de_DE" : nil }
    for (number, bytes) in bodies.enumerated() {
      let reading = ExtensionManifest.read(
        Self.manifest(),
        bundleName: "File",
        strings: [LocalizedStrings(path: "de.lproj/InfoPlist.strings", bytes: bytes)]
      )
      #expect(reading.manifest?.name.text(for: german) == "Grüße", "form \(number)")
      #expect(reading.diagnostics == [])
    }
  }

  @Test("A file of names that cannot be read is told, and the others count")
  func brokenFile() throws {
    let reading = ExtensionManifest.read(
      Self.manifest(),
      bundleName: "File",
      strings: [
        LocalizedStrings(path: "de.lproj/InfoPlist.strings", bytes: Array("a = ".utf8)),
        LocalizedStrings(
          path: "not a language.lproj/InfoPlist.strings",
          bytes: Array("CFBundleDisplayName = x;".utf8)
        ),
        LocalizedStrings(
          path: "fr.lproj/InfoPlist.strings",
          bytes: Array("CFBundleName = Bonjour;".utf8)
        ),
      ]
    )
    let name = try #require(reading.manifest?.name)
    #expect(name.translations.values.sorted() == ["Bonjour"])
    #expect(
      reading.diagnostics.map(\.file).sorted() == [
        "de.lproj/InfoPlist.strings", "not a language.lproj/InfoPlist.strings",
      ]
    )
  }

  @Test("Without a name in the manifest the next source counts")
  func sources() {
    func name(_ more: String) -> String? { Self.read(more).manifest?.name.plain }
    #expect(name("<key>CFBundleDisplayName</key><string>A</string>") == "A")
    #expect(name("<key>CFBundleName</key><string>B</string>") == "B")
    #expect(
      name(
        "<key>CFBundleDisplayName</key><string> </string><key>CFBundleName</key><string>B</string>"
      )
        == "B"
    )
    #expect(name("") == "File")
  }

  @Test(
    "A build setting that nothing has filled in is never shown",
    arguments: [
      "$(PRODUCT_NAME)", "${PRODUCT_NAME}", "My $(PRODUCT_NAME:c99extidentifier) App",
    ]
  )
  func placeholders(text: String) {
    let reading = Self.read(
      "<key>CFBundleDisplayName</key><string>\(text)</string>"
        + "<key>CFBundleName</key><string>B</string>",
      ["de": text]
    )
    #expect(reading.manifest?.name == LocalizedName(plain: "B"))
    #expect(reading.diagnostics.filter { $0.message.contains("build setting") }.count == 2)
    #expect(Self.read("<key>CFBundleDisplayName</key><string>$5 (more)</string>").displayName != "")
    #expect(BuildSetting.first(in: "$5 (more) $() ${a b} $(") == nil)
  }

  @Test("No character that is not seen reaches a name, whichever it is and wherever it stands")
  func unseen() {
    for value in 0...0x10FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isUnseen =
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
      guard isUnseen, scalar != "\u{200C}", scalar != "\u{200D}" else { continue }
      let (name, _) = DisplayName.clean("a\(scalar)b")
      if name.unicodeScalars.contains(scalar) { Issue.record("U+\(String(value, radix: 16))") }
    }
  }
}
