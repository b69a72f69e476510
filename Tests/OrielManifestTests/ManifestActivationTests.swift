import OrielActivation
import OrielPropertyList
import OrielTypes
import Testing

@testable import OrielManifest

@Suite("Activation rules and types in manifests")
struct ManifestActivationTests {
  /// Reads a manifest of a Share extension with these parts.
  private static func read(
    attributes: String = "",
    declaration: String = "",
    root: String = ""
  ) -> ExtensionManifest.Reading {
    let text = """
      <plist version="1.0">
      <dict>
      <key>CFBundleIdentifier</key><string>com.example.a</string>
      <key>CFBundleExecutable</key><string>A.so</string>
      <key>NSExtension</key>
      <dict>
      <key>NSExtensionPointIdentifier</key><string>org.oriel.share</string>
      <key>NSExtensionAttributes</key>
      <dict>
      \(attributes)
      </dict>
      \(declaration)
      </dict>
      \(root)
      </dict>
      </plist>
      """
    return ExtensionManifest.read(Array(text.utf8), bundleName: "A")
  }

  /// What a request with one attachment of some types looks like to a rule.
  private static func input(_ types: String...) -> ActivationInput {
    ActivationInput(items: [.init(attachments: [types])], types: .builtIn)
  }

  @Test("A dictionary and a predicate decide about what is offered")
  func forms() throws {
    let rules = [
      """
      <key>NSExtensionActivationRule</key>
      <dict><key>NSExtensionActivationSupportsImageWithMaxCount</key><integer>1</integer></dict>
      """,
      """
      <key>NSExtensionActivationRule</key>
      <string>ANY extensionItems.attachments.registeredTypeIdentifiers
        UTI-CONFORMS-TO &quot;public.image&quot;</string>
      """,
    ]
    for rule in rules {
      let reading = Self.read(attributes: rule)
      #expect(reading.diagnostics == [])
      let manifest = try #require(reading.manifest)
      #expect(manifest.activationRule.matches(Self.input("public.png")))
      #expect(!manifest.activationRule.matches(Self.input("public.zip-archive")))
    }
  }

  @Test(
    "A rule that is none leaves the extension usable, never offered, and is told with its place"
  )
  func broken() throws {
    let reading = Self.read(
      attributes: "<key>NSExtensionActivationRule</key>\n<string>extensionItems ==</string>"
    )
    let manifest = try #require(reading.manifest)
    #expect(!manifest.activationRule.matches(Self.input("public.png")))
    let diagnostic = try #require(reading.diagnostics.first)
    #expect(diagnostic.keyPath == "NSExtension.NSExtensionAttributes.NSExtensionActivationRule")
    #expect(diagnostic.position == .text(line: 11, column: 26))
    #expect(diagnostic.message.contains("line 1, column 18 of the predicate"), "\(diagnostic)")
  }

  @Test("Keys of rules outside the rule are not read, and each is told where it stands")
  func misplaced() throws {
    let key = "<key>NSExtensionActivationSupportsText</key><true/>"
    let reading = Self.read(attributes: key, declaration: key, root: key)
    let manifest = try #require(reading.manifest)
    #expect(!manifest.activationRule.matches(Self.input("public.plain-text")))
    let misplaced = reading.diagnostics.filter { $0.message.contains("is not read") }
    #expect(misplaced.count == 3)
    #expect(manifest.activationRule.lints.map(\.code).contains(.noRule))
  }

  @Test("Declared types are read, and what is wrong with one is told without stopping the others")
  func types() throws {
    let root = """
      <key>UTExportedTypeDeclarations</key>
      <array>
        <dict>
          <key>UTTypeIdentifier</key><string>com.example.drawing</string>
          <key>UTTypeConformsTo</key><string>public.image</string>
          <key>UTTypeTagSpecification</key>
          <dict>
            <key>public.filename-extension</key><array><string>drw</string><integer>1</integer></array>
            <key>public.mime-type</key><string>image/x-drawing</string>
          </dict>
        </dict>
        <string>no type</string>
        <dict><key>UTTypeIdentifier</key><string>not an identifier</string></dict>
      </array>
      <key>UTImportedTypeDeclarations</key><integer>1</integer>
      """
    let reading = Self.read(root: root)
    let manifest = try #require(reading.manifest)
    #expect(manifest.exportedTypes.map(\.identifier.rawValue) == ["com.example.drawing"])
    #expect(manifest.exportedTypes.first?.suffixes == ["drw"])
    #expect(manifest.exportedTypes.first?.mimeTypes.map(\.description) == ["image/x-drawing"])
    #expect(manifest.importedTypes == [])
    let paths = reading.diagnostics.compactMap(\.keyPath).filter { $0.hasPrefix("UT") }
    #expect(
      Set(paths) == [
        "UTExportedTypeDeclarations[0].UTTypeTagSpecification.public.filename-extension[1]",
        "UTExportedTypeDeclarations[1]", "UTExportedTypeDeclarations[2].UTTypeIdentifier",
        "UTImportedTypeDeclarations",
      ]
    )
  }
}
