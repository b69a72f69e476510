/// A request: what the host sent, and what the extension needs to know to handle it.
public struct ExtensionRequest: Sendable {
  /// The items, in the host's order.
  public let items: [RequestItem]

  /// What this extension is, and what it has been given.
  public let bundle: BundleInfo

  /// Where log lines go; the host shows them with this request.
  public let log: ExtensionLog

  /// The run that this request belongs to.
  let run: RequestRun

  /// Reads what the host sent.
  init(_ run: RequestRun) throws(HostStatus) {
    items = try run.host.readItems(of: run.request)
    bundle = run.host.readBundleInfo()
    log = ExtensionLog(host: run.host)
    self.run = run
  }

  /// Why the host wants the request to stop; nil while it does not.
  public var cancelReason: CancelReason? { run.cancelReason }

  /// The first text that an item holds itself; attached texts are attachments.
  public var text: String? {
    items.lazy.compactMap(\.text).first { !$0.isEmpty }
  }

  /// The attachments of all items, in order.
  public var attachments: [Attachment] { items.flatMap(\.attachments) }

  /// The attachments that have a type which is `type` or conforms to it.
  ///
  /// - Parameter type: A general type such as `.image`, or a precise one.
  /// - Returns: The attachments of all items, in order.
  public func attachments(conformingTo type: ContentType) -> [Attachment] {
    attachments.filter { $0.conforms(to: type) }
  }
}
