internal import OrielActivation
internal import OrielPropertyList
internal import OrielText

/// Takes the values of a manifest out of a property list and says what is wrong with them.
struct ManifestReader {
  /// The property list.
  let list: PropertyList
  /// The name of the file.
  private let file: String
  /// The name of the bundle without its suffix.
  private let bundleName: String
  /// The names in several languages.
  private let strings: [LocalizedStrings]
  /// How the manifest declares the extension.
  private(set) var form = DeclarationForm.original
  /// What is wrong or odd so far.
  private(set) var diagnostics: [Diagnostic] = []
  /// Whether one of them is an error.
  private var hasError = false
  /// The rule with its places, as soon as it was read.
  private var locatedRule: LocatedRule?

  /// The key of what the extension point defines.
  static let attributesKey = "NSExtensionAttributes"
  /// The most diagnostics, beside an error after them.
  private static let greatestDiagnosticCount = 200

  /// Creates a reader for one property list.
  init(list: PropertyList, file: String, bundleName: String, strings: [LocalizedStrings]) {
    self.list = list
    self.file = file
    self.bundleName = bundleName
    self.strings = strings
  }

  /// Reads everything, so that one run names all that is wrong.
  mutating func read() -> ExtensionManifest.Reading {
    for remark in list.remarks {
      // Of two lists of entitlements somebody might read the other one.
      let isGrave = remark.path == [.key(Self.entitlementsKey)]
      report(
        Diagnostic(
          isGrave ? .error : .warning,
          file: file,
          keyPath: Self.text(of: remark.path),
          position: remark.position,
          remark.message,
          advice: "remove one of them"
        )
      )
    }
    guard let root = list.root.dictionary else {
      report(.error, [], "is \(list.root.kind) where a dictionary is expected")
      return result(nil, identifier: nil, name: LocalizedName(plain: Printable.name(bundleName)))
    }
    let identifier = readIdentifier(root)
    let name = readDisplayName(root)
    let executable = readExecutable(root)
    let version = string(root, ["CFBundleVersion"], required: false)
    let shortVersion = string(root, ["CFBundleShortVersionString"], required: false)
    let entitlements = readEntitlements(root, of: identifier)
    let declaration = readDeclaration(root)
    var point: ExtensionPointIdentifier?
    var principalClass: String?
    var storyboard: String?
    var attributes = PropertyListDictionary()
    if let declaration {
      point = readPoint(declaration)
      principalClass = string(declaration, [form.key, form.classKey], required: false)
      storyboard = string(declaration, [form.key, Self.storyboardKey], required: false)
      attributes =
        dictionary(declaration, [form.key, Self.attributesKey], required: false) ?? [:]
      if declaration[form.classKey] != nil, declaration[Self.storyboardKey] != nil {
        report(
          .error,
          [form.key, Self.storyboardKey],
          "stands beside \(form.classKey), but an extension has one way in",
          advice: "remove one of the two"
        )
      }
      checkKinds(root, declaration: declaration, attributes: attributes)
    }
    let exportedTypes = readTypes(root, "UTExportedTypeDeclarations")
    let importedTypes = readTypes(root, "UTImportedTypeDeclarations")
    var rule = ActivationRule(nil)
    if let declaration, let point {
      let located = readActivationRule(
        root,
        declaration: declaration,
        attributes: attributes,
        point: point
      )
      rule = located.rule
      locatedRule = located
    }
    guard let identifier, let executable, let point,
      !hasError
    else { return result(nil, identifier: identifier, name: name) }
    let manifest = ExtensionManifest(
      identifier: identifier,
      name: name,
      executableName: executable,
      version: version.map { Printable.text($0) },
      shortVersion: shortVersion.map { Printable.text($0) },
      extensionPoint: point,
      principalClass: principalClass,
      mainStoryboard: storyboard,
      attributes: attributes,
      activationRule: rule,
      exportedTypes: exportedTypes,
      importedTypes: importedTypes,
      entitlements: entitlements,
      root: root
    )
    return result(manifest, identifier: identifier, name: name)
  }

  /// The manifest with the diagnostics so far.
  private func result(
    _ manifest: ExtensionManifest?,
    identifier: BundleIdentifier?,
    name: LocalizedName
  ) -> ExtensionManifest.Reading {
    ExtensionManifest.Reading(
      manifest: manifest,
      identifier: identifier,
      displayName: name.text(for: .current),
      locatedRule: locatedRule,
      diagnostics: diagnostics
    )
  }

  // MARK: - Keys

  /// Reads `CFBundleIdentifier`.
  private mutating func readIdentifier(_ root: PropertyListDictionary) -> BundleIdentifier? {
    guard let text = string(root, ["CFBundleIdentifier"], required: true) else { return nil }
    guard let identifier = BundleIdentifier(text) else {
      report(
        .error,
        ["CFBundleIdentifier"],
        "'\(Printable.text(text))' is not an identifier",
        advice: "write \(BundleIdentifier.form)"
      )
      return nil
    }
    return identifier
  }

