import OrielActivation
import OrielPropertyList
import Testing

@testable import OrielManifest

@Suite("Places of predicates in manifests")
struct RulePositionTests {
  /// What the diagnostic about a backslash outside a string points at in a manifest: the text from
  /// there to the end of the line.
  private static func found(_ manifest: String, file: String = "Info.plist") throws -> Substring {
    let reading = ExtensionManifest.read(Array(manifest.utf8), file: file, bundleName: "A")
    let diagnostic = try #require(
      reading.diagnostics.first { $0.message.contains("of the predicate") },
      "\(reading.diagnostics)"
    )
    guard case .text(let line, let column) = diagnostic.position else {
      throw CancellationError()
    }
    let lines = manifest.replacing("\r\n", with: "\n")
      .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" }
    return lines[line - 1].dropFirst(column - 1)
  }

  /// A manifest in XML with the text of a rule.
  private static func xml(_ rule: String) -> String {
    """
    <plist><dict>
    <key>CFBundleIdentifier</key><string>com.example.a</string>
    <key>CFBundleExecutable</key><string>A.so</string>
    <key>NSExtension</key><dict>
    <key>NSExtensionPointIdentifier</key><string>org.oriel.share</string>
    <key>NSExtensionAttributes</key><dict>
    <key>NSExtensionActivationRule</key> <string>\(rule)</string>
    </dict></dict></dict></plist>
    """
  }

  @Test(
    "In XML the place is exact past entities, comments, CDATA and line ends",
    arguments: [
      #"extensionItems \ HERE"#, #"&quot;é🎉&quot; == &#x22;&amp;&#34; \ HERE"#,
      "TRUEPREDICATE\n  AND\n    \\ HERE", "TRUEPREDICATE\r\n AND \\ HERE",
      #"<![CDATA["<a&b>" == ]]>"x"<!-- & --> \ HERE"#, #"<![CDATA[1 \ HERE]]>"#,
    ]
  )
  func xml(rule: String) throws {
    #expect(try Self.found(Self.xml(rule)).hasPrefix("\\ HERE"))
  }

  @Test(
    "In OpenStep text the place is exact past escapes",
    arguments: [
      #""extensionItems \\ HERE""#, #""\"\U00e9\Ud83c\Udf89\344\" == \\ HERE""#,
      "\"TRUEPREDICATE\n OR\\n \\\\ HERE\"",
    ]
  )
  func openStep(rule: String) throws {
    let text = """
      CFBundleIdentifier = "com.example.a"; CFBundleExecutable = "A.so";
      NSExtension = { NSExtensionPointIdentifier = "org.oriel.share"; NSExtensionAttributes = {
        NSExtensionActivationRule = \(rule);
      }; };
      """
    #expect(try Self.found(text).hasPrefix("\\\\ HERE"))
  }

  @Test(
    "In JSON the place is exact past escapes",
    arguments: [
      #""extensionItems \\ HERE""#, #""'\u0061\ud83c\udf89\n' == \t\"\" \u005c HERE""#,
    ]
  )
  func json(rule: String) throws {
    let text = """
      { "CFBundleIdentifier": "com.example.a", "CFBundleExecutable": "A.so",
        "NSExtension": { "NSExtensionPointIdentifier": "org.oriel.share",
          "NSExtensionAttributes": { "NSExtensionActivationRule":
            \(rule) } } }
      """
    let found = try Self.found(text, file: "Info.json")
    #expect(found.hasPrefix(#"\\ HERE"#) || found.hasPrefix(#"\u005c HERE"#), "\(found)")
  }

  @Test("In a binary file the place is that of the string")
  func binary() throws {
    let rule = #"extensionItems \ HERE"#
    let root = try PropertyList(parsing: Array(Self.xml(rule).utf8), limits: .manifest).root
    let reading = ExtensionManifest.read(root.serialized(as: .binary), bundleName: "A")
    let diagnostic = try #require(reading.diagnostics.first)
    guard case .byte = diagnostic.position else {
      Issue.record("\(diagnostic)")
      return
    }
  }
}
