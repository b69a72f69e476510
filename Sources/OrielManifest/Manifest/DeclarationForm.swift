/// The two ways in which a manifest declares an extension.
struct DeclarationForm: Sendable {
  /// The key of the dictionary at the top of the manifest.
  let key: String
  /// The key of the extension point in it.
  let pointKey: String
  /// The key of the class to start with.
  let classKey: String

  /// `NSExtension`.
  static let original = DeclarationForm(
    key: "NSExtension",
    pointKey: "NSExtensionPointIdentifier",
    classKey: "NSExtensionPrincipalClass"
  )
  /// `EXAppExtensionAttributes`, the newer way; attributes stand in it as they do in the older one.
  static let newer = DeclarationForm(
    key: "EXAppExtensionAttributes",
    pointKey: "EXExtensionPointIdentifier",
    classKey: "EXPrincipalClass"
  )
}
