import Foundation
import OrielTesting
import Testing

@testable import OrielHost
@testable import OrielManifest

@Suite("A place of extensions") struct ExposedPlaceTests {
  /// Places at a path.
  private func places(_ path: String) -> ExposedPlaces {
    ExposedPlaces([
      SearchedDirectory(path: path, origin: .user, linked: [], hasLeftovers: false)
    ])
  }

  @Test("that cannot be looked at is not taken for safe") func unknown() throws {
    let folder = try RegistryFolder()
    // Positive control: what can be looked at, and what is not there, is safe. The folder for files of
    // a moment is everybody's, but sticky and root's.
    try folder.write("", to: "list/file")
    #expect(places("\(folder.path)/list").place(of: "\(folder.path)/list/A.appex") == nil)
    #expect(places("\(folder.path)/none").place(of: "\(folder.path)/none/A.appex") == nil)
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/loop",
      withDestinationPath: "\(folder.path)/loop"
    )
    try folder.write("", to: "closed/in/file")
    try folder.setMode(0, of: "closed")
    let long = String(repeating: "n", count: 300)
    var rows = [("loop", "ELOOP"), (long, "ENAMETOOLONG"), ("list/file/in", "ENOTDIR")]
    // Nothing is closed to root.
    if geteuid() != 0 { rows.append(("closed/in", "EACCES")) }
    for (name, error) in rows {
      let exposed = places("\(folder.path)/\(name)")
      let place = try #require(exposed.place(of: "\(folder.path)/\(name)/A.appex"), "\(name)")
      #expect(place.reason.contains(error))
      #expect(place.reason.hasSuffix("look at that path and its permissions"))
      #expect(exposed.diagnostics.map(\.severity) == [.warning])
    }
  }
}
