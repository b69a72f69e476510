import OrielTypes
import Testing

@Suite("Type identifiers")
struct TypeIdentifierTests {
  @Test("Upper and lower case are the same, and the spelling is kept")
  func caseFolding() throws {
    let upper = try #require(TypeIdentifier("Public.JPEG"))
    #expect(upper == .jpeg)
    #expect(upper.hashValue == TypeIdentifier.jpeg.hashValue)
    #expect(upper.description == "Public.JPEG")
    #expect(upper.conforms(to: .image))
  }

  @Test(
    "Text of another form is no identifier",
    arguments: [
      "", " ", "public jpeg", "public/jpeg", "public.jpeg\n", "a\0b", "a_b", "a:b", "\u{202E}gpj",
      "a\u{200B}b", String(repeating: "a", count: 256),
    ]
  )
  func refused(text: String) {
    #expect(TypeIdentifier(text) == nil)
  }

  @Test(
    "Text of the form is an identifier",
    arguments: [
      "public.jpeg", "a", "com.example.büro-akte", "dyn.ah62d4", String(repeating: "a", count: 255),
    ]
  )
  func accepted(text: String) {
    #expect(TypeIdentifier(text)?.rawValue == text)
  }
}
