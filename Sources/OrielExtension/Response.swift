/// What a completed request gives back.
public struct Response: Sendable, ExpressibleByArrayLiteral {
  /// The items, in the order the host shall see.
  public var items: [ReturnedItem]

  /// The input items that could not be handled, when others could.
  public var itemFailures: [ItemFailure]

  /// Work that goes on after the host has its answer; its task is cancelled when the time is over.
  public var afterwards: (@Sendable () async -> Void)?

  /// Makes a response.
  ///
  /// - Parameters:
  ///   - items: The items, in the order the host shall see.
  ///   - itemFailures: The input items that could not be handled.
  ///   - afterwards: Work that goes on after the host has its answer.
  public init(
    items: [ReturnedItem] = [],
    itemFailures: [ItemFailure] = [],
    afterwards: (@Sendable () async -> Void)? = nil
  ) {
    self.items = items
    self.itemFailures = itemFailures
    self.afterwards = afterwards
  }

  /// Makes a response from a list of items.
  ///
  /// - Parameter elements: The items, in the order the host shall see.
  public init(arrayLiteral elements: ReturnedItem...) { self.init(items: elements) }
}

/// One item of a response.
public struct ReturnedItem: Sendable {
  /// The title.
  public var title: String?
  /// The text.
  public var text: String?
  /// What else is to be said, usually a dictionary.
  ///
  /// Within `PropertyListLimits.userInfo`; what is over these limits cancels the request, with the
  /// reason.
  public var userInfo: PropertyListValue?
  /// The things that the item carries.
  public var attachments: [ReturnedAttachment]

  /// Makes an item.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - text: The text.
  ///   - userInfo: What else is to be said, usually a dictionary.
  ///   - attachments: The things that the item carries.
  public init(
    title: String? = nil,
    text: String? = nil,
    userInfo: PropertyListValue? = nil,
    attachments: [ReturnedAttachment] = []
  ) {
    self.title = title
    self.text = text
    self.userInfo = userInfo
    self.attachments = attachments
  }
}

/// One thing that a returned item carries.
public struct ReturnedAttachment: Sendable {
  /// Where the content of a type comes from.
  public enum Content: Sendable {
    /// Memory.
    case bytes([UInt8])
    /// A regular file, read when the request completes.
    case file(path: String)
  }

  /// The content in one type.
  public struct Representation: Sendable {
    /// The type.
    public var type: ContentType
    /// The content.
    public var content: Content

    /// Makes a representation.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - content: The content.
    public init(type: ContentType, content: Content) {
      self.type = type
      self.content = content
    }
  }

  /// The file name to suggest for the content, without a folder.
  public var suggestedName: String?

  /// The content in each type, the best first.
  public let representations: [Representation]

  /// Makes an attachment of one type.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - type: Its type.
  ///   - suggestedName: The file name to suggest, without a folder.
  public init(_ content: Content, type: ContentType, suggestedName: String? = nil) {
    self.init(
      first: Representation(type: type, content: content),
      others: [],
      suggestedName: suggestedName
    )
  }

  /// Makes an attachment of several types.
  ///
  /// - Parameters:
  ///   - first: The best representation.
  ///   - others: The other representations, each of a type of its own.
  ///   - suggestedName: The file name to suggest, without a folder.
  public init(first: Representation, others: [Representation], suggestedName: String? = nil) {
    representations = [first] + others
    self.suggestedName = suggestedName
  }
}

/// Says that one input item could not be handled.
public struct ItemFailure: Sendable {
  /// The input item.
  public let item: RequestItem
  /// Why.
  public let failure: RequestFailure

  /// Makes a failure of one item.
  ///
  /// - Parameters:
  ///   - item: The input item.
  ///   - failure: Why it could not be handled.
  public init(_ item: RequestItem, _ failure: RequestFailure) {
    self.item = item
    self.failure = failure
  }
}
