import Foundation
import OrielTesting
import Testing

/// What `oriel list` and `oriel rule check` say about the cases of the specification, from manifests on
/// disk.
@Suite(.requiresBundles, .timeLimit(.minutes(1))) struct RuleBundleTests {
  /// Writes the bundles of all cases; gives the cases.
  private static func write(to folder: TemporaryFolder) throws -> [RuleCaseBundle] {
    let library = try folder.write(
      "Code.so",
      try Data(contentsOf: URL(filePath: "\(OrielProgram.extensions)/Shout.appex/Shout.so"))
    )
    let bundles = try folder.makeFolder("list")
    return try RuleCaseBundle.all().filter {
      try $0.write(to: bundles, as: .xml, library: library)
    }
  }

  /// The JSON that a run printed.
  private static func json(_ outcome: OrielProgram.Outcome) throws -> [String: Any] {
    let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return try #require(json as? [String: Any])
  }

  @Test func `Every case is checked with its exit code, its findings and its place`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    // All that have something to be found, and some of the others.
    let cases = try Self.write(to: folder).enumerated().filter { index, one in
      index.isMultiple(of: 3) || one.isValid == false || !one.lints.isEmpty
    }.map(\.element)
    #expect(cases.count >= 60)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, one) in cases.enumerated() {
        if index >= 4 { try await group.next() }
        group.addTask { try await Self.check(one, in: folder) }
      }
      try await group.waitForAll()
    }
  }

  /// Checks the bundle of one case.
  private static func check(_ one: RuleCaseBundle, in folder: TemporaryFolder) async throws {
    let bundle = folder.path("list/\(one.id).appex")
    let outcome = try await OrielProgram.run(["rule", "check", bundle, "--json", "--strict"])
    let found = try json(outcome)
    let diagnostics = found["diagnostics"] as? [[String: Any]] ?? []
    let codes = diagnostics.compactMap { $0["code"] as? String }
    for lint in one.lints { #expect(codes.contains(lint), "\(one): no \(lint) in \(codes)") }
    let errors = diagnostics.filter { $0["severity"] as? String == "error" }
    if let isValid = one.isValid {
      #expect(errors.count == (isValid ? 0 : 1), "\(one)")
      let code: Int32 = !isValid ? 4 : codes.isEmpty ? 0 : 1
      #expect(outcome.code == code, "\(one): \(codes)")
    }
    if let place = one.place {
      let line = errors.first?["line"] as? Int
      #expect([line, errors.first?["column"] as? Int] == place, "\(one)")
    }
    for diagnostic in diagnostics where diagnostic["code"] as? String != "type-cycle" {
      #expect(diagnostic["position"] is [String: Int], "\(one): \(diagnostic)")
    }
  }

  @Test func `The list of all bundles tells of each rule what is wrong with it`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    // What one bundle declares holds for all: only the loop of one of them is let in.
    let (all, loop) = (try Self.write(to: folder), "type-23")
    let cases = all.filter { !$0.declaresTypes || $0.id == loop }
    for one in all where one.declaresTypes && one.id != loop {
      try FileManager.default.removeItem(atPath: folder.path("list/\(one.id).appex"))
    }
    let outcome = try await OrielProgram.run(["list", "--all", "--json", folder.path("list")])
    #expect(outcome.code == 0)
    let found = try Self.json(outcome)
    let entries = found["extensions"] as? [[String: Any]] ?? []
    #expect(entries.count == cases.count)
    let byIdentifier = Dictionary(grouping: entries) { $0["identifier"] as? String }
    for one in cases {
      let entry = try #require(byIdentifier[one.identifier]?.first, "\(one)")
      #expect(entry["state"] as? String == "usable", "\(one)")
      let messages = (entry["diagnostics"] as? [[String: Any]] ?? [])
        .compactMap { $0["keyPath"] as? String }
        .filter { $0.contains("NSExtensionActivation") }
      let isRemarked = one.isValid == false || one.lints.contains { $0 != "type-cycle" }
      if isRemarked { #expect(!messages.isEmpty, "\(one): \(entry)") }
    }
    let cycles = (found["diagnostics"] as? [[String: Any]] ?? []).filter {
      ($0["message"] as? String)?.contains("conforms to itself") == true
    }
    #expect(cycles.count == 1)
    #expect((cycles.first?["file"] as? String)?.hasSuffix("/\(loop).appex") == true)
    #expect(outcome.messages.contains("conforms to itself"))
  }
}
