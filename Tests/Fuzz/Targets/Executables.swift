@testable import OrielManifest

/// Shared libraries: header, segments, sections, dynamic table, symbols and notes.
enum Executables {
  /// A system that does not depend on where the fuzzer runs.
  private static let facts = SystemFacts(
    machine: .x86_64,
    glibc: VersionNumber(2, 36),
    swift: SwiftVersion(VersionNumber(6, 3))
  )

  /// Inspects a library twice; accepted is one that fits.
  static func run(_ bytes: [UInt8]) throws(Finding) -> Bool {
    let inspection = inspect(bytes)
    try Finding.unless(inspection == inspect(bytes), "two inspections differ")
    try Finding.unless(inspection.fileSize == UInt64(bytes.count), "the size is wrong")
    try Finding.unless(inspection.diagnostics.count <= 64, "there are too many diagnostics")
    for diagnostic in inspection.diagnostics { try Finding.unlessPrintable("\(diagnostic)") }
    let hasError = inspection.diagnostics.contains { $0.severity == .error }
    switch inspection.verdict {
    case .fits:
      try Finding.unless(!hasError, "a library fits in spite of an error")
      try Finding.unless(bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]), "something else fits")
      let name = Array(ExecutableInspection.entrySymbol.utf8) + [0]
      try Finding.unless(holds(bytes, name), "a library without the entry's name fits")
    case .refused: try Finding.unless(hasError, "a library is refused and nothing says why")
    case .incompatible(let needs, let has):
      try Finding.unlessPrintable(needs)
      try Finding.unlessPrintable(has)
    }
    try Finding.unless(
      inspection.neededLibraries.count + inspection.runPaths.count <= 4096,
      "there are too many names"
    )
    return inspection.verdict == .fits
  }

  /// Inspects a library.
  private static func inspect(_ bytes: [UInt8]) -> ExecutableInspection {
    ExecutableInspection(MemorySource(bytes: bytes), file: "Code.so", facts: facts)
  }

  /// Whether bytes are somewhere in others.
  private static func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0] == part[0] && bytes[$0...].starts(with: part) }
  }
}
