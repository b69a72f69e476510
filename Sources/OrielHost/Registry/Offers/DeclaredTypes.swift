internal import OrielManifest
internal import OrielTypes

/// The types that the extensions of a snapshot declare, with what is wrong with them.
struct DeclaredTypes: Sendable, Equatable {
  /// A declaration, and the bundle that makes it.
  private struct Owned: Sendable, Equatable {
    /// The declaration.
    let declaration: TypeDeclaration
    /// The path of the bundle.
    let bundle: String
  }

  /// What the bundles own.
  private var exported: [Owned] = []
  /// What the bundles use.
  private var imported: [Owned] = []

  /// Adds what the manifest of a bundle or container declares; what is added first wins.
  mutating func add(exported: [TypeDeclaration], imported: [TypeDeclaration], at path: String) {
    self.exported += exported.map { Owned(declaration: $0, bundle: path) }
    self.imported += imported.map { Owned(declaration: $0, bundle: path) }
  }

  /// The table with what the system knows.
  func table() -> TypeTable {
    TypeTable(
      exported: exported.map(\.declaration),
      imported: imported.map(\.declaration),
      mime: .system
    )
  }

  /// What is wrong with the declarations that a table was made from, each at the bundle that says so.
  func diagnostics(of table: TypeTable) -> [Diagnostic] {
    table.problems.map { problem in
      let found = place(of: problem)
      return Diagnostic(
        .warning,
        file: found?.bundle ?? "types",
        keyPath: found.map { "\($0.key)[\($0.declaration.identifier)]" },
        problem.description,
        advice: problem.advice
      )
    }
  }

  /// The declaration that a problem is about, with its key.
  private func place(
    of problem: TypeProblem
  ) -> (bundle: String, key: String, declaration: TypeDeclaration)? {
    let place: TypeProblem.Place?
    switch problem {
    case .cycle(let type, _):
      place =
        exported.firstIndex { $0.declaration.identifier == type }
        .map { TypeProblem.Place(origin: .exported, index: $0) }
        ?? imported.firstIndex { $0.declaration.identifier == type }
        .map { TypeProblem.Place(origin: .imported, index: $0) }
    case .builtIn(_, let found), .reserved(_, let found), .duplicate(_, let found, _):
      place = found
    case .tooMany, .more: place = nil
    }
    guard let place else { return nil }
    let isExported = place.origin == .exported
    let list = isExported ? exported : imported
    guard list.indices.contains(place.index) else { return nil }
    let key = isExported ? "UTExportedTypeDeclarations" : "UTImportedTypeDeclarations"
    return (list[place.index].bundle, key, list[place.index].declaration)
  }
}
