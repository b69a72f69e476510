import Testing

@testable import OrielTypes

@Suite("Dynamic types")
struct DynamicTypeTests {
  /// Random text, the same at each run.
  struct Source: RandomNumberGenerator {
    var state: UInt64 = 7
    mutating func next() -> UInt64 {
      // SplitMix64.
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  @Test(
    "A suffix and a MIME type can be read in the identifier",
    arguments: [
      ("xyz", "dyn.suffix.xyz"), ("XYZ", "dyn.suffix.xyz"), ("tar.foo", "dyn.suffix.tar.foo"),
      ("a-b", "dyn.suffix.a--b"), ("a_b", "dyn.suffix.a-5fb"), ("é", "dyn.suffix.-c3-a9"),
    ]
  )
  func spelling(suffix: String, identifier: String) {
    #expect(DynamicType(suffix: suffix)?.identifier?.rawValue == identifier)
  }

  @Test("Random suffixes come back out of their identifiers, in lower case")
  func suffixes() throws {
    var source = Source()
    let letters = Array("abcXYZ019.-_+~# éßЖ你🎉\u{301}%[]".unicodeScalars)
    for _ in 0..<2000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...20, using: &source) {
        text.append(letters.randomElement(using: &source) ?? "a")
      }
      let suffix = String(text)
      let identifier = try #require(DynamicType(suffix: suffix)?.identifier, "\(suffix)")
      #expect(TypeIdentifier(identifier.rawValue) != nil)
      for spelling in [identifier.rawValue, identifier.rawValue.uppercased()] {
        let read = try #require(TypeIdentifier(spelling))
        #expect(DynamicType(read) == .suffix(suffix.lowercased()))
      }
      #expect(TypeTable.builtIn.suffixes(of: identifier) == [suffix.lowercased()])
      #expect(TypeTable.builtIn.conforms(identifier, to: .data))
    }
  }

  @Test("Every MIME type of the system comes back out of its identifier")
  func mimeTypes() throws {
    for name in try MIMETextFiles(SystemDatabaseTests.directory).types + ["a.b/c.d-e+f", "x/y~z"] {
      let type = try #require(MIMEType(name))
      let identifier = try #require(DynamicType.mimeType(type).identifier)
      #expect(TypeIdentifier(identifier.rawValue) != nil)
      #expect(DynamicType(identifier) == .mimeType(type))
      #expect(TypeTable.builtIn.mimeTypes(of: identifier) == [type])
    }
    let type = try #require(MIMEType("image/x-foo+xml"))
    #expect(DynamicType.mimeType(type).identifier?.rawValue == "dyn.mime.image.x--foo-2bxml")
  }

  @Test(
    "Another spelling is no dynamic type and conforms to itself only",
    arguments: [
      "dyn.suffix.", "dyn.suffix.-", "dyn.suffix.-6", "dyn.suffix.-61", "dyn.suffix.-ff",
      "dyn.suffix.-zz", "dyn.mime.image", "dyn.mime..png", "dyn.mime.image.", "dyn.mime.-2f.a",
      "dyn.ah62d4rv4ge80k2pu", "dyn.suffix.a-2fb", "dyn.suffix.-00", "dyn",
    ]
  )
  func misspelled(text: String) throws {
    let identifier = try #require(TypeIdentifier(text))
    #expect(DynamicType(identifier) == nil)
    #expect(TypeTable.system.ancestors(of: identifier) == [identifier])
  }

  @Test("What is too long for an identifier has none", arguments: [244, 245])
  func tooLong(count: Int) {
    let suffix = String(repeating: "a", count: count)
    #expect((DynamicType(suffix: suffix)?.identifier == nil) == (count == 245))
    #expect((TypeTable.builtIn.type(ofFileNamed: "x." + suffix) { nil } == .data) == (count == 245))
  }
}
