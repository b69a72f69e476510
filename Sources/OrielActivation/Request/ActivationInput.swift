public import OrielTypes

/// What one request offers, as rules see it: items, their attachments and the types of each.
///
/// What the types conform to is worked out once, so that thousands of rules can be asked.
public struct ActivationInput: Sendable {
  /// One item of a request.
  public struct Item: Sendable, Hashable {
    /// The types that each attachment registers.
    public var attachments: [[String]]
    /// Whether the item has text of its own.
    public var hasText: Bool

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - attachments: The types that each attachment registers.
    ///   - hasText: Whether the item has text that is not empty. An item with text and no attachment
    ///     counts as one attachment of plain text.
    public init(attachments: [[String]], hasText: Bool = false) {
      self.attachments = attachments
      self.hasText = hasText
    }

    /// The attachments that rules see.
    var visibleAttachments: [[String]] {
      attachments.isEmpty && hasText ? [[TypeIdentifier.utf8PlainText.rawValue]] : attachments
    }
  }

  /// The items.
  public let items: [Item]
  /// The types that conformance was worked out with.
  public let types: TypeTable
  /// The items as flat arrays.
  let request: FlatRequest

  /// Creates an input.
  public init(items: [Item], types: TypeTable) {
    self.items = items
    self.types = types
    request = FlatRequest(items: items.map(\.visibleAttachments), types: types)
  }
}

/// An attachment of a request by its place.
public struct AttachmentPlace: Sendable, Hashable {
  /// The item, from 0.
  public let item: Int
  /// The attachment of the item, from 0.
  public let attachment: Int

  /// Creates a place.
  public init(item: Int, attachment: Int) {
    self.item = item
    self.attachment = attachment
  }
}