  /// Reads the name for people: the first of three that leaves something to show.
  private mutating func readDisplayName(_ root: PropertyListDictionary) -> LocalizedName {
    var plain: String?
    for key in Self.nameKeys where plain == nil {
      guard let text = string(root, [key], required: false) else { continue }
      let (name, problems) = DisplayName.clean(text)
      for problem in problems { report(.warning, [key], problem.message, advice: problem.advice) }
      if !name.isEmpty { plain = name }
    }
    let (fileName, _) = DisplayName.clean(bundleName)
    return LocalizedName(
      plain: plain ?? (fileName.isEmpty ? "Extension" : fileName),
      translations: readTranslations(),
      developmentRegion: string(root, ["CFBundleDevelopmentRegion"], required: false)
        .flatMap { LocaleIdentifier($0) }
    )
  }

  /// The keys of names for people, the best first.
  private static let nameKeys = ["CFBundleDisplayName", "CFBundleName"]

  /// Reads the names in several languages; what is wrong with one does not stop the others.
  private mutating func readTranslations() -> [LocaleIdentifier: String] {
    var names: [LocaleIdentifier: String] = [:]
    for strings in strings {
      guard let locale = LocaleIdentifier(strings.language) else {
        report(strings, "lies in a folder whose name is no language; it is ignored")
        continue
      }
      guard !strings.bytes.isEmpty else {
        report(
          strings,
          "is ignored, because a bundle may hold at most \(LocalizedStrings.greatestCount) such "
            + "files, of \(LocalizedStrings.greatestSize) bytes each and "
            + "\(LocalizedStrings.greatestTotalSize) bytes in all"
        )
        continue
      }
      let root: PropertyListDictionary
      do throws(PropertyListError) {
        let list = try PropertyList(parsing: strings.bytes, limits: .strings)
        guard let dictionary = list.root.dictionary else {
          report(strings, "is \(list.root.kind) where a dictionary is expected; it is ignored")
          continue
        }
        root = dictionary
      } catch {
        report(strings, "cannot be read and is ignored: \(error.message)", at: error.position)
        continue
      }
      for key in Self.nameKeys where names[locale] == nil {
        guard let text = root[key]?.string else { continue }
        let (name, problems) = DisplayName.clean(text)
        for problem in problems { report(strings, "\(key) \(problem.message)") }
        if !name.isEmpty { names[locale] = name }
      }
    }
    return names
  }

  /// Adds a diagnostic about a file with names.
  private mutating func report(
    _ strings: LocalizedStrings,
    _ message: String,
    at position: PropertyListPosition? = nil
  ) {
    report(Diagnostic(.warning, file: strings.path, position: position, message))
  }

  /// Reads `CFBundleExecutable`, which must not lead out of the bundle.
  private mutating func readExecutable(_ root: PropertyListDictionary) -> String? {
    let key = "CFBundleExecutable"
    guard
      let name = string(
        root,
        [key],
        required: true,
        advice: "name the shared library in the bundle"
      )
    else { return nil }
    let problem = Self.problem(ofExecutableName: name)
    if let problem {
      report(
        .error,
        [key],
        problem,
        advice: "write the plain file name of the shared library, such as 'Name.so'"
      )
      return nil
    }
    return name
  }

