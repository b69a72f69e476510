import OrielTypes
import Testing

@Suite("MIME types and identifiers")
struct MIMEMappingTests {
  static let table = TypeTable(mime: MIMEDatabase(dataDirectories: ["/usr/share"]))

  /// An identifier that is known to be valid.
  private func type(_ text: String) throws -> TypeIdentifier { try #require(TypeIdentifier(text)) }

  @Test(
    "A MIME type has the identifier of the table, under each of its names",
    arguments: [
      ("image/png", "public.png"), ("IMAGE/PNG; q=1", "public.png"),
      ("application/x-pdf", "com.adobe.pdf"), ("audio/x-vorbis", "org.xiph.ogg-audio"),
      ("text/xml", "public.xml"), ("application/x-bzip2", "public.bzip2-archive"),
      ("inode/directory", "public.directory"), ("inode/mount-point", "public.volume"),
      ("inode/symlink", "public.symlink"), ("application/octet-stream", "public.data"),
      ("text/plain", "public.plain-text"), ("application/x-shellscript", "public.shell-script"),
    ]
  )
  func known(mimeType: String, identifier: String) throws {
    #expect(Self.table.type(forMIMEType: mimeType) == (try type(identifier)))
  }

  @Test(
    "Any other MIME type has a dynamic identifier that conforms to what its parents map to",
    arguments: [
      ("text/x-unheard-of", ["public.plain-text", "public.text", "public.content", "public.data"]),
      ("text/x-scala", ["public.plain-text", "public.data"]),
      ("application/x-unheard-of", ["public.data", "public.item"]),
      ("application/atom+xml", ["public.xml", "public.text", "public.data"]),
      ("application/vnd.comicbook+zip", ["public.zip-archive", "public.archive", "public.data"]),
      ("application/x-tarz", ["public.z-archive", "public.archive"]),
      // Through a type that has a dynamic identifier itself.
      ("application/sdp", ["public.plain-text", "public.data"]),
      ("image/vnd.djvu+multipage", ["dyn.mime.image.vnd.djvu", "public.data"]),
    ]
  )
  func dynamic(mimeType: String, conformsTo others: [String]) throws {
    let identifier = try #require(Self.table.type(forMIMEType: mimeType))
    #expect(identifier.rawValue.hasPrefix("dyn.mime."))
    for other in others {
      #expect(Self.table.conforms(identifier, to: try type(other)), "\(identifier): \(other)")
    }
    #expect(Self.table.ancestors(of: identifier).first == identifier)
    #expect(Self.table.preferredMIMEType(of: identifier)?.rawValue == mimeType)
  }

  @Test("The media type alone makes nothing an image, and nothing that is no stream is data")
  func noMore() throws {
    let image = try #require(Self.table.type(forMIMEType: "image/x-unheard-of"))
    #expect(Self.table.conforms(image, to: .data))
    #expect(!Self.table.conforms(image, to: .image))
    let pipe = try #require(Self.table.type(forMIMEType: "inode/fifo"))
    #expect(Self.table.ancestors(of: pipe) == [pipe])
    let data = try #require(Self.table.type(forMIMEType: "application/x-unheard-of"))
    #expect(!Self.table.conforms(data, to: .content))
  }

  @Test("A declaration names a MIME type, and old dynamic identifiers conform to what it names")
  func declared() throws {
    let declaration = try DeclarationTests.declare(
      "com.example.foo",
      ["public.image"],
      suffixes: ["foo"],
      mimeTypes: ["image/x-unheard-of", "image/png"]
    )
    let table = TypeTable(imported: [declaration], mime: Self.table.mime)
    #expect(table.type(forMIMEType: "image/x-unheard-of") == declaration.identifier)
    #expect(table.type(forMIMEType: "image/png") == .png, "the built-in table is stronger")
    #expect(table.type(forFileName: "a.FOO") == declaration.identifier)
    let old = try type("dyn.mime.image.x--unheard--of")
    #expect(table.conforms(old, to: declaration.identifier))
    #expect(table.conforms(old, to: .image))
  }

  @Test(
    "Text that is no MIME type has no identifier",
    arguments: ["", "a", "/", "a/", "/b", "a/b/c"]
  )
  func malformed(text: String) {
    #expect(Self.table.type(forMIMEType: text) == nil)
  }

  @Test("Conformance of all types of table and database is reflexive, transitive and blind to case")
  func laws() throws {
    let table = Self.table
    let files = try MIMETextFiles(SystemDatabaseTests.directory)
    let types =
      table.declarations.map(\.identifier) + files.types.compactMap { table.type(forMIMEType: $0) }
    for type in types {
      let ancestors = table.ancestors(of: type)
      let all = table.conformances(of: type)
      #expect(Set(ancestors) == all)
      #expect(ancestors.count == all.count)
      #expect(ancestors.first == type)
      for ancestor in ancestors {
        #expect(table.conformances(of: ancestor).isSubset(of: all))
        #expect(ancestor == type || !table.conforms(ancestor, to: type), "a loop")
      }
      let upper = try self.type(type.rawValue.uppercased())
      #expect(table.conformances(of: upper) == all)
    }
  }
}
