/// Host to instance: the request, sent after the report was accepted.
package struct Begin: WireMessage {
  /// The number of the message.
  package static let type = WireType.begin

  /// The input items.
  package var items: [WireItem]
  /// The identifier of the extension.
  package var bundleIdentifier: String
  /// The extension's name for people.
  package var displayName: String
  /// The extension point, by its own name.
  package var extensionPoint: String
  /// The user's locale.
  package var locale: String
  /// The user's time zone.
  package var timeZone: String
  /// What the instance may use.
  package var limits: Limits
  /// The granted entitlements.
  package var entitlements: [String]
  /// The time until the request must be finished.
  package var requestMilliseconds: UInt32
  /// The time for clearing up.
  package var graceMilliseconds: UInt32

  /// Gathers the parts.
  package init(
    items: [WireItem],
    bundleIdentifier: String,
    displayName: String,
    extensionPoint: String,
    locale: String,
    timeZone: String,
    limits: Limits,
    entitlements: [String],
    requestMilliseconds: UInt32,
    graceMilliseconds: UInt32
  ) {
    self.items = items
    self.bundleIdentifier = bundleIdentifier
    self.displayName = displayName
    self.extensionPoint = extensionPoint
    self.locale = locale
    self.timeZone = timeZone
    self.limits = limits
    self.entitlements = entitlements
    self.requestMilliseconds = requestMilliseconds
    self.graceMilliseconds = graceMilliseconds
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(list: items, limit: WireLimit.items)
    writer.write(name: bundleIdentifier, limit: WireLimit.identifier)
    writer.write(text: displayName, limit: WireLimit.name)
    writer.write(name: extensionPoint, limit: WireLimit.identifier)
    writer.write(text: locale, limit: WireLimit.identifier)
    writer.write(text: timeZone, limit: WireLimit.identifier)
    writer.write(limits)
    writer.write(list: entitlements, limit: WireLimit.entitlements) {
      $0.write(name: $1, limit: WireLimit.identifier)
    }
    writer.write(requestMilliseconds)
    writer.write(graceMilliseconds)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    items = try reader.list(limit: WireLimit.items)
    bundleIdentifier = try reader.name(limit: WireLimit.identifier)
    displayName = try reader.text(limit: WireLimit.name)
    extensionPoint = try reader.name(limit: WireLimit.identifier)
    locale = try reader.text(limit: WireLimit.identifier)
    timeZone = try reader.text(limit: WireLimit.identifier)
    limits = try Limits(decoding: &reader)
    entitlements = try reader.list(limit: WireLimit.entitlements) { (reader) throws(WireError) in
      try reader.name(limit: WireLimit.identifier)
    }
    requestMilliseconds = try reader.number()
    graceMilliseconds = try reader.number()
  }
}
