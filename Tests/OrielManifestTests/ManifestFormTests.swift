import OrielActivation
import OrielPropertyList
import OrielTypes
import Testing

@testable import OrielManifest

@Suite("Forms of manifests")
struct ManifestFormTests {
  /// Reads a manifest with an identifier, a library and more entries.
  static func read(_ more: String) -> ExtensionManifest.Reading {
    let text = """
      <plist version="1.0"><dict>
      <key>CFBundleIdentifier</key><string>com.example.a</string>
      <key>CFBundleExecutable</key><string>A.so</string>
      \(more)
      </dict></plist>
      """
    return ExtensionManifest.read(Array(text.utf8), bundleName: "A")
  }

  /// The declaration of a point with attributes.
  static func declaration(_ attributes: String, point: String = "org.oriel.keyboard") -> String {
    """
    <key>NSExtension</key><dict>
    <key>NSExtensionPointIdentifier</key><string>\(point)</string>
    <key>NSExtensionAttributes</key><dict>\(attributes)</dict>
    </dict>
    """
  }

  /// A rule for images.
  static let rule = """
    <key>NSExtensionActivationRule</key>
    <dict><key>NSExtensionActivationSupportsImageWithMaxCount</key><integer>1</integer></dict>
    """

  @Test("The newer declaration is read as the older one")
  func newer() throws {
    let reading = Self.read(
      """
      <key>EXAppExtensionAttributes</key><dict>
      <key>EXExtensionPointIdentifier</key><string>com.apple.share-services</string>
      <key>EXPrincipalClass</key><string>Main</string>
      <key>NSExtensionAttributes</key><dict>\(Self.rule)</dict>
      </dict>
      """
    )
    #expect(reading.diagnostics == [])
    let manifest = try #require(reading.manifest)
    #expect(manifest.extensionPoint == .share)
    #expect(manifest.principalClass == "Main")
    let image = ActivationInput(items: [.init(attachments: [["public.png"]])], types: .builtIn)
    #expect(manifest.activationRule.matches(image))
  }

  @Test("What is wrong with the newer declaration is told by its own keys")
  func newerWrong() {
    let reading = Self.read(
      "<key>EXAppExtensionAttributes</key><dict><key>EXPrincipalClass</key><true/></dict>"
    )
    #expect(reading.manifest == nil)
    #expect(
      reading.diagnostics.map(\.keyPath) == [
        "EXAppExtensionAttributes.EXExtensionPointIdentifier",
        "EXAppExtensionAttributes.EXPrincipalClass",
      ]
    )
  }

  @Test("Of both declarations the older one counts, and it is told when they differ")
  func both() throws {
    for (point, isTold) in [("com.apple.keyboard-service", false), ("org.oriel.today", true)] {
      let reading = Self.read(
        Self.declaration("") + """
          <key>EXAppExtensionAttributes</key>
          <dict><key>EXExtensionPointIdentifier</key><string>\(point)</string></dict>
          """
      )
      #expect(try #require(reading.manifest).extensionPoint == .keyboard)
      #expect(
        reading.diagnostics.map(\.keyPath) == (isTold ? ["EXAppExtensionAttributes"] : []),
        "\(reading.diagnostics)"
      )
    }
  }

  @Test(
    "Known attributes of a wrong kind are told by their key path and kept",
    arguments: [
      ("RequestsOpenAccess", "<string>YES</string>", "", "is a string where a boolean"),
      ("PrimaryLanguage", "<integer>1</integer>", "", "is an integer where a string"),
      ("PHSupportedMediaTypes", "<string>Image</string>", "", "where an array of strings"),
      ("PHSupportedMediaTypes", "<array><string>Sound</string></array>", "[0]", "'Sound' is not"),
      ("IntentsSupported", "<array><string/><true/></array>", "[1]", "is a boolean where"),
      ("NSExtensionServiceRoleType", "<string>Editor</string>", "", "'Editor' is not known"),
      ("QLThumbnailMinimumDimension", "<data/>", "", "is data where a number"),
    ]
  )
  func kinds(key: String, value: String, suffix: String, message: String) throws {
    let reading = Self.read(Self.declaration("<key>\(key)</key>\(value)"))
    let manifest = try #require(reading.manifest)
    #expect(manifest.attributes[key] != nil)
    let diagnostic = try #require(reading.diagnostics.first)
    #expect(reading.diagnostics.count == 1)
    #expect(diagnostic.severity == .warning)
    #expect(diagnostic.keyPath == "NSExtension.NSExtensionAttributes.\(key)\(suffix)")
    #expect(diagnostic.message.contains(message), "\(diagnostic)")
    #expect(diagnostic.position != nil)
  }

  @Test("Known attributes of the right kind, and unknown ones, say nothing")
  func rightKinds() {
    let reading = Self.read(
      Self.declaration(
        """
        <key>RequestsOpenAccess</key><true/><key>PrimaryLanguage</key><string>de</string>
        <key>PHSupportedMediaTypes</key><array><string>Image</string><string>Video</string></array>
        <key>NSExtensionServiceRoleType</key><string>NSExtensionServiceRoleTypeViewer</string>
        <key>QLThumbnailMinimumDimension</key><real>1.5</real><key>Own</key><data/>
        """
      )
    )
    #expect(reading.diagnostics == [])
  }

  @Test("A script for web pages needs a rule that asks for them")
  func script() {
    let script = "<key>NSExtensionJavaScriptPreprocessingFile</key><string>Main</string>"
    let page = Self.rule.replacing("ImageWithMaxCount", with: "WebPageWithMaxCount")
    let point = "org.oriel.share"
    #expect(Self.read(Self.declaration(script + page, point: point)).diagnostics == [])
    let wrong = Self.read(Self.declaration(script + Self.rule, point: point)).diagnostics
    #expect(wrong.map(\.message).contains { $0.contains("it never runs") }, "\(wrong)")
    let none = page.replacing("<integer>1<", with: "<integer>0<")
    let zero = Self.read(Self.declaration(script + none, point: point)).diagnostics
    #expect(zero.map(\.message).contains { $0.contains("it never runs") }, "\(zero)")
  }

  @Test("A build setting in an attribute that is required is an error of the build tool")
  func settings() throws {
    let reading = ManifestTests.read(replacing: "PhotoBlog.so", with: "$(EXECUTABLE_NAME)")
    #expect(reading.manifest == nil)
    let error = try #require(reading.diagnostics.first { $0.severity == .error })
    #expect(error.keyPath == "CFBundleExecutable")
    #expect(error.message.contains("$(EXECUTABLE_NAME)"))
  }

  @Test("A file that is wrong in thousands of places is told in a bounded number of diagnostics")
  func many() {
    let elements = String(repeating: "<true/>", count: 20_000)
    let types = String(repeating: "<true/>", count: 256)
    let reading = Self.read(
      Self.declaration("<key>IntentsSupported</key><array>\(elements)</array>")
        + "<key>UTExportedTypeDeclarations</key><array>\(types)</array>"
    )
    #expect(reading.manifest != nil)
    #expect((100...256).contains(reading.diagnostics.count))
  }
}
