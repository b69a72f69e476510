import Foundation

/// A bundle that a test makes: the library of Shout with a manifest of its own.
struct TestBundle {
  /// The name for people.
  var name: String
  /// The identifier.
  var identifier: String
  /// The extension point.
  var point = "org.oriel.share"
  /// The rule as it stands in the manifest, in XML; empty for none.
  var rule = ""
  /// What else stands in the root of the manifest, in XML.
  var more = ""

  /// A rule in the dictionary form, all of whose values are numbers.
  static func dictionary(_ values: KeyValuePairs<String, Int>) -> String {
    "<dict>"
      + values.map { "<key>NSExtensionActivation\($0.key)</key><integer>\($0.value)</integer>" }
      .joined() + "</dict>"
  }

  /// The text of the manifest.
  var manifest: String {
    let attributes =
      rule.isEmpty
      ? ""
      : "<key>NSExtensionAttributes</key><dict>\n<key>NSExtensionActivationRule</key>\n\(rule)</dict>"
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
      <key>CFBundleIdentifier</key><string>\(identifier)</string>
      <key>CFBundleDisplayName</key><string>\(name)</string>
      <key>CFBundleExecutable</key><string>Shout.so</string>
      \(more)
      <key>NSExtension</key><dict>
      <key>NSExtensionPointIdentifier</key><string>\(point)</string>
      \(attributes)
      </dict>
      </dict></plist>
      """
  }

  /// Makes the bundle in a folder; gives its path.
  @discardableResult
  func make(in folder: TemporaryFolder, as file: String) throws -> String {
    try folder.write("\(file)/Info.plist", manifest)
    try FileManager.default.copyItem(
      atPath: OrielProgram.extensions + "/Shout.appex/Shout.so",
      toPath: folder.path("\(file)/Shout.so")
    )
    return folder.path(file)
  }
}
