internal import OrielPropertyList
internal import OrielTypes
internal import OrielWire

/// Checks what an instance returned and makes it public.
enum ReturnedItems {
  /// What is wrong with returned items, as what the process did.
  struct Violation: Error, Equatable {
    /// The end of the sentence "its process …".
    let what: String
  }

  /// Checks items with the contents that came for them.
  static func verify(
    _ items: [WireReturnedItem],
    contents: [ReturnedRepresentation.Content?],
    types: TypeTable = .system,
    limits: Limits
  ) throws(Violation) -> [ReturnedItem] {
    guard items.count <= limits.returnedItems else {
      throw Violation(what: "returned more than \(limits.returnedItems) items")
    }
    var pool = ContentPool(contents)
    var total: UInt64 = 0
    var verified: [ReturnedItem] = []
    for item in items {
      var attachments: [ReturnedAttachment] = []
      for attachment in item.attachments {
        var representations: [ReturnedRepresentation] = []
        for representation in attachment.representations {
          let (checked, newBytes) = try verify(representation, &pool, limit: limits.fileSize)
          let (sum, overflow) = total.addingReportingOverflow(newBytes)
          guard !overflow, sum <= limits.returnedBytes else {
            throw Violation(what: "returned more than \(limits.returnedBytes) bytes")
          }
          total = sum
          representations.append(checked)
        }
        attachments.append(
          ReturnedAttachment(
            suggestedName: attachment.suggestedName,
            representations: representations,
            types: types
          )
        )
      }
      verified.append(
        ReturnedItem(
          title: item.title,
          text: item.text,
          userInfo: try userInfo(of: item),
          userInfoSize: item.userInfo?.count ?? 0,
          attachments: attachments
        )
      )
    }
    return verified
  }

  /// Reads the user info of an item within bounds, before anybody else sees it.
  private static func userInfo(
    of item: WireReturnedItem
  ) throws(Violation) -> PropertyListValue? {
    guard let bytes = item.userInfo else { return nil }
    do throws(UserInfo.Problem) {
      return try UserInfo.decode(bytes)
    } catch {
      throw Violation(what: "returned user info that is no property list: it \(error.what)")
    }
  }

  /// Checks errors about items.
  static func verify(
    _ failures: [WireItemFailure],
    itemCount: Int
  ) throws(Violation) -> [ItemFailure] {
    var verified: [ItemFailure] = []
    for failure in failures {
      guard Int(failure.item) < itemCount else {
        throw Violation(what: "returned an error about an item that was not there")
      }
      verified.append(
        ItemFailure(itemIndex: Int(failure.item), failure: ExtensionFailure(failure.failure))
      )
    }
    return verified
  }

  /// Checks one representation; a content that an earlier one named brings no new bytes.
  private static func verify(
    _ representation: WireReturnedRepresentation,
    _ pool: inout ContentPool,
    limit: UInt64
  ) throws(Violation) -> (ReturnedRepresentation, newBytes: UInt64) {
    guard let type = TypeIdentifier(representation.type) else {
      throw Violation(what: "returned an attachment with a malformed type")
    }
    switch representation.source {
    case .inline(let bytes):
      return (ReturnedRepresentation(type: type, content: .bytes(bytes)), UInt64(bytes.count))
    case .content(let number, let size):
      let (content, isNew) = try pool.content(Int(number), size: size, limit: limit)
      return (ReturnedRepresentation(type: type, content: content), isNew ? size : 0)
    }
  }
}

/// Contents that were sent before; several representations may name one.
private struct ContentPool {
  /// The contents by their numbers.
  private let contents: [ReturnedRepresentation.Content?]
  /// The numbers of those that were named.
  private var named: Set<Int> = []

  /// Takes over contents.
  init(_ contents: [ReturnedRepresentation.Content?]) {
    self.contents = contents
  }

  /// The content with a number, if it is what was announced, and whether it is named the first time.
  mutating func content(
    _ number: Int,
    size: UInt64,
    limit: UInt64
  ) throws(ReturnedItems.Violation) -> (ReturnedRepresentation.Content, isNew: Bool) {
    guard number < contents.count, let content = contents[number] else {
      throw ReturnedItems.Violation(what: "returned an attachment without its content")
    }
    guard content.size == size, size <= limit else {
      throw ReturnedItems.Violation(
        what: "returned an attachment that is not what it said: \(size) bytes were announced, "
          + "\(content.size) sent, \(limit) allowed"
      )
    }
    return (content, named.insert(number).inserted)
  }
}

extension ExtensionFailure {
  /// The public form of an error.
  init(_ failure: WireFailure) {
    self.init(domain: failure.domain, code: failure.code, text: failure.text)
  }
}
