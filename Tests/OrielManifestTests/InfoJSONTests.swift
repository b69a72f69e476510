import Foundation
import OrielPropertyList
import OrielTypes
import Testing

@testable import OrielManifest

@Suite("Manifests in JSON", .requires(.native), .timeLimit(.minutes(1)))
struct InfoJSONTests {
  /// A manifest in JSON.
  private static func json(_ name: String) -> [UInt8] {
    Array(
      """
      { "CFBundleIdentifier": "com.example.json", "CFBundleExecutable": "Code.so",
        "CFBundleDisplayName": "\(name)",
        "NSExtension": { "NSExtensionPointIdentifier": "org.oriel.keyboard" } }
      """.utf8
    )
  }

  @Test("An Info.json stands in for the Info.plist, which wins where there are both")
  func infoJSON() throws {
    let directory = try TemporaryDirectory()
    let library = try CatalogTests.library.get()
    try directory.write(Self.json("From JSON"), to: "One.appex/Info.json")
    try directory.write(library, to: "One.appex/Code.so")
    let one = CatalogEntry(inspecting: "\(directory.path)/One.appex")
    #expect(one.state == .usable)
    #expect(one.displayName == "From JSON")
    #expect(one.diagnostics == [])

    try directory.makeBundle("Two.appex", identifier: "com.example.two", library: library)
    try directory.write(Self.json("Other"), to: "Two.appex/Info.json")
    let two = CatalogEntry(inspecting: "\(directory.path)/Two.appex")
    #expect(two.identifier == "com.example.two")
    #expect(two.state == .usable)
    #expect(two.diagnostics.contains { $0.file == "Info.json" && $0.severity == .warning })
  }

  @Test("What is wrong with an Info.json is told with its name and place")
  func wrongJSON() throws {
    let directory = try TemporaryDirectory()
    try directory.write(Array("{ \"a\":\n null }".utf8), to: "One.appex/Info.json")
    let entry = CatalogEntry(inspecting: "\(directory.path)/One.appex")
    let error = try #require(entry.diagnostics.first)
    #expect(error.file == "Info.json")
    #expect(error.position == .text(line: 2, column: 2))
    #expect(error.message.contains("'a' is null"))
  }

  @Test("An index gives a bundle with an Info.json as a search does")
  func coding() throws {
    let directory = try TemporaryDirectory()
    try directory.write(Self.json("From JSON"), to: "One.appex/Info.json")
    try directory.write(try CatalogTests.library.get(), to: "One.appex/Code.so")
    let path = "\(directory.path)/One.appex"
    let entry = CatalogEntry(inspecting: path)
    let kept = try CatalogEntrySources(examining: path, facts: .current)
    let again = try CatalogEntrySources(details: kept.details, contentHash: kept.contentHash)
    #expect(CatalogEntry(again) == entry)
  }
}
