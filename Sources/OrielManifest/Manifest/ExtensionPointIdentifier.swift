/// The identifier of an extension point; other names of one point give the same identifier.
public struct ExtensionPointIdentifier: Sendable, Hashable, CustomStringConvertible {
  /// Oriel's name of the point, or the name as it was written when Oriel does not know the point.
  public let rawValue: String

  /// Sharing of content from a program.
  public static let share = ExtensionPointIdentifier("org.oriel.share")
  /// Changing or viewing content inside a program.
  public static let action = ExtensionPointIdentifier("org.oriel.action")

  /// The points that Oriel knows.
  public static let known: [ExtensionPointIdentifier] = [share, action]

  /// Names that other systems have for points of Oriel.
  private static let aliases = [
    "com.apple.share-services": "org.oriel.share",
    "com.apple.services": "org.oriel.action",
    "com.apple.ui-services": "org.oriel.action",
  ]

  /// Creates an identifier from any name of the point.
  public init(_ name: String) {
    rawValue = Self.aliases[name] ?? name
  }

  /// Whether Oriel knows the point.
  public var isKnown: Bool { Self.known.contains(self) }

  /// Oriel's name of the point.
  public var description: String { rawValue }
}
