public import OrielPropertyList
public import OrielTypes
internal import OrielWire

/// An item that a request carries to an extension.
public struct ExtensionItem: Sendable {
  /// The most bytes of UTF-8 that a title or a text may have.
  public static let maximumTextLength: Int = WireLimit.text

  /// The title.
  public var title: String?
  /// The text.
  public var text: String?
  /// What else is to be known, usually a dictionary; travels as a binary property list.
  ///
  /// Bounded by `PropertyListLimits.userInfo`: a request with more fails before anything is started.
  public var userInfo: PropertyListValue?
  /// What the item carries.
  public var attachments: [ItemProvider]

  /// Gathers the parts.
  public init(
    title: String? = nil,
    text: String? = nil,
    userInfo: PropertyListValue? = nil,
    attachments: [ItemProvider] = []
  ) {
    self.title = title
    self.text = text
    self.userInfo = userInfo
    self.attachments = attachments
  }
}

extension ExtensionItem {
  /// The types of each attachment that a viewer sees, the best first.
  ///
  /// An attachment without a form for the viewer is not there for it. What an extension is offered
  /// for and what it is sent are both made from this.
  public func registeredTypes(visibleTo viewer: ItemViewer) -> [[TypeIdentifier]] {
    attachments.map { $0.registeredTypes(visibleTo: viewer) }.filter { !$0.isEmpty }
  }

  /// The item as a viewer sees it.
  func visible(to viewer: ItemViewer) -> ExtensionItem {
    var item = self
    item.attachments = attachments.compactMap { $0.visible(to: viewer) }
    return item
  }
}
