/// The identifier of an extension point; other names of one point give the same identifier.
public struct ExtensionPointIdentifier: Sendable, Hashable, CustomStringConvertible {
  /// Oriel's name of the point, or the name as it was written when Oriel does not know the point.
  public let rawValue: String

  /// Sharing of content from a program.
  public static let share = ExtensionPointIdentifier("org.oriel.share")
  /// Changing or viewing content inside a program.
  public static let action = ExtensionPointIdentifier("org.oriel.action")
  /// A small view of something that changes, shown beside others.
  public static let today = ExtensionPointIdentifier("org.oriel.today")
  /// Editing of photos and videos inside a program that manages them.
  public static let photoEditing = ExtensionPointIdentifier("org.oriel.photo-editing")
  /// Choosing a document of a service.
  public static let documentPicker = ExtensionPointIdentifier("org.oriel.document-picker")
  /// Giving documents of a service to programs.
  public static let documentProvider = ExtensionPointIdentifier("org.oriel.document-provider")
  /// Showing how folders are kept the same elsewhere.
  public static let folderSync = ExtensionPointIdentifier("org.oriel.folder-sync")
  /// A way to write.
  public static let keyboard = ExtensionPointIdentifier("org.oriel.keyboard")

  /// Calls of the functions of a library, which an interface describes.
  public static let library = ExtensionPointIdentifier("org.oriel.library")

  /// The points that Oriel knows.
  public static let known: [ExtensionPointIdentifier] = [
    share, action, today, photoEditing, documentPicker, documentProvider, folderSync, keyboard,
    library,
  ]

  /// Names that the system of which this is a model has for points of Oriel.
  private static let aliases = [
    "com.apple.share-services": "org.oriel.share",
    "com.apple.services": "org.oriel.action",
    "com.apple.ui-services": "org.oriel.action",
    "com.apple.widget-extension": "org.oriel.today",
    "com.apple.photo-editing": "org.oriel.photo-editing",
    "com.apple.fileprovider-ui": "org.oriel.document-picker",
    "com.apple.fileprovider-nonui": "org.oriel.document-provider",
    "com.apple.FinderSync": "org.oriel.folder-sync",
    "com.apple.keyboard-service": "org.oriel.keyboard",
  ]

  /// Creates an identifier from any name of the point.
  public init(_ name: String) {
    rawValue = Self.aliases[name] ?? name
  }

  /// Whether Oriel knows the point; an extension of another one is listed and never offered.
  public var isKnown: Bool { Self.known.contains(self) }

  /// Whether hosts choose extensions of this point by activation rules, without which none is
  /// offered.
  ///
  /// The rule for a point that Oriel does not know is read, too: a host may know the point.
  public var usesActivationRules: Bool { self == .share || self == .action || !isKnown }

  /// All names of the points that Oriel knows, for finding the one that was meant.
  static let allNames: [String] = known.map(\.rawValue) + aliases.keys.sorted()

  /// Oriel's name of the point.
  public var description: String { rawValue }
}
