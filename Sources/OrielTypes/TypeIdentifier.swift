/// The identifier of a type of data, such as `public.jpeg`; upper and lower case are the same.
public struct TypeIdentifier: Sendable {
  /// The identifier as it was written.
  public let rawValue: String
  /// The identifier in lower case, by which identifiers are compared.
  let folded: String

  /// The longest identifier, in bytes.
  public static let greatestLength: Int = 255

  /// Creates an identifier, or nothing when the text has another form.
  ///
  /// - Parameter rawValue: Letters, digits, `-` and `.`, and any character outside ASCII that is no
  ///   control or format character; at most ``greatestLength`` bytes.
  public init?(_ rawValue: String) {
    guard !rawValue.isEmpty, rawValue.utf8.count <= Self.greatestLength,
      rawValue.utf8.allSatisfy(Self.isPlain) || rawValue.unicodeScalars.allSatisfy(Self.isAllowed)
    else { return nil }
    self.init(valid: rawValue)
  }

  /// Creates an identifier from text that is known to have the form.
  init(valid rawValue: String) {
    self.rawValue = rawValue
    folded = rawValue.utf8.allSatisfy(Self.isPlain) ? rawValue : rawValue.lowercased()
  }

  /// Whether a byte is a character of an identifier that is its own small form, as most are.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// Whether a character may be part of an identifier.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".": return true
    case "\0"..."\u{7F}": return false
    default:
      switch scalar.properties.generalCategory {
      case .control, .format, .privateUse, .unassigned, .surrogate, .spaceSeparator,
        .lineSeparator, .paragraphSeparator:
        return false
      default: return true
      }
    }
  }
}

extension TypeIdentifier: Hashable {
  /// Whether both are the same but for upper and lower case.
  public static func == (left: TypeIdentifier, right: TypeIdentifier) -> Bool {
    left.folded == right.folded
  }

  /// Feeds the identifier into a hash, in lower case.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(folded)
  }
}

extension TypeIdentifier: CustomStringConvertible {
  /// The identifier as it was written.
  public var description: String { rawValue }
}

extension TypeIdentifier {
  /// Whether this type is another one, or a special case of it, by the built-in table.
  public func conforms(to other: TypeIdentifier) -> Bool {
    TypeTable.builtIn.conforms(self, to: other)
  }

  /// `public.item`: anything that can be in a file system.
  public static let item = TypeIdentifier(valid: "public.item")
  /// `public.content`: what a person would call a document.
  public static let content = TypeIdentifier(valid: "public.content")
  /// `public.data`: a stream of bytes.
  public static let data = TypeIdentifier(valid: "public.data")
  /// `public.text`: text with or without markup.
  public static let text = TypeIdentifier(valid: "public.text")
  /// `public.plain-text`: text without markup, in an encoding that is not known.
  public static let plainText = TypeIdentifier(valid: "public.plain-text")
  /// `public.utf8-plain-text`: text without markup in UTF-8.
  public static let utf8PlainText = TypeIdentifier(valid: "public.utf8-plain-text")
  /// `public.url`: a URL.
  public static let url = TypeIdentifier(valid: "public.url")
  /// `public.file-url`: the URL of a file.
  public static let fileURL = TypeIdentifier(valid: "public.file-url")
  /// `public.image`: a picture.
  public static let image = TypeIdentifier(valid: "public.image")
  /// `public.jpeg`: a picture in JPEG.
  public static let jpeg = TypeIdentifier(valid: "public.jpeg")
  /// `public.png`: a picture in PNG.
  public static let png = TypeIdentifier(valid: "public.png")
  /// `public.movie`: pictures that move.
  public static let movie = TypeIdentifier(valid: "public.movie")
  /// `public.audio`: sound.
  public static let audio = TypeIdentifier(valid: "public.audio")
  /// `com.adobe.pdf`: a document in PDF.
  public static let pdf = TypeIdentifier(valid: "com.adobe.pdf")
  /// `public.html`: a web page.
  public static let html = TypeIdentifier(valid: "public.html")
  /// `public.json`: a value in JSON.
  public static let json = TypeIdentifier(valid: "public.json")
  /// `public.archive`: files packed into one.
  public static let archive = TypeIdentifier(valid: "public.archive")
  /// `public.directory`: a directory of any kind.
  public static let directory = TypeIdentifier(valid: "public.directory")
  /// `public.folder`: a directory that a person looks into.
  public static let folder = TypeIdentifier(valid: "public.folder")
  /// `public.symlink`: a name for another place in a file system.
  public static let symlink = TypeIdentifier(valid: "public.symlink")
  /// `com.apple.property-list`: a property list in any format.
  public static let propertyList = TypeIdentifier(valid: "com.apple.property-list")
}
