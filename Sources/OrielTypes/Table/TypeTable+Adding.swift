extension TypeTable {
  /// This table with more declarations, which count as the last ones of their kind.
  ///
  /// - Parameters:
  ///   - exported: More types that a bundle owns.
  ///   - imported: More types that a bundle uses.
  /// - Returns: A new table, or this one when the declarations change nothing.
  public func adding(
    exported: [TypeDeclaration],
    imported: [TypeDeclaration]
  ) -> TypeTable {
    let newExported = exported.filter { (origin(of: $0.identifier) ?? .imported) == .imported }
    let newImported = imported.filter { origin(of: $0.identifier) == nil }
    guard !newExported.isEmpty || !newImported.isEmpty else { return self }
    return TypeTable(
      exported: declarations(from: .exported) + newExported,
      imported: declarations(from: .imported) + newImported,
      mime: mime
    )
  }

  /// The declarations of one origin that count.
  private func declarations(from origin: TypeDeclaration.Origin) -> [TypeDeclaration] {
    declarations.filter { self.origin(of: $0.identifier) == origin }
  }
}
