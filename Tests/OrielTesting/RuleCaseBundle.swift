import Foundation

/// A case of the specification of activation rules as a bundle on disk has it: the manifest of an
/// extension, what is shared, and what the specification says about both.
public struct RuleCaseBundle: Sendable, CustomStringConvertible {
  /// A form of the manifest.
  public enum Format: String, Sendable, CaseIterable {
    /// An XML property list.
    case xml
    /// A binary property list.
    case binary
    /// JSON with the same keys.
    case json

    /// The name of the manifest's file.
    public var fileName: String { self == .json ? "Info.json" : "Info.plist" }
  }

  /// An item that is shared.
  public struct Item: Sendable {
    /// The types of each attachment.
    public let attachments: [[String]]
    /// The text.
    public let text: String?
  }

  /// The name, which is the last part of the bundle's identifier, too.
  public let id: String
  /// What is shared.
  public let items: [Item]
  /// Whether the extension is offered; nil when the specification does not say so.
  public let isOffered: Bool?
  /// Whether the rule can be read; nil as above.
  public let isValid: Bool?
  /// The codes of what must be reported.
  public let lints: [String]
  /// The line and column of the error in the predicate.
  public let place: [Int]?
  /// Whether the manifest declares types.
  public let declaresTypes: Bool
  /// The manifest in each form that can say it.
  private let manifests: [Format: Data]

  /// The name.
  public var description: String { id }
  /// The identifier of the bundle.
  public var identifier: String { "com.example.rule.\(id)" }

  /// Something in the file of cases that has another form.
  struct Malformed: Error {
    /// The case.
    let id: String
  }

  /// The folder of cases: that of the sources, unless the variable `ORIEL_TEST_CASES` names a copy for
  /// a user who may not enter that.
  private static var folder: URL {
    ProcessInfo.processInfo.environment["ORIEL_TEST_CASES"].map { URL(filePath: $0) }
      ?? URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../OrielActivationTests/Cases")
  }

  /// All cases of the specification.
  public static func all() throws -> [RuleCaseBundle] {
    let file = folder.appending(path: "activation.json")
    let json = try JSONSerialization.jsonObject(with: try Data(contentsOf: file))
    return try (json as? [[String: Any]] ?? []).map { try RuleCaseBundle($0) }
  }

  /// Writes the bundle.
  ///
  /// - Parameters:
  ///   - folder: Where the bundle goes.
  ///   - format: The form of the manifest.
  ///   - library: A file on the same file system that becomes the bundle's library.
  /// - Returns: Whether the form can say what the case needs; else nothing is written.
  /// - Throws: Why the bundle cannot be written.
  public func write(to folder: String, as format: Format, library: String) throws -> Bool {
    guard let manifest = manifests[format] else { return false }
    let bundle = "\(folder)/\(id).appex"
    try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
    try manifest.write(to: URL(filePath: "\(bundle)/\(format.fileName)"))
    try FileManager.default.linkItem(atPath: library, toPath: "\(bundle)/Code.so")
    return true
  }

  /// Reads a case.
  private init(_ json: [String: Any]) throws {
    guard let id = json["id"] as? String, let items = json["items"] as? [[String: Any]] else {
      throw Malformed(id: json["id"] as? String ?? "?")
    }
    self.id = id
    self.items = items.map {
      Item(attachments: $0["attachments"] as? [[String]] ?? [], text: $0["text"] as? String)
    }
    isOffered = json["offered"] as? Bool
    isValid = json["valid"] as? Bool
    lints = json["lints"] as? [String] ?? []
    place = json["at"] as? [Int]
    declaresTypes = json["types"] != nil
    let root = Self.manifest(json, identifier: "com.example.rule.\(id)")
    var manifests: [Format: Data] = [
      .xml: try PropertyListSerialization.data(fromPropertyList: root, format: .xml, options: 0),
      .binary: try PropertyListSerialization.data(
        fromPropertyList: root,
        format: .binary,
        options: 0
      ),
    ]
    // JSON does not tell a real without a fraction from an integer.
    if !Self.holdsReal(json["rule"]) {
      manifests[.json] = try JSONSerialization.data(withJSONObject: root)
    }
    self.manifests = manifests
  }

  /// The manifest of a case.
  private static func manifest(_ json: [String: Any], identifier: String) -> [String: Any] {
    let beside = json["beside"] as? [String: [String: Any]] ?? [:]
    var attributes = (beside["attributes"] ?? [:]).mapValues(value)
    if let parts = json["rule_parts"] as? [[Any]] {
      attributes["NSExtensionActivationRule"] = parts.map { part in
        String(repeating: part.first as? String ?? "", count: part.last as? Int ?? 0)
      }.joined()
    } else if let rule = json["rule"], !(rule is NSNull) {
      attributes["NSExtensionActivationRule"] = value(rule)
    }
    var root: [String: Any] = [
      "CFBundleIdentifier": identifier,
      "CFBundleExecutable": "Code.so",
      "NSExtension": [
        "NSExtensionPointIdentifier": json["point"] as? String ?? "com.apple.share-services",
        "NSExtensionAttributes": attributes,
      ] as [String: Any],
    ]
    let types = json["types"] as? [String: [[String: Any]]] ?? [:]
    for (kind, key) in [
      ("exported", "UTExportedTypeDeclarations"), ("imported", "UTImportedTypeDeclarations"),
    ] {
      guard let declarations = types[kind] else { continue }
      root[key] = declarations.map { one in
        ["UTTypeIdentifier": one["id"] ?? "", "UTTypeConformsTo": one["conformsTo"] ?? []]
      }
    }
    return root
  }

  /// Whether a rule holds a number that is marked as a real.
  private static func holdsReal(_ rule: Any?) -> Bool {
    (rule as? [String: Any])?.values.contains { $0 is [String: Any] } ?? false
  }

  /// A value of the case file as one of a property list.
  private static func value(_ json: Any) -> Any {
    switch json {
    case let dictionary as [String: Any]:
      if let real = dictionary["$real"] as? String { return Double(real) ?? 0 }
      return dictionary.mapValues(value)
    case let array as [Any]: return array.map(value)
    default: return json
    }
  }
}
