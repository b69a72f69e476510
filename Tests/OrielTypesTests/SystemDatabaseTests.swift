import Foundation
import Testing

@testable import OrielTypes

/// Compares what is read from `mime.cache` with the text files that lie beside it, for every line.
@Suite("The system's database of MIME types")
struct SystemDatabaseTests {
  /// Where Debian's package puts the database.
  static let directory = "/usr/share/mime"
  /// The database.
  static let database = MIMEDatabase(dataDirectories: ["/usr/share"])

  /// A type that is known to be well formed.
  private func mime(_ text: String) throws -> MIMEType { try #require(MIMEType(text)) }

  @Test("The files are there and hold hundreds of types")
  func control() throws {
    let files = try MIMETextFiles(Self.directory)
    #expect(Self.database.caches.count == 1)
    #expect(Self.database.problems.isEmpty)
    #expect(files.types.count > 500)
    #expect(files.globs.count > 500)
    #expect(files.aliases.count > 100)
    #expect(files.subclasses.count > 100)
    #expect(files.rules.count > 200)
  }

  @Test("Every alias leads to its type and back")
  func aliases() throws {
    for (alias, type) in try MIMETextFiles(Self.directory).aliases {
      #expect(Self.database.canonical(try mime(alias)) == (try mime(type)))
      #expect(Self.database.aliases(of: try mime(type)).contains(try mime(alias)))
    }
  }

  @Test("Every type has the parents that the file gives it and those of the rules, and no others")
  func parents() throws {
    let files = try MIMETextFiles(Self.directory)
    let aliases = Dictionary(files.aliases, uniquingKeysWith: { first, _ in first })
    for type in files.types where aliases[type] == nil {
      var expected = Set(files.subclasses.filter { $0.0 == type }.map { aliases[$0.1] ?? $0.1 })
      if type.hasPrefix("text/"), type != "text/plain" { expected.insert("text/plain") }
      if !type.hasPrefix("inode/"), type != "application/octet-stream" {
        expected.insert("application/octet-stream")
      }
      let found = Self.database.parents(of: try mime(type)).map(\.rawValue)
      #expect(Set(found) == expected, "\(type)")
      #expect(Set(found).count == found.count)
    }
  }

  @Test("A name for every pattern has the types that fnmatch and the specification give it")
  func globs() throws {
    let files = try MIMETextFiles(Self.directory)
    for glob in files.globs {
      // What the wildcards of a pattern may stand for.
      let name = glob.pattern.replacingOccurrences(of: "*", with: "name")
        .replacing(/\[[^\]]*\]/) { $0.output.dropFirst().prefix(1) }
      #expect(glob.matches(name.utf8CString, name.utf8CString))
      for name in [name, name.uppercased(), "a.b." + name] {
        let found = Self.database.types(forFileName: name).map(\.rawValue)
        #expect(Set(found) == files.types(named: name), "\(name)")
      }
    }
  }

  @Test("Every type has the suffixes that the patterns give it, the weightiest first")
  func suffixes() throws {
    let files = try MIMETextFiles(Self.directory)
    var expected: [String: [String: Int]] = [:]
    for glob in files.globs {
      guard let match = glob.pattern.wholeMatch(of: /\*\.([^*?\[]+)/) else { continue }
      let suffix = match.output.1.lowercased()
      expected[glob.type, default: [:]][suffix, default: 0] = max(
        glob.weight,
        expected[glob.type]?[suffix] ?? 0
      )
    }
    #expect(expected.count > 500)
    for type in files.types {
      let found = Self.database.suffixes(of: try mime(type))
      let weights = expected[type] ?? [:]
      #expect(Set(found) == Set(weights.keys), "\(type)")
      #expect(found.count == weights.count)
      #expect(found.first.flatMap { weights[$0] } == weights.values.max(), "\(type)")
    }
    let table = TypeTable(mime: Self.database)
    let feed = try #require(table.type(forMIMEType: "application/atom+xml"))
    #expect(table.suffixes(of: feed) == ["atom"])
    #expect(table.preferredSuffix(of: feed) == "atom")
  }

  @Test("A file for every rule about contents has a type that the text of the rules gives it")
  func magic() throws {
    let files = try MIMETextFiles(Self.directory)
    var count = 0
    var known: Set<[UInt8]> = []
    for rule in files.rules {
      for condition in rule.conditions {
        var data = [UInt8](repeating: 0x20, count: 200)
        condition.satisfy(&data)
        // A condition deep in a file leaves nothing to learn beyond what is read at all.
        guard data.count <= Self.database.sniffingLength, known.insert(data).inserted else {
          continue
        }
        for data in [data, Array(data.dropLast(1))] {
          let found = Self.database.magicType(of: data)?.rawValue
          let expected = files.types(of: data)
          #expect(found.map { expected.contains($0) } ?? expected.isEmpty, "\(rule.type)")
          if found != nil { count += 1 }
        }
      }
    }
    #expect(count > 500, "so many files were recognized")
  }

  @Test("What neither name nor content tells is text without control characters, else data")
  func fallback() {
    let database = Self.database
    #expect(database.type(ofContent: Array("just words\twith\nwhite space\r\n".utf8)) == .plainText)
    #expect(database.type(ofContent: Array("Füße, é".utf8)) == .plainText)
    #expect(database.type(ofContent: [0x61, 0x62, 0x01]) == .octetStream)
    #expect(database.type(ofContent: [UInt8](repeating: 0x61, count: 128) + [0]) == .plainText)
    #expect(database.type(ofContent: []).rawValue == "application/x-zerosize")
  }

  @Test("The name decides, and the content only where the name leaves a choice")
  func order() throws {
    let database = Self.database
    func type(_ name: String, _ content: String) -> String {
      database.type(ofFileNamed: name) { Array(content.utf8) }.rawValue
    }
    #expect(database.type(ofFileNamed: "a.png") { nil }.rawValue == "image/png")
    #expect(type("README.mp3", "just words") == "audio/mpeg")
    #expect(type("unknown", "%PDF-1.4") == "application/pdf")
    #expect(type("a.m", "function x = y\n") == "text/x-matlab")
    #expect(type("a.m", "just words") == "text/x-objcsrc")
    #expect(type("a.ts", "<!DOCTYPE TS>\n<TS></TS>") == "text/vnd.trolltech.linguist")
    let stream = try MIMETextFiles(Self.directory).file(of: "video/mp2t")
    #expect(database.type(ofFileNamed: "a.ts") { stream }.rawValue == "video/mp2t")
  }
}
