import OrielExtension

/// A Share extension that makes a blog post of one photograph and a few words.
///
/// It returns an item with the words and the photograph, upright and scaled so that its file has at
/// most 1,000,000 bytes. ``PhotoBlogError`` lists what it refuses.
struct PhotoBlog: RequestHandler {
  /// How many characters, as people count them, a post may have.
  static let maximumTextLength = 20
  /// How many bytes the photograph's file may have.
  static let maximumFileSize = 1_000_000

  func handle(_ request: ExtensionRequest) async throws -> Response {
    let text = try await text(of: request)
    guard text.count <= Self.maximumTextLength else {
      throw PhotoBlogError.textTooLong(text.count).failure
    }
    let photo = try photo(of: request)
    let file = try await photo.bytes(as: .jpeg)
    do throws(PhotoBlogError) {
      let fitted = try PhotoFitter(maximumFileSize: Self.maximumFileSize).fit(file)
      request.log.write(
        "\(file.count) bytes became \(fitted.file.count): \(fitted.size), quality \(fitted.quality)",
        level: .info
      )
      let attachment = ReturnedAttachment(
        .bytes(fitted.file),
        type: .jpeg,
        suggestedName: photo.suggestedName
      )
      return [ReturnedItem(text: text, attachments: [attachment])]
    } catch {
      throw error.failure
    }
  }

  /// The post's text: that of the first item with one, else the first attached text.
  private func text(of request: ExtensionRequest) async throws -> String {
    if let text = request.text { return text }
    guard let attached = request.attachments(conformingTo: .plainText).first else { return "" }
    let text = String(decoding: try await attached.bytes(as: .plainText), as: UTF8.self)
    return String(text.drop(while: \.isWhitespace).trimmingSuffix(while: \.isWhitespace))
  }

  /// The one photograph.
  private func photo(of request: ExtensionRequest) throws -> Attachment {
    let images = request.attachments(conformingTo: .image)
    guard let photo = images.first else { throw PhotoBlogError.noImage.failure }
    guard images.count == 1 else { throw PhotoBlogError.severalImages(images.count).failure }
    guard photo.conforms(to: .jpeg) else {
      let type = photo.firstType(conformingTo: .image) ?? .image
      throw PhotoBlogError.unsupportedType(type).failure
    }
    return photo
  }
}

/// The entry of the extension.
@c(oriel_extension_entry)
public func entry() -> UnsafeRawPointer? {
  // The address is only handed on to the instance that asks for it.
  unsafe ExtensionMain.entry { PhotoBlog() }
}

extension BidirectionalCollection {
  /// What is left without the elements at the end that match.
  fileprivate func trimmingSuffix(while matches: (Element) -> Bool) -> SubSequence {
    guard let last = lastIndex(where: { !matches($0) }) else { return self[endIndex...] }
    return self[...last]
  }
}
