internal import OrielHost
internal import OrielManifest
internal import OrielTypes

extension ExtensionCatalog {
  /// The types that are known here: those that the extensions declare, after some others.
  func types(
    exported: [TypeDeclaration] = [],
    imported: [TypeDeclaration] = []
  ) -> TypeTable {
    let manifests = usable.map(\.manifest)
    return TypeTable(
      exported: exported + manifests.flatMap(\.exportedTypes),
      imported: imported + manifests.flatMap(\.importedTypes),
      mime: .system
    )
  }
}
