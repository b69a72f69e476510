internal import OrielActivation
internal import OrielHost
internal import OrielManifest
internal import OrielPropertyList
internal import OrielSystem
internal import OrielTypes

/// An activation rule that a person named: as text, or in a file.
struct RuleSource {
  /// Something that is wrong with the rule, or that its author should know.
  struct Finding {
    /// What it is.
    let remark: RuleDiagnostic
    /// The same with its place in a property list, when it stands in one.
    let diagnostic: Diagnostic?
  }

  /// How operands that name a rule are explained.
  static let help = """
    RULE is a predicate, a bundle, an Info.plist, a property list with the dictionary alone, or '-'
    for one of these on standard input. What is there as a file is read. All else is a predicate,
    or a dictionary in JSON: '{"NSExtensionActivationSupportsText": true}'.
    """

  /// Where the rule comes from, safe to show.
  let name: String
  /// The rule.
  let rule: ActivationRule
  /// The extension point that the rule is for, when it is known.
  var point: ExtensionPointIdentifier?
  /// What is to be said, the error first.
  let findings: [Finding]
  /// The types that the bundle owns.
  var exportedTypes: [TypeDeclaration] = []
  /// The types of others that the bundle uses.
  var importedTypes: [TypeDeclaration] = []

  /// Reads what an operand names.
  static func read(_ operand: String) throws(Complaint) -> RuleSource {
    if operand == "-" {
      do {
        let bytes = try StandardStream.input.read(limit: PropertyListLimits.manifest.bytes)
        return try source(in: bytes, name: "standard input")
      } catch let error as SystemError {
        throw Complaint(.input, "cannot read standard input: \(error.errno.message)")
      } catch let error as Complaint {
        throw error
      } catch {
        throw Complaint(.input, "cannot read standard input")
      }
    }
    if let (bytes, path) = try RuleFile.content(at: operand) {
      return try source(in: bytes, name: TerminalText.line(path))
    }
    // A list of a predicate begins with a brace, too, and is no property list.
    let bytes = Array(operand.utf8)
    if operand.hasPrefix("{"),
      let list = try? PropertyList(parsing: bytes, limits: .manifest), list.root.dictionary != nil
    {
      return try source(in: bytes, name: "dictionary")
    }
    return RuleSource(name: "predicate", rule: ActivationRule(.string(operand)))
  }

  /// A rule without places in a file.
  private init(name: String, rule: ActivationRule) {
    self.name = name
    self.rule = rule
    let remarks = rule.problem.map { [$0] + rule.lints } ?? rule.lints
    findings = remarks.map { Finding(remark: $0, diagnostic: nil) }
  }

  /// A rule of a manifest.
  private init(name: String, located: LocatedRule, _ manifest: ExtensionManifest?) {
    self.name = name
    rule = located.rule
    point = located.point
    exportedTypes = manifest?.exportedTypes ?? []
    importedTypes = manifest?.importedTypes ?? []
    // Other bundles are not looked at: a loop of these types alone is the author's own.
    let own = TypeTable(exported: exportedTypes, imported: importedTypes)
    findings =
      located.findings.map { Finding(remark: $0.remark, diagnostic: $0.diagnostic) }
      + RuleDiagnostic.cycles(of: own).map { Finding(remark: $0, diagnostic: nil) }
  }

  /// The rule in the bytes of a file.
  private static func source(in bytes: [UInt8], name: String) throws(Complaint) -> RuleSource {
    let list: PropertyList
    do {
      list = try PropertyList(parsing: bytes, limits: .manifest)
    } catch {
      guard !name.hasSuffix(".plist"), let text = predicate(in: bytes) else {
        throw Complaint(.extension, TerminalText.line("\(name): \(error.description)", limit: 2000))
      }
      return RuleSource(name: name, rule: ActivationRule(.string(text)))
    }
    guard let root = list.root.dictionary else {
      // One word of a predicate is a string of a text property list, too.
      let text = list.format == .openStep ? predicate(in: bytes) : nil
      let value = text.map { RuleValue.string($0) } ?? RuleValue(list.root)
      return RuleSource(name: name, rule: ActivationRule(value))
    }
    if let value = root[RuleKey.rule] {
      return RuleSource(name: name, rule: ActivationRule(RuleValue(value)))
    }
    let declares = root["NSExtension"] != nil || root["EXAppExtensionAttributes"] != nil
    if !declares, root.keys.contains(where: { $0.hasPrefix(RuleKey.prefix) }) {
      return RuleSource(name: name, rule: ActivationRule(RuleValue(list.root)))
    }
    let reading = ExtensionManifest.read(bytes, file: name, bundleName: "")
    guard let located = reading.locatedRule else {
      let errors = reading.diagnostics.filter { $0.severity == .error }
      let declaration = errors.first { error in
        ["NSExtension", "EXAppExtension"].contains { error.keyPath?.hasPrefix($0) == true }
      }
      let reason = (declaration ?? errors.first)?.description
      throw Complaint(
        .extension,
        TerminalText.line(reason ?? "\(name) is no manifest of an extension", limit: 2000)
      )
    }
    return RuleSource(name: name, located: located, reading.manifest)
  }

  /// The text of a predicate in a file; nothing when the file is of another kind.
  private static func predicate(in bytes: [UInt8]) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let start = text.unicodeScalars.first { !$0.properties.isWhitespace && $0 != "\u{FEFF}" }
    return start == "<" || text.hasPrefix("bplist") ? nil : text
  }

  /// The types that the rule's own bundle declares, before those of the installed extensions.
  func types(with installed: RegistrySnapshot) -> TypeTable {
    guard !exportedTypes.isEmpty || !importedTypes.isEmpty else { return installed.types }
    let others = installed.entries.filter { $0.found.hiddenBy == nil }.compactMap(\.manifest)
    return TypeTable(
      exported: exportedTypes + others.flatMap(\.exportedTypes),
      imported: importedTypes + others.flatMap(\.importedTypes),
      mime: .system
    )
  }

  /// Refuses to go on with a rule that cannot be read.
  func checkReadable() throws(Complaint) {
    guard let problem = rule.problem else { return }
    throw Complaint(
      .extension,
      TerminalText.line("\(name): \(problem.description)", limit: 2000)
        + "; 'oriel rule check' shows the place"
    )
  }
}
