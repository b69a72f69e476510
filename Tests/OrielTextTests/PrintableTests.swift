import OrielText
import Testing

@Suite("Text that is safe to show", .timeLimit(.minutes(1)))
struct PrintableTests {
  /// Whether a character can move the cursor, turn text round, or take no room without need.
  static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    // Ground truth from Unicode's charts, not from the code under test.
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5,
      0x180B...0x180F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164,
      0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A,
      0xE000...0xF8FF, 0xE0000...0xE0FFF, 0xF0000...0x10FFFF:
      true
    default: false
    }
  }

  /// All scalars of Unicode; of the ranges that hold one kind only, ideographs, syllables, private
  /// and unassigned ones, every 61st.
  private static var all: [Unicode.Scalar] {
    (0...0x10FFFF as ClosedRange<UInt32>).filter { value in
      switch value {
      case 0x3400...0xD7A3, 0xE000...0xF8FF, 0x17000...0x18CFF, 0x20000...0xDFFFF, 0xE1000...:
        value % 61 == 0
      default: true
      }
    }.compactMap(Unicode.Scalar.init)
  }

  @Test(
    "No control, format, filler or tag character of Unicode is shown, and what is written is",
    arguments: ["text", "source", "scalar", "name"]
  )
  func allCharacters(way: String) {
    // A letter stands between any two, so that none changes what happens to the next.
    let input = String.UnicodeScalarView(Self.all.flatMap { ["x", $0] as [Unicode.Scalar] })
    let output: String.UnicodeScalarView
    switch way {
    case "text": output = Printable.text(String(input), limit: .max).unicodeScalars
    case "source": output = Printable.source(String(input), limit: .max).unicodeScalars
    case "name": output = Printable.name(String(input)).unicodeScalars
    default: output = String.UnicodeScalarView(input.map(Printable.scalar))
    }
    var dangerous: [Unicode.Scalar] = []
    var shown = Set<UInt32>()
    for scalar in output {
      if Self.isDangerous(scalar) { dangerous.append(scalar) } else { shown.insert(scalar.value) }
    }
    #expect(dangerous.isEmpty, "\(dangerous.prefix(8).map { String($0.value, radix: 16) })")
    // Unicode has about 40,000 characters that are written beside those.
    #expect((35_000...60_000).contains(shown.count), "\(shown.count)")
    for range in [0x21...0x7E, 0xA1...0xAC, 0xC0...0x24F, 0x391...0x3A1, 0x1F600...0x1F64F] {
      #expect(range.allSatisfy { shown.contains(UInt32($0)) }, "\(range)")
    }
    if way != "name" { #expect(output.count == input.count, "each has its place") }
  }

  @Test(
    "Joiners and selectors stay where they have a meaning, and nowhere else",
    arguments: [
      ("👩\u{200D}💻", "👩\u{200D}💻"), ("❤️\u{200D}🔥", "❤️\u{200D}🔥"), ("1️⃣", "1️⃣"),
      ("👩🏽\u{200D}🚀", "👩🏽\u{200D}🚀"), ("می\u{200C}خواهم", "می\u{200C}خواهم"),
      ("क्\u{200D}ष", "क्\u{200D}ष"), ("pay\u{200D}pal", "paypal"), ("pay\u{200C}pal", "paypal"),
      ("\u{200D}a", "a"), ("a\u{FE0F}b", "ab"), ("👩\u{200D}\u{200D}💻", "👩\u{200D}💻"),
      ("👩\u{200D}", "👩"), ("👩\u{200D}a", "👩a"), ("क्\u{200D} ष", "क् ष"),
      ("🏴\u{E0067}\u{E007F}", "🏴"),
    ]
  )
  func joiners(text: String, name: String) {
    #expect(Array(Printable.name(text).unicodeScalars) == Array(name.unicodeScalars))
    let shown = Printable.text(text).unicodeScalars.filter { $0 != "\u{FFFD}" }
    #expect(Array(shown) == Array(name.unicodeScalars))
  }

  @Test("Marks are heaped up only as high as scripts need")
  func marks() {
    #expect(Printable.name("e\u{302}\u{301}") == "e\u{302}\u{301}")
    let heap = "a" + String(repeating: "\u{301}", count: 50) + "b"
    #expect(Printable.name(heap).unicodeScalars.count == 8)
    #expect(!Printable.text(heap).unicodeScalars.dropFirst(7).dropLast().contains("\u{301}"))
  }

  @Test("Text is cut where it is too long, and told so")
  func length() {
    #expect(Printable.text("abc", limit: 3) == "abc")
    #expect(Printable.text("abcd", limit: 3) == "abc…")
    #expect(Printable.text("äöüß", limit: 4) == "äöüß")
    #expect(Printable.text("äöüß", limit: 3) == "äöü…")
    #expect(Printable.text("a", limit: 0) == "…")
    #expect(Printable.quoted("a\n\tb") == "'a  b'")
  }

  @Test(
    "A name is one line without space around it",
    arguments: [
      ("  a \n\t b  ", "a b"), ("a\u{2028}b", "a b"), ("\u{A0}a\u{3000}", "a"), ("\u{2800}", ""),
      ("\u{202E}\u{2066}", ""), (" ", ""), ("", ""), ("a  b", "a b"),
      ("Foto – Blog", "Foto – Blog"),
    ]
  )
  func names(text: String, name: String) {
    #expect(Printable.name(text) == name)
  }
}
