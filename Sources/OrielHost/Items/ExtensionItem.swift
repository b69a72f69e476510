internal import OrielWire

/// An item that a request carries to an extension.
public struct ExtensionItem: Sendable {
  /// The most bytes of UTF-8 that a title or a text may have.
  public static let maximumTextLength: Int = WireLimit.text

  /// The title.
  public var title: String?
  /// The text.
  public var text: String?
  /// A property list, in XML or binary form.
  public var userInfo: [UInt8]?
  /// What the item carries.
  public var attachments: [ItemProvider]

  /// Gathers the parts.
  public init(
    title: String? = nil,
    text: String? = nil,
    userInfo: [UInt8]? = nil,
    attachments: [ItemProvider] = []
  ) {
    self.title = title
    self.text = text
    self.userInfo = userInfo
    self.attachments = attachments
  }
}
