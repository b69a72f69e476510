internal import OrielPropertyList
internal import OrielText
internal import OrielTypes

/// The manifest of a container, of which only a part matters.
extension ManifestReader {
  /// What was found.
  struct ContainerReading {
    /// The identifier.
    var identifier: BundleIdentifier?
    /// The types that the container owns.
    var exportedTypes: [TypeDeclaration] = []
    /// Types of others.
    var importedTypes: [TypeDeclaration] = []
    /// What is wrong or odd.
    var diagnostics: [Diagnostic] = []
  }

  /// Reads what matters; nothing that is wrong is an error.
  mutating func readContainer() -> ContainerReading {
    guard let root = list.root.dictionary else {
      report(.warning, at: [], "is \(list.root.kind) where a dictionary is expected")
      return ContainerReading(diagnostics: diagnostics)
    }
    let text = string(root, ["CFBundleIdentifier"], required: false)
    let identifier = text.flatMap { BundleIdentifier($0) }
    if let text, identifier == nil {
      report(
        .warning,
        at: [.key("CFBundleIdentifier")],
        "'\(Printable.text(text))' is not an identifier",
        advice: "write \(BundleIdentifier.form)"
      )
    }
    let exported = readTypes(root, "UTExportedTypeDeclarations")
    let imported = readTypes(root, "UTImportedTypeDeclarations")
    return ContainerReading(
      identifier: identifier,
      exportedTypes: exported,
      importedTypes: imported,
      diagnostics: diagnostics
    )
  }
}
