internal import COriel

/// One input item of a request.
public struct RequestItem: Sendable {
  /// The title, when the host gave one.
  public let title: String?

  /// The text, when the host gave one.
  public let text: String?

  /// What else the host says, usually a dictionary; nil when it says nothing.
  ///
  /// Within `PropertyListLimits.userInfo`: what is over these limits is never sent.
  public let userInfo: PropertyListValue?

  /// The user info as it came, a binary property list, for readers of one's own.
  public let userInfoBytes: [UInt8]?

  /// The things that the item carries; their contents are loaded on demand.
  public let attachments: [Attachment]

  /// The item's handle.
  let handle: oriel_item
}

extension Host {
  /// Reads all input items of a request.
  func readItems(of request: oriel_request) throws(HostStatus) -> [RequestItem] {
    // In this and the next functions the out parameters are local variables.
    let count = try number { unsafe items.input_count(request, $0) }
    var result: [RequestItem] = []
    for index in 0..<count {
      let item = try number { unsafe items.input_item(request, index, $0) }
      result.append(try readItem(item))
    }
    return result
  }

  /// Reads one input item.
  private func readItem(_ item: oriel_item) throws(HostStatus) -> RequestItem {
    let count = try number { unsafe items.attachment_count(item, $0) }
    var attachments: [Attachment] = []
    for index in 0..<count {
      let attachment = try number { unsafe items.attachment(item, index, $0) }
      attachments.append(try readAttachment(attachment))
    }
    let userInfo = optionalBytes { unsafe items.user_info(item, $0) }
    return RequestItem(
      title: optionalText { unsafe items.title(item, $0) },
      text: optionalText { unsafe items.text(item, $0) },
      // A host that sends what is no property list says nothing that can be understood.
      userInfo: userInfo.flatMap { try? PropertyList(parsing: $0, limits: .userInfo).root },
      userInfoBytes: userInfo,
      attachments: attachments,
      handle: item
    )
  }

  /// Reads what an attachment offers.
  private func readAttachment(_ handle: oriel_attachment) throws(HostStatus) -> Attachment {
    let count = try number { unsafe attachments.type_count(handle, $0) }
    var types: [ContentType] = []
    for index in 0..<count {
      if let type = optionalText({ unsafe attachments.type_at(handle, index, $0) }) {
        types.append(ContentType(rawValue: type))
      }
    }
    return Attachment(
      types: types,
      suggestedName: optionalText { unsafe attachments.suggested_name(handle, $0) },
      handle: handle,
      host: self
    )
  }
}
