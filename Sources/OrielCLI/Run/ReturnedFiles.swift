internal import OrielHost
internal import OrielTypes

/// What of the returned attachments is written to a folder.
struct ReturnedFiles {
  /// The most bytes of one attachment that are taken.
  static let mostBytes: UInt64 = 1 << 30

  /// The path that each attachment got, by item and attachment; without an entry it was not
  /// written.
  private(set) var paths: [Place: String] = [:]

  /// Where an attachment stands among what was returned.
  struct Place: Hashable {
    /// The index of the item.
    let item: Int
    /// The index of the attachment in its item.
    let attachment: Int
  }

  /// Nothing was written.
  init() {}

  /// Writes the first representation of each attachment to a folder, all of them or none.
  ///
  /// A link is no file; it is printed and not written.
  init(of items: [ReturnedItem], to folder: OutputFolder) throws(Complaint) {
    var places: [Place] = []
    var files: [(name: FileName, bytes: [UInt8])] = []
    for (item, returned) in items.enumerated() {
      for (attachment, provider) in returned.attachments.enumerated() {
        guard let content = provider.representations.first,
          !provider.types.conforms(content.type, to: .url)
        else {
          continue
        }
        places.append(Place(item: item, attachment: attachment))
        files.append(
          (
            FileName(
              suggestion: provider.suggestedName,
              fallbackSuffix: provider.types.preferredSuffix(of: content.type)
            ),
            try Self.bytes(of: content)
          )
        )
      }
    }
    for (place, path) in zip(places, try folder.write(files)) { paths[place] = path }
  }

  /// The content of a representation.
  private static func bytes(of content: ReturnedRepresentation) throws(Complaint) -> [UInt8] {
    do {
      return try content.bytes(limit: mostBytes)
    } catch {
      throw Complaint(
        .output,
        "cannot read what came back: \(TerminalText.line(String(describing: error))); "
          + "nothing was written"
      )
    }
  }
}
