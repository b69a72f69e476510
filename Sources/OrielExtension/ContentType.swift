/// The type of a content, such as `public.jpeg`; upper and lower case are the same.
public struct ContentType: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The identifier.
  public let rawValue: String

  /// Makes a type from its identifier.
  ///
  /// - Parameter rawValue: The identifier, such as `public.jpeg`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a type from a literal.
  ///
  /// - Parameter value: The identifier, such as `public.jpeg`.
  public init(stringLiteral value: String) { rawValue = value }

  /// The identifier.
  public var description: String { rawValue }

  /// Whether both are the same but for upper and lower case.
  public static func == (left: Self, right: Self) -> Bool {
    left.rawValue == right.rawValue || left.rawValue.lowercased() == right.rawValue.lowercased()
  }

  /// Feeds the identifier into a hash, in lower case.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue.lowercased()) }

  /// Anything that is made of bytes.
  public static let data: Self = "public.data"
  /// Any picture.
  public static let image: Self = "public.image"
  /// A JPEG picture.
  public static let jpeg: Self = "public.jpeg"
  /// A PNG picture.
  public static let png: Self = "public.png"
  /// Any film.
  public static let movie: Self = "public.movie"
  /// Any text, with markup or without.
  public static let text: Self = "public.text"
  /// Text without markup.
  public static let plainText: Self = "public.plain-text"
  /// Any URL.
  public static let url: Self = "public.url"
  /// The URL of a file.
  public static let fileURL: Self = "public.file-url"
  /// A JSON document.
  public static let json: Self = "public.json"
}