  /// What is wrong with the file name of a shared library.
  static func problem(ofExecutableName name: String) -> String? {
    if name.isEmpty {
      "is empty"
    } else if name.contains("/") {
      "holds '/', but the library lies directly in the bundle"
    } else if name == "." || name == ".." {
      "names a directory"
    } else if name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
      "holds a control character"
    } else if name.utf8.count > 255 {
      "is longer than 255 bytes"
    } else {
      nil
    }
  }

  /// The key of a user interface to start with.
  private static let storyboardKey = "NSExtensionMainStoryboard"

  /// Reads the dictionary that declares the extension, in the older form where there are both.
  private mutating func readDeclaration(
    _ root: PropertyListDictionary
  ) -> PropertyListDictionary? {
    let newer = DeclarationForm.newer
    guard let value = root[newer.key] else {
      return dictionary(root, [form.key], required: true)
    }
    guard let original = root[form.key] else {
      form = newer
      return dictionary(root, [form.key], required: true)
    }
    let point = value.dictionary?[newer.pointKey]?.string
    let other = original.dictionary?[form.pointKey]?.string
    if point.map(ExtensionPointIdentifier.init) != other.map(ExtensionPointIdentifier.init) {
      report(
        .warning,
        [newer.key],
        "says something else than \(form.key), which counts",
        advice: "remove one of the two"
      )
    }
    return dictionary(root, [form.key], required: true)
  }

  /// Reads the extension point; one that Oriel does not know may be another host's.
  private mutating func readPoint(
    _ declaration: PropertyListDictionary
  ) -> ExtensionPointIdentifier? {
    let path = [form.key, form.pointKey]
    guard let text = string(declaration, path, required: true) else { return nil }
    guard BundleIdentifier(text) != nil else {
      report(
        .error,
        path,
        "'\(Printable.text(text))' is not an identifier",
        advice: "write the identifier of an extension point, such as 'org.oriel.share'"
      )
      return nil
    }
    let point = ExtensionPointIdentifier(text)
    if !point.isKnown {
      let nearest = NearestNames.of(text, in: ExtensionPointIdentifier.allNames)
      report(
        .warning,
        path,
        "Oriel does not know the extension point '\(text)', so the extension is listed but not "
          + "offered",
        advice: nearest.isEmpty
          ? "nothing, if a host of yours knows the point"
          : "if it is misspelled, write \(nearest.joined(separator: " or "))"
      )
    }
    return point
  }

  // MARK: - Values

  /// What is to be said about the value at a path, as it stands in the file.
  func diagnostic(
    _ severity: Diagnostic.Severity,
    at steps: [PropertyListPathComponent],
    inStringAt offset: Int? = nil,
    _ message: String,
    advice: String? = nil
  ) -> Diagnostic {
    // A large file may be wrong in thousands of places, and each place takes time to be found.
    let inner = isFull ? nil : offset.flatMap { list.position(of: steps, inStringAt: $0) }
    return Diagnostic(
      severity,
      file: file,
      keyPath: Self.text(of: steps),
      position: inner ?? (isFull ? nil : list.position(of: steps)),
      message,
      advice: advice
    )
  }

  /// The string under the last key of a path, in the dictionary that holds that key.
  mutating func string(
    _ parent: PropertyListDictionary,
    _ path: [String],
    required: Bool,
    advice: String? = nil
  ) -> String? {
    guard
      let text = value(parent, path, .string, required: required, advice: advice)?.string
    else { return nil }
    guard let setting = BuildSetting.first(in: text) else { return text }
    report(
      required ? .error : .warning,
      path,
      "holds the build setting '\(Printable.text(setting))', which no build tool has filled in",
      advice: "let the tool that makes the bundle expand this file, or write the value itself"
    )
    return nil
  }

  /// The dictionary under the last key of a path, in the dictionary that holds that key.
  private mutating func dictionary(
    _ parent: PropertyListDictionary,
    _ path: [String],
    required: Bool
  ) -> PropertyListDictionary? {
    value(parent, path, .dictionary, required: required, advice: nil)?.dictionary
  }

  /// A value of one kind; another kind is an error for a required key, else a warning.
  private mutating func value(
    _ parent: PropertyListDictionary,
    _ path: [String],
    _ kind: PropertyListValue.Kind,
    required: Bool,
    advice: String?
  ) -> PropertyListValue? {
    guard let key = path.last, let value = parent[key] else {
      if required {
        report(
          .error,
          path,
          "is missing",
          advice: advice ?? "add the key with \(kind)"
        )
      }
      return nil
    }
    guard value.kind == kind else {
      report(
        required ? .error : .warning,
        path,
        "is \(value.kind) where \(kind) is expected",
        advice: required ? "write \(kind)" : "write \(kind), or remove the key"
      )
      return nil
    }
    return value
  }

  /// Adds a diagnostic about the value at a path.
  private mutating func report(
    _ severity: Diagnostic.Severity,
    _ path: [String],
    _ message: String,
    advice: String? = nil
  ) {
    report(severity, at: path.map { .key($0) }, message, advice: advice)
  }

  /// Adds a diagnostic about the value at a path that may lead through arrays.
  mutating func report(
    _ severity: Diagnostic.Severity,
    at steps: [PropertyListPathComponent],
    _ message: String,
    advice: String? = nil
  ) {
    report(diagnostic(severity, at: steps, message, advice: advice))
  }

  /// Whether there are so many diagnostics that none is added but the first error.
  private var isFull: Bool { diagnostics.count >= Self.greatestDiagnosticCount }

  /// Adds a diagnostic, unless there are many; an error makes a manifest unusable all the same.
  mutating func report(_ diagnostic: Diagnostic) {
    let isError = diagnostic.severity == .error
    if !isFull || (isError && !hasError) { diagnostics.append(diagnostic) }
    hasError = hasError || isError
  }

  /// A path in words.
  private static func text(of path: [PropertyListPathComponent]) -> String? {
    var text = ""
    for step in path {
      if case .key = step, !text.isEmpty { text += "." }
      text += Printable.text(step.description, limit: 64)
    }
    return text.isEmpty ? nil : text
  }
}
