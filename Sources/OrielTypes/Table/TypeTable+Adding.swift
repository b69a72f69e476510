extension TypeTable {
  /// This table with more declarations, which count as the last ones of their kind.
  ///
  /// A new table takes as long to make as this one did. One that is full, so that declarations were
  /// left out already, takes no more.
  ///
  /// - Parameters:
  ///   - exported: More types that a bundle owns.
  ///   - imported: More types that a bundle uses.
  /// - Returns: A new table, or this one when the declarations change nothing.
  public func adding(
    exported: [TypeDeclaration],
    imported: [TypeDeclaration]
  ) -> TypeTable {
    let newExported = exported.filter {
      (origin(of: $0.identifier) ?? .imported) == .imported && !$0.identifier.isReserved
    }
    let newImported = imported.filter {
      origin(of: $0.identifier) == nil && !$0.identifier.isReserved
    }
    guard !newExported.isEmpty || !newImported.isEmpty, !isFull else { return self }
    return TypeTable(
      exported: declarations(from: .exported) + newExported,
      imported: declarations(from: .imported) + newImported,
      mime: mime
    )
  }

  /// Whether declarations were left out because there were too many.
  private var isFull: Bool {
    problems.contains { problem in
      if case .tooMany = problem { true } else { false }
    }
  }

  /// The declarations of one origin that count.
  private func declarations(from origin: TypeDeclaration.Origin) -> [TypeDeclaration] {
    declarations.filter { self.origin(of: $0.identifier) == origin }
  }
}

extension TypeIdentifier {
  /// Whether no declaration may use the identifier.
  fileprivate var isReserved: Bool { folded.hasPrefix(DynamicType.prefix) }
}
