internal import OrielText

/// Looks for the fewest attachments to leave out of a request, or to add to it, so that a rule holds.
struct ItemChange {
  /// The request.
  private let input: ActivationInput
  /// The attachments by their places.
  private let places: [AttachmentPlace]
  /// The changes are smaller than this.
  private let limit: Int
  /// The requests that may still be tried.
  private var remaining: Int

  /// The most attachments that are added.
  private static let greatestAddition = 5

  /// Prepares to change a request.
  init(_ input: ActivationInput, limit: Int) {
    self.input = input
    self.limit = limit
    // Each try lays the whole request out again.
    let size = 1 + input.request.itemCount + input.request.typeOf.count
    remaining = max(1, min(400, 200_000 / size))
    places = (0..<input.request.attachmentCount).prefix(256).map(input.request.place)
  }

  /// The smallest change with which a request fits.
  ///
  /// - Parameters:
  ///   - types: What may be added.
  ///   - count: How many attachments may be needed.
  ///   - fits: Whether the rule holds for a request.
  /// - Returns: Nothing when none was found.
  mutating func nearest(
    adding types: [String],
    upTo count: Int,
    _ fits: (ActivationInput) -> Bool
  ) -> NearestMiss? {
    let most = max(Self.greatestAddition, count)
    var size = 1
    while size < limit, size <= max(most, places.count) {
      for removed in removals(size) {
        if let items = fitting(without(removed), fits) { return miss(leavingOut: removed, items) }
        if remaining <= 0 { return nil }
      }
      for type in size <= most ? types : [] {
        if let items = fitting(with(type, size), fits) { return miss(adding: type, size, items) }
        if remaining <= 0 { return nil }
      }
      size += 1
    }
    return replacement(types, below: limit, fits)
  }

  /// The request with nothing but attachments of one type.
  private mutating func replacement(
    _ types: [String],
    below limit: Int,
    _ fits: (ActivationInput) -> Bool
  ) -> NearestMiss? {
    for count in 1...Self.greatestAddition where places.count + count < limit {
      for type in types where remaining > 0 {
        let attachments = Array(repeating: [type], count: count)
        let items = [ActivationInput.Item(attachments: attachments)]
        guard let items = fitting(items, fits) else { continue }
        return NearestMiss(
          sentence:
            "takes none of this, but would take \(count) attachment\(count == 1 ? "" : "s") of "
            + Printable.source(type),
          advice: "offer something else, or change the rule",
          change: .items(items)
        )
      }
    }
    return nil
  }

  /// The items, if the rule holds for them.
  private mutating func fitting(
    _ items: [ActivationInput.Item],
    _ fits: (ActivationInput) -> Bool
  ) -> [ActivationInput.Item]? {
    remaining -= 1
    return fits(ActivationInput(items: items, types: input.types)) ? items : nil
  }

  // MARK: - Leaving out

  /// Which attachments to leave out, so many at once.
  private func removals(_ size: Int) -> [[Int]] {
    let all = Array(places.indices)
    guard size <= all.count else { return [] }
    if size == 1 { return all.map { [$0] } }
    // All pairs of a small request; more at once only from the ends, or what is alike.
    var result = [Array(all.suffix(size)), Array(all.prefix(size))]
    if size == 2, all.count <= 16 {
      for first in all {
        for second in all where second > first { result.append([first, second]) }
      }
    }
    let groups = Dictionary(grouping: all) { types(of: $0) }
    for group in groups.values.sorted(by: { ($0.first ?? 0) < ($1.first ?? 0) })
    where group.count >= size { result.append(Array(group.suffix(size))) }
    return result
  }

  /// The types of an attachment.
  private func types(of attachment: Int) -> [String] {
    let request = input.request
    return request.types(ofAttachment: attachment).map { request.names[request.typeOf[$0]] }
  }

  /// The items without some attachments; an item that had nothing else goes with them.
  private func without(_ removed: [Int]) -> [ActivationInput.Item] {
    let gone = Set(removed.map { places[$0] })
    var items: [ActivationInput.Item] = []
    for (index, item) in input.items.enumerated() {
      let visible = item.visibleAttachments
      let kept = visible.indices.filter {
        !gone.contains(AttachmentPlace(item: index, attachment: $0))
      }
      guard kept.count < visible.count else {
        items.append(item)
        continue
      }
      if kept.isEmpty { continue }
      items.append(
        ActivationInput.Item(attachments: kept.map { visible[$0] }, hasText: item.hasText)
      )
    }
    return items
  }

  /// The result of leaving attachments out.
  private func miss(leavingOut removed: [Int], _ items: [ActivationInput.Item]) -> NearestMiss {
    let names = removed.prefix(4).map { input.request.name(ofAttachment: $0) }
    let what = names.joined(separator: ", ") + (removed.count > names.count ? ", …" : "")
    return NearestMiss(
      sentence: "would be offered without \(what)",
      advice: "leave \(removed.count == 1 ? "it" : "them") out of the request",
      change: .items(items)
    )
  }

  // MARK: - Adding

  /// The items with attachments of a type, in the first item.
  private func with(_ type: String, _ count: Int) -> [ActivationInput.Item] {
    var items = input.items
    let new = Array(repeating: [type], count: count)
    if items.isEmpty {
      items.append(ActivationInput.Item(attachments: new))
    } else {
      items[0].attachments = items[0].visibleAttachments + new
    }
    return items
  }

  /// The result of adding attachments.
  private func miss(
    adding type: String,
    _ count: Int,
    _ items: [ActivationInput.Item]
  ) -> NearestMiss {
    let more = places.isEmpty ? "" : " more"
    return NearestMiss(
      sentence: "needs \(count)\(more) attachment\(count == 1 ? "" : "s"), such as of "
        + Printable.source(type),
      advice: "add \(count == 1 ? "it" : "them") to the request",
      change: .items(items)
    )
  }
}
