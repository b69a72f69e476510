internal import OrielPropertyList
internal import OrielText

/// The kinds of value that known keys of a manifest hold, beside those that are read by themselves.
///
/// What an extension point makes of its attributes is its own affair; what is obviously wrong is told
/// here, once for all points. Keys that are not in the tables are kept and not looked at.
enum ManifestSchema {
  /// What a key may hold.
  enum Form {
    /// A value of one kind.
    case kind(PropertyListValue.Kind)
    /// A whole number or a number with a fraction.
    case number
    /// An array of strings; with words, of these only.
    case strings([String]?)
    /// One of some words.
    case word([String])
  }

  /// Keys at the top of a manifest.
  static let root: [String: Form] = [
    "CFBundleInfoDictionaryVersion": .kind(.string), "CFBundlePackageType": .kind(.string),
    "CFBundleSupportedPlatforms": .strings(nil), "CFBundleLocalizations": .strings(nil),
    "CFBundleSignature": .kind(.string), "NSHumanReadableCopyright": .kind(.string),
    "NSPrincipalClass": .kind(.string),
  ]

  /// Keys of `NSExtension`.
  static let declaration: [String: Form] = [
    "NSExtensionFileProviderDocumentGroup": .kind(.string),
    "NSExtensionFileProviderSupportsEnumeration": .kind(.boolean),
    "NSExtensionFileProviderAppliesChangesAtomically": .kind(.boolean),
    "NSExtensionFileProviderActions": .kind(.array), "NSExtensionContextClass": .kind(.string),
  ]

  /// Keys of `NSExtensionAttributes`.
  static let attributes: [String: Form] = [
    "NSExtensionJavaScriptPreprocessingFile": .kind(.string),
    "NSExtensionServiceRoleType": .word([
      "NSExtensionServiceRoleTypeEditor", "NSExtensionServiceRoleTypeViewer",
    ]),
    "NSExtensionServiceAllowsToolbarItem": .kind(.boolean),
    "NSExtensionServiceToolbarPaletteLabel": .kind(.string),
    "NSExtensionServiceToolbarIconFile": .kind(.string),
    "NSExtensionServiceAllowsFinderPreviewItem": .kind(.boolean),
    "NSExtensionServiceFinderPreviewLabel": .kind(.string),
    "NSExtensionServiceFinderPreviewIconName": .kind(.string),
    "NSExtensionServiceAllowsTouchBarItem": .kind(.boolean),
    "NSExtensionServiceTouchBarLabel": .kind(.string),
    "NSExtensionServiceTouchBarIconName": .kind(.string),
    "NSExtensionServiceTouchBarBezelColorName": .kind(.string),
    "NSExtensionActionWantsFullScreenPresentation": .kind(.boolean),
    "NSExtensionOverridesHostUIAppearance": .kind(.boolean),
    "PHSupportedMediaTypes": .strings(["Image", "Video"]),
    "PHProjectExtensionDefinesProjectTypes": .kind(.boolean),
    "IsASCIICapable": .kind(.boolean), "PrefersRightToLeft": .kind(.boolean),
    "PrimaryLanguage": .kind(.string), "RequestsOpenAccess": .kind(.boolean),
    "UIDocumentPickerModes": .strings([
      "UIDocumentPickerModeImport", "UIDocumentPickerModeOpen",
      "UIDocumentPickerModeExportToService", "UIDocumentPickerModeMoveToService",
    ]),
    "UIDocumentPickerSupportedFileTypes": .strings(nil),
    "NSExtensionFileProviderDocumentGroup": .kind(.string),
    "NSExtensionFileProviderSupportsEnumeration": .kind(.boolean),
    "IntentsSupported": .strings(nil), "IntentsRestrictedWhileLocked": .strings(nil),
    "SupportedMediaCategories": .strings(nil),
    "UNNotificationExtensionDefaultContentHidden": .kind(.boolean),
    "UNNotificationExtensionInitialContentSizeRatio": .number,
    "UNNotificationExtensionOverridesDefaultTitle": .kind(.boolean),
    "UNNotificationExtensionUserInteractionEnabled": .kind(.boolean),
    "QLSupportedContentTypes": .strings(nil), "QLThumbnailMinimumDimension": .number,
    "CSSupportedContentTypes": .strings(nil), "AudioComponents": .kind(.array),
    "AudioComponentBundle": .kind(.string), "WKAppBundleIdentifier": .kind(.string),
  ]

  /// Something that is wrong with a value.
  struct Problem {
    /// The element of an array that it is about.
    let index: Int?
    /// What is wrong.
    let message: String
    /// What to do about it.
    let advice: String
  }

  /// What is wrong with a value.
  static func problems(of value: PropertyListValue, as form: Form) -> [Problem] {
    func wrongKind(_ expected: String) -> [Problem] {
      let message = "is \(value.kind) where \(expected) is expected"
      return [Problem(index: nil, message: message, advice: "write \(expected)")]
    }
    switch form {
    case .kind(let kind):
      return value.kind == kind ? [] : wrongKind(kind.description)
    case .number:
      return value.kind == .integer || value.kind == .real ? [] : wrongKind("a number")
    case .word(let words):
      guard let text = value.string else { return wrongKind("a string") }
      return problem(of: text, words: words, at: nil).map { [$0] } ?? []
    case .strings(let words):
      guard let elements = value.array else { return wrongKind("an array of strings") }
      return elements.enumerated().lazy.compactMap { index, element in
        guard let text = element.string else {
          let message = "is \(element.kind) where a string is expected"
          return Problem(index: index, message: message, advice: "write a string")
        }
        return words.flatMap { problem(of: text, words: $0, at: index) }
      }.prefix(8).map(\.self)
    }
  }

  /// What is wrong with a text that must be one of some words.
  private static func problem(of text: String, words: [String], at index: Int?) -> Problem? {
    guard !words.contains(text) else { return nil }
    return Problem(
      index: index,
      message: "'\(Printable.text(text, limit: 64))' is not known here",
      advice: "write \(words.joined(separator: " or "))"
    )
  }
}
