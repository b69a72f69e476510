import Foundation
import OrielHost
import OrielTesting
import Testing

/// What an instance gets of a host that leaves everything lying around.
@Suite("A careless host", .requiresBundles, .timeLimit(.minutes(5))) struct CarelessHostTests {
  /// Acts that find what a process of its kind would have left.
  private static let findings = [
    "find-secret", "find-variable", "find-loader-variable", "find-argument", "find-descriptor",
    "find-folder-descriptor", "find-folder", "find-mask", "find-blocked-signal",
    "find-disposition", "find-terminal", "find-host-name", "find-dumpable", "find-open-filter",
    "find-memory-privilege", "find-parent", "find-process", "through-descriptors",
  ]

  @Test("gives nothing of itself away, from any place that code runs in")
  func everything() async {
    await #expect(processExitsWith: .success) {
      let careless = try CarelessHost()
      // First, that the acts find all this where it is.
      let library = try #require(ProbeLibrary())
      for act in Self.findings { #expect(library.perform(act) == 0, "\(act)") }

      let host = try ExtensionHost(configuration: Fixtures.configuration)
      for _ in 0..<2 {
        let result = await host.perform(try Fixtures.named("Places"), items: [])
        let report = try PlacesReport(result.texts.first ?? nil)
        #expect(report.rows.count > 400)
        #expect(report.failures == [])
        let answers = Dictionary(uniqueKeysWithValues: report.rows.map { ($0.act, $0.answers) })
        for act in Self.findings { #expect(answers[act]?.allSatisfy { $0 > 0 } == true, "\(act)") }
      }
      await host.shutdownAndWait()
      _ = careless
    }
  }

  /// Answers of the Probe fixture to a careless host, by act.
  private static func answers(_ acts: [String]) async throws -> [String: Int] {
    let host = try ExtensionHost(configuration: Fixtures.configuration)
    let result = await host.perform(
      try Fixtures.named("Probe"),
      items: [ExtensionItem(text: acts.joined(separator: "\n"))]
    )
    await host.shutdownAndWait()
    let text = try #require(result.texts.first ?? nil, "\(result.outcome)")
    var answers: [String: Int] = [:]
    for line in text.split(separator: "\n") {
      guard let equals = line.lastIndex(of: "=") else { continue }
      answers[String(line[..<equals])] = Int(line[line.index(after: equals)...])
    }
    return answers
  }

  @Test("CVE-2024-21626: no descriptor of a host with 200 of them leads out, nor does the folder")
  func descriptors() async {
    await #expect(processExitsWith: .success) {
      let careless = try CarelessHost()
      let acts = [
        "find-descriptor", "find-folder-descriptor", "through-descriptors", "find-folder",
        "climb-bundle", "climb-temporary", "climb-root-link", "climb-task", "chdir-up",
      ]
      let answers = try await Self.answers(["list:/proc/self/fd"] + acts)
      #expect(answers["list:/proc/self/fd"] == 0)
      // ENOENT, and EACCES where Landlock is asked first.
      for act in acts { #expect([2, 13].contains(answers[act]), "\(act)") }
      _ = careless
    }
  }

  @Test("CVE-2023-4911: LD_PRELOAD, LD_AUDIT and GLIBC_TUNABLES of a host reach no instance")
  func loaderVariables() async {
    await #expect(processExitsWith: .success) {
      let careless = try CarelessHost()
      let library = try #require(ProbeLibrary())
      let acts = ["find-loader-variable", "find-variable", "find-secret"]
      for act in acts { #expect(library.perform(act) == 0, "\(act)") }
      let answers = try await Self.answers(["dlopen:libz.so.1"] + acts)
      #expect(answers["dlopen:libz.so.1"] == 0)
      for act in acts { #expect(answers[act] == 2, "\(act)") }
      _ = careless
    }
  }
}
