internal import OrielTypes
internal import OrielWire

extension WireItem {
  /// What an instance is told about an item: everything but the bytes of its attachments.
  init(_ item: ExtensionItem, types: TypeTable) throws(UserInfo.Problem) {
    var userInfo: [UInt8]?
    if let value = item.userInfo { userInfo = try UserInfo.encode(value) }
    self.init(
      title: item.title,
      text: item.text,
      userInfo: userInfo,
      attachments: item.attachments.map { WireAttachment($0, types: types) }
    )
  }
}

extension WireAttachment {
  /// What an instance is told about an attachment.
  init(_ provider: ItemProvider, types: TypeTable) {
    self.init(
      suggestedName: provider.suggestedName,
      representations: provider.representations.map { representation in
        // The nearest types come first, so that a limit only cuts the most general ones.
        let ancestors = types.ancestors(of: representation.type).dropFirst()
        return WireRepresentation(
          type: representation.type.rawValue,
          conformsTo: ancestors.prefix(WireLimit.conformances).map(\.rawValue)
        )
      }
    )
  }
}
