/// Why a request, or one item of it, failed: what the host is told.
public struct RequestFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// A reverse-DNS name that gives `code` its meaning, such as the bundle's identifier.
  public var domain: String
  /// What went wrong, for programs.
  public var code: Int64
  /// What went wrong, for people: one sentence.
  public var text: String
  /// What is known of single input items.
  public var itemFailures: [ReportedItem]

  /// An input item by its handle: keeps the failure free of the item's contents.
  public struct ReportedItem: Hashable, Sendable {
    /// The item's handle.
    let handle: UInt64
    /// The domain of the item's failure.
    let domain: String
    /// The code of the item's failure.
    let code: Int64
    /// The text of the item's failure.
    let text: String
  }

  /// Makes a failure.
  ///
  /// - Parameters:
  ///   - domain: A reverse-DNS name, such as the bundle's identifier.
  ///   - code: What went wrong, for programs.
  ///   - text: What went wrong, for people.
  ///   - itemFailures: What is known of single input items.
  public init(domain: String, code: Int64, text: String, itemFailures: [ItemFailure] = []) {
    self.domain = domain
    self.code = code
    self.text = text
    self.itemFailures = itemFailures.map { entry in
      ReportedItem(
        handle: entry.item.handle,
        domain: entry.failure.domain,
        code: entry.failure.code,
        text: entry.failure.text
      )
    }
  }

  /// The text, with domain and code.
  public var description: String { "\(text) (\(domain) \(code))" }
}
