import OrielManifest
import OrielPropertyList
import Testing

/// What is told about a file, alone and as a part of a sentence.
@Suite("Diagnostics") struct DiagnosticTests {
  @Test(
    "A part of a sentence is the line without its severity",
    arguments: Diagnostic.Severity.allCases
  )
  func finding(_ severity: Diagnostic.Severity) {
    let all = [
      Diagnostic(severity, file: "Info.plist", "is missing"),
      Diagnostic(severity, file: "Info.plist", keyPath: "A.B", "is wrong", advice: "mend it"),
    ]
    #expect(
      all.map(\.finding) == ["Info.plist: is missing", "Info.plist: A.B: is wrong; mend it"]
    )
    #expect(all.map(\.description) == all.map { "\(severity.rawValue): \($0.finding)" })
  }
}
