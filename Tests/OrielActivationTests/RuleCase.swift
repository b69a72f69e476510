import Foundation
import OrielActivation
import OrielTypes

/// A case of a case file: a rule, a request, and what the specification says about them.
struct RuleCase: Sendable {
  /// The name.
  let id: String
  /// The rule's value.
  let value: RuleValue?
  /// The request.
  let items: [ActivationInput.Item]
  /// The types that bundles declare.
  let types: TypeTable
  /// Keys of rules outside the rule.
  let misplaced: [MisplacedKey]
  /// Whether the extension point uses rules.
  let usesRules: Bool
  /// Whether the extension is offered.
  let offered: Bool?
  /// Whether the rule can be read.
  let valid: Bool?
  /// The codes that must be reported.
  let lints: [String]
  /// The codes that must not.
  let noLints: [String]
  /// The line and column of the error.
  let place: [Int]?
  /// The code of the error.
  let error: String?
  /// Whether the specification leaves the point open.
  let isChoice: Bool

  /// The rule.
  var rule: ActivationRule {
    ActivationRule(value, usesRules: usesRules, requiresRule: usesRules, misplaced: misplaced)
  }

  /// The request.
  var input: ActivationInput { ActivationInput(items: items, types: types) }

  /// All cases of a file in the folder with cases, or anywhere else.
  static func all(in file: String) throws -> [RuleCase] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases/")
    let data = try Data(contentsOf: URL(filePath: file, relativeTo: folder))
    let cases = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
    return try cases.map { try RuleCase($0) }
  }

  /// Something in a case file that has another form.
  struct Malformed: Error {
    /// What it is.
    let what: String
  }

  /// Reads a case.
  private init(_ json: [String: Any]) throws {
    guard let id = json["id"] as? String else { throw Malformed(what: "a case has no id") }
    self.id = id
    if let parts = json["rule_parts"] as? [[Any]] {
      var text = ""
      for part in parts {
        guard let piece = part.first as? String, let count = part.last as? Int else {
          throw Malformed(what: "\(id): rule_parts")
        }
        text += String(repeating: piece, count: count)
      }
      value = .string(text)
    } else if let rule = json["rule"], !(rule is NSNull) {
      // Only a value within a dictionary can be marked as a real and the like.
      let entries = (rule as? [String: Any])?.sorted { $0.key < $1.key }
      value =
        try entries.map { entries in
          .dictionary(
            try entries.map { RuleEntry(key: $0.key, value: try RuleValue(json: $0.value)) }
          )
        } ?? RuleValue(json: rule)
    } else {
      value = nil
    }
    items = try Self.items(json["items"], id)
    types = try Self.table(json["types"] as? [String: Any] ?? [:])
    misplaced = (json["beside"] as? [String: [String: Any]] ?? [:]).flatMap { place, keys in
      keys.keys.filter { $0.hasPrefix(RuleKey.prefix) }.map {
        MisplacedKey(key: $0, place: place == "root" ? nil : place)
      }
    }
    usesRules = json["point"] as? String != "com.apple.keyboard-service"
    offered = json["offered"] as? Bool
    valid = json["valid"] as? Bool
    lints = json["lints"] as? [String] ?? []
    noLints = json["no_lints"] as? [String] ?? []
    place = json["at"] as? [Int]
    error = json["error"] as? String
    isChoice = json["choice"] != nil && json["choice"] as? Bool != false
  }

  /// Reads items.
  private static func items(_ json: Any?, _ id: String) throws -> [ActivationInput.Item] {
    guard let items = json as? [[String: Any]] else { return [] }
    return items.flatMap { item in
      var attachments = item["attachments"] as? [[String]] ?? []
      if let repeated = item["attachments_repeat"] as? [Any],
        let types = repeated.first as? [String], let count = repeated.last as? Int
      {
        attachments += Array(repeating: types, count: count)
      }
      let hasText = !((item["text"] as? String)?.isEmpty ?? true)
      let one = ActivationInput.Item(attachments: attachments, hasText: hasText)
      return Array(repeating: one, count: item["times"] as? Int ?? 1)
    }
  }

  /// Reads declared types.
  private static func table(_ json: [String: Any]) throws -> TypeTable {
    guard !json.isEmpty else { return .builtIn }
    func declarations(_ key: String) -> [TypeDeclaration] {
      (json[key] as? [[String: Any]] ?? []).compactMap { one in
        (one["id"] as? String).flatMap { TypeIdentifier($0) }.map { identifier in
          TypeDeclaration(
            identifier: identifier,
            parents: (one["conformsTo"] as? [String] ?? []).compactMap { TypeIdentifier($0) }
          )
        }
      }
    }
    return TypeTable(exported: declarations("exported"), imported: declarations("imported"))
  }
}

extension RuleValue {
  /// Reads a value of a case file.
  init(json: Any) throws {
    switch json {
    case let text as String: self = .string(text)
    case let number as NSNumber where number.isBoolean:
      self = .boolean(number.boolValue)
    case let number as NSNumber:
      self = number.isReal ? .real(number.doubleValue) : .integer(number.int64Value)
    case let array as [Any]: self = .array(try array.map { try RuleValue(json: $0) })
    case let dictionary as [String: Any]:
      if let real = dictionary["$real"] as? String {
        self = .real(Double(real) ?? .nan)
      } else if dictionary.keys.contains("$date") {
        self = .other(kind: "a date")
      } else if dictionary.keys.contains("$data") {
        self = .other(kind: "data")
      } else {
        self = .dictionary(
          try dictionary.sorted { $0.key < $1.key }.map {
            RuleEntry(key: $0.key, value: try RuleValue(json: $0.value))
          }
        )
      }
    default: throw RuleCase.Malformed(what: "a value \(json)")
    }
  }
}

extension NSNumber {
  /// Whether it was made of true or false.
  fileprivate var isBoolean: Bool { ["c", "B"].contains(encoding) }
  /// Whether it was made of a number with a fraction or an exponent.
  fileprivate var isReal: Bool { ["d", "f"].contains(encoding) }
  /// The name of its type in C.
  private var encoding: String { unsafe String(cString: objCType) }
}
