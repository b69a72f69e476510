import Foundation
import Testing

@testable import OrielTypes

/// Databases that `update-mime-database` makes from what a user writes, beside the system's.
@Suite("A user's own database of MIME types")
struct OwnDatabaseTests {
  /// Types with the parts that the system's database has none of.
  private static let package = """
    <?xml version="1.0" encoding="UTF-8"?>
    <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
      <mime-type type="application/x-oriel-words">
        <magic priority="90">
          <match type="host16" value="0x0102" offset="0">
            <match type="host32" value="0x01020304" offset="2" mask="0xFF00FFFF"/>
          </match>
          <match type="big32" value="0x61626364" offset="0:64">
            <match type="string" value="x" offset="0">
              <match type="string" value="y" offset="70"/>
              <match type="string" value="z" offset="71"/>
            </match>
          </match>
        </magic>
        <glob pattern="*.oriel-words"/>
        <alias type="application/x-oriel-other"/>
      </mime-type>
      <mime-type type="image/x-Oriel-Picture">
        <sub-class-of type="application/x-oriel-other"/>
        <sub-class-of type="image/png"/>
        <glob pattern="*.[Oo]riel[0-9]?" weight="60"/>
        <glob pattern="Oriel*Literal"/>
        <glob pattern="oriel-file"/>
        <glob pattern="*.PIC" case-sensitive="true"/>
      </mime-type>
      <mime-type type="image/gif">
        <glob-deleteall/>
        <glob pattern="*.animation"/>
        <magic-deleteall/>
        <magic><match type="string" value="MYGIF" offset="0"/></magic>
      </mime-type>
      <mime-type type="image/x-loop"><sub-class-of type="image/x-pool"/></mime-type>
      <mime-type type="image/x-pool"><sub-class-of type="image/x-loop"/></mime-type>
    </mime-info>
    """

  /// The folder of the database and what is read from it.
  private func withDatabase(_ body: (String, MIMEDatabase) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "oriel-\(UUID())").path
    try FileManager.default.createDirectory(
      atPath: folder + "/mime/packages",
      withIntermediateDirectories: true
    )
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(Self.package.utf8).write(to: URL(filePath: folder + "/mime/packages/own.xml"))
    let program = Process()
    program.executableURL = URL(filePath: "/usr/bin/update-mime-database")
    program.arguments = [folder + "/mime"]
    program.standardError = FileHandle.nullDevice
    try program.run()
    program.waitUntilExit()
    try #require(program.terminationStatus == 0)
    let database = MIMEDatabase(dataDirectories: [folder, "/usr/share"])
    try #require(database.caches.count == 2)
    #expect(database.problems.isEmpty)
    try body(folder + "/mime", database)
  }

  /// A type that is known to be well formed.
  private func mime(_ text: String) throws -> MIMEType { try #require(MIMEType(text)) }

  @Test("Rules with words, masks and several levels fit what the text of the rules says")
  func magic() throws {
    try withDatabase { directory, database in
      let files = try MIMETextFiles(directory)
      #expect(files.rules.contains { $0.conditions.contains { $0.wordSize == 2 } })
      var source = DynamicTypeTests.Source()
      var found = 0
      for _ in 0..<4000 {
        var data: [UInt8] = (0..<80).map { _ in
          [0x78, 0x79, 0x7A, 0x20].randomElement(using: &source) ?? 0
        }
        if Bool.random(using: &source) {
          data.replaceSubrange(
            0..<6,
            with: [2, 1, 4, 3, UInt8.random(in: 1...2, using: &source), 1]
          )
        } else {
          let place = Int.random(in: 0..<70, using: &source)
          data.replaceSubrange(place..<(place + 4), with: Array("abcd".utf8))
        }
        let type = MIMEDatabase(caches: [database.caches[0]], problems: []).magicType(of: data)
        #expect(
          type.map { files.types(of: data) == [$0.rawValue] } ?? files.types(of: data).isEmpty
        )
        if type != nil { found += 1 }
      }
      #expect((500..<3500).contains(found), "\(found) of 4000 files")
    }
  }

  @Test("Patterns fit as fnmatch says")
  func globs() throws {
    try withDatabase { directory, database in
      let own = MIMEDatabase(caches: [database.caches[0]], problems: [])
      let files = try MIMETextFiles(directory)
      let names = [
        "a.oriel-words", "A.ORIEL-WORDS", "a.oriel5x", "a.Oriel55", "a.oriel55", "a.orielx5",
        "a.oriel5", "orielxliteral", "OrielLiteral", "Oriel Literal", "oriel-file", "Oriel-File",
        "a.PIC", "a.pic", "x", "", "oriel-file.PIC",
      ]
      var found = 0
      for name in names {
        let types = Set(own.types(forFileName: name).map(\.rawValue))
        #expect(types == files.types(named: name), "\(name)")
        if !types.isEmpty { found += 1 }
      }
      #expect(found > 8)
    }
  }

  @Test("The user's files come first and take away what the system's say")
  func deletion() throws {
    try withDatabase { _, database in
      let system = SystemDatabaseTests.database
      #expect(system.types(forFileName: "a.gif").map(\.rawValue) == ["image/gif"])
      #expect(database.types(forFileName: "a.gif").isEmpty)
      #expect(database.types(forFileName: "a.animation").map(\.rawValue) == ["image/gif"])
      #expect(database.types(forFileName: "a.png").map(\.rawValue) == ["image/png"])
      let picture = Array("GIF89a".utf8)
      #expect(system.magicType(of: picture)?.rawValue == "image/gif")
      #expect(database.magicType(of: picture) == nil)
      #expect(database.magicType(of: Array("MYGIF".utf8))?.rawValue == "image/gif")
    }
  }

  @Test("Parents named by an alias, names with capital letters and loops are understood")
  func tree() throws {
    try withDatabase { _, database in
      let picture = try mime("image/x-oriel-picture")
      #expect(
        Set(database.parents(of: picture).map(\.rawValue)) == [
          "application/x-oriel-words", "image/png", "application/octet-stream",
        ]
      )
      let table = TypeTable(mime: database)
      let identifier = try #require(table.type(for: picture))
      #expect(table.conforms(identifier, to: .png))
      #expect(table.conforms(identifier, to: .image))
      let loop = try #require(table.type(for: mime("image/x-loop")))
      let pool = try #require(table.type(for: mime("image/x-pool")))
      #expect(table.conforms(loop, to: pool))
      #expect(table.conforms(loop, to: .data))
      #expect(table.ancestors(of: loop).count == Set(table.ancestors(of: loop)).count)
    }
  }
}
