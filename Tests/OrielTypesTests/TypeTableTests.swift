import Testing

@testable import OrielTypes

@Suite("The table of types")
struct TypeTableTests {
  /// An identifier that is known to be valid.
  static func type(_ text: String) throws -> TypeIdentifier {
    try #require(TypeIdentifier(text))
  }

  @Test(
    "A type conforms to what it is a special case of",
    arguments: [
      ("public.jpeg", "public.image"), ("public.jpeg", "public.data"),
      ("public.jpeg", "public.item"), ("public.jpeg", "public.content"),
      ("public.jpeg", "public.jpeg"), ("com.compuserve.gif", "public.image"),
      ("public.heic", "public.image"), ("org.webmproject.webp", "public.image"),
      ("public.svg-image", "public.text"), ("public.mpeg-4", "public.movie"),
      ("com.apple.quicktime-movie", "public.audiovisual-content"),
      ("public.mp3", "public.audio"), ("com.adobe.pdf", "public.content"),
      ("com.adobe.pdf", "public.data"), ("public.file-url", "public.url"),
      ("public.url", "public.data"), ("public.utf8-plain-text", "public.plain-text"),
      ("public.utf8-plain-text", "public.content"), ("public.html", "public.text"),
      ("public.rtf", "public.text"), ("public.json", "public.text"),
      ("public.zip-archive", "public.archive"), ("public.tar-archive", "public.data"),
      ("public.swift-source", "public.plain-text"), ("public.folder", "public.directory"),
      ("com.apple.package", "public.directory"), ("public.directory", "public.item"),
      ("com.apple.xml-property-list", "com.apple.property-list"),
      ("public.vcard", "public.contact"), ("com.example.unknown", "com.example.unknown"),
      ("PUBLIC.PNG", "Public.Image"),
    ]
  )
  func conforms(type: String, other: String) throws {
    #expect(try Self.type(type).conforms(to: Self.type(other)))
  }

  @Test(
    "A type does not conform to what it is not",
    arguments: [
      ("public.image", "public.jpeg"), ("public.mpeg", "public.mpeg-4"),
      ("public.plain-text", "public.utf8-plain-text"), ("public.url", "public.file-url"),
      ("public.url", "public.text"), ("public.url", "public.content"),
      ("public.directory", "public.data"), ("public.zip-archive", "public.content"),
      ("com.adobe.pdf", "public.text"), ("public.mp3", "public.movie"),
      ("com.example.unknown", "public.data"), ("public.executable", "public.data"),
    ]
  )
  func doesNotConform(type: String, other: String) throws {
    #expect(try !Self.type(type).conforms(to: Self.type(other)))
  }

  @Test("Ancestors start with the type and go outwards")
  func ancestors() throws {
    let names = TypeTable.builtIn.ancestors(of: .utf8PlainText).map(\.rawValue)
    #expect(
      names == [
        "public.utf8-plain-text", "public.plain-text", "public.text", "public.data",
        "public.content", "public.item",
      ]
    )
    let unknown = try Self.type("com.example.unknown")
    #expect(TypeTable.builtIn.ancestors(of: unknown) == [unknown])
  }

  @Test(
    "A file name gives a type",
    arguments: [
      ("photo.jpg", "public.jpeg"), ("PHOTO.JPEG", "public.jpeg"),
      ("a.tar.gz", "org.gnu.gnu-zip-tar-archive"),
      ("a.b.png", "public.png"), ("/x.y/notes.txt", "public.plain-text"),
      ("main.swift", "public.swift-source"), ("card.vcf", "public.vcard"), (".x.png", "public.png"),
    ]
  )
  func fileNames(name: String, type: String) throws {
    #expect(TypeTable.builtIn.type(forFileName: name) == (try Self.type(type)))
  }

  @Test(
    "A file name without a known suffix gives none",
    arguments: ["", "png", ".png", "a.", "a.xyz", "/x.png/a"]
  )
  func noSuffix(name: String) {
    #expect(TypeTable.builtIn.type(forFileName: name) == nil)
  }

  @Test("MIME types and types lead to each other")
  func mimeTypes() throws {
    let table = TypeTable.builtIn
    #expect(table.type(forMIMEType: "IMAGE/Jpeg") == .jpeg)
    #expect(table.type(forMIMEType: "text/html; charset=utf-8") == .html)
    #expect(table.preferredMIMEType(of: .jpeg)?.rawValue == "image/jpeg")
    #expect(table.preferredMIMEType(of: .utf8PlainText) == .plainText)
    #expect(table.preferredSuffix(of: .jpeg) == "jpg")
    #expect(table.preferredSuffix(of: .utf8PlainText) == "txt")
    #expect(table.preferredSuffix(of: .data) == nil)
  }

  @Test("The built-in table is sound")
  func soundness() {
    let table = TypeTable.builtIn
    #expect(table.problems.isEmpty)
    #expect(table.declarations.count >= 120)
    #expect(table.declarations.count == BuiltInTypes.declarations.count, "a type occurs twice")
    for declaration in table.declarations {
      #expect(TypeIdentifier(declaration.identifier.rawValue) != nil)
      for parent in declaration.parents {
        #expect(table.declaration(of: parent) != nil, "\(parent) of \(declaration.identifier)")
      }
      for suffix in declaration.suffixes {
        let isPackage = table.conforms(declaration.identifier, to: .directory)
        let name = "name." + suffix
        let found = isPackage ? table.type(ofDirectoryNamed: name) : table.type(forFileName: name)
        #expect(found == declaration.identifier, "\(suffix)")
      }
      for mimeType in declaration.mimeTypes {
        #expect(MIMEType(mimeType.rawValue) == mimeType)
        #expect(table.type(for: mimeType) == declaration.identifier, "\(mimeType)")
      }
    }
  }
}
