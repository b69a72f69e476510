internal import OrielTypes

/// The items of a request as flat arrays, with what each distinct type conforms to.
///
/// The attachments of all items follow each other, and so do the types of all attachments: the ones
/// of an item, or of an attachment, are a range.
final class FlatRequest: Sendable {
  /// Where the attachments of each item end; those of the first begin at 0.
  let itemEnds: [Int]
  /// Where the types of each attachment end.
  let attachmentEnds: [Int]
  /// The distinct type of each registered type.
  let typeOf: [Int]
  /// The distinct types as they were registered, which tells upper and lower case apart.
  let names: [String]
  /// The distinct types in lower case.
  let foldedNames: [String]
  /// What stands for a type that is conformed to, by its name in lower case.
  let numbers: [String: Int]
  /// The numbers of the types that each distinct type conforms to, itself first.
  let ancestors: [[Int]]
  /// The same as a row of bits for each distinct type; none where that would take much memory.
  private let bits: [UInt64]
  /// The words in a row.
  private let width: Int
  /// The table that conformance comes from.
  let types: TypeTable

  /// The most words of rows of bits: they grow with the square of the number of types.
  private static let greatestBitCount = 1 << 20

  /// Lays out the attachments of items.
  init(items: [[[String]]], types: TypeTable) {
    var itemEnds: [Int] = []
    var attachmentEnds: [Int] = []
    var typeOf: [Int] = []
    // By their bytes: a predicate tells texts apart that Unicode calls equivalent.
    var indices: [[UInt8]: Int] = [:]
    var names: [String] = []
    for attachments in items {
      for attachment in attachments {
        for type in attachment {
          let key = Array(type.utf8)
          if let index = indices[key] {
            typeOf.append(index)
          } else {
            indices[key] = names.count
            typeOf.append(names.count)
            names.append(type)
          }
        }
        attachmentEnds.append(typeOf.count)
      }
      itemEnds.append(attachmentEnds.count)
    }
    var numbers: [String: Int] = [:]
    func number(_ name: String) -> Int {
      if let number = numbers[name] { return number }
      numbers[name] = numbers.count
      return numbers.count - 1
    }
    let foldedNames = names.map { $0.lowercased() }
    let ancestors = zip(names, foldedNames).map { name, folded in
      // What is no identifier conforms to itself, as does what nobody has declared.
      let all = TypeIdentifier(name).map { types.ancestors(of: $0) } ?? []
      var result = [number(folded)]
      for ancestor in all {
        let number = number(ancestor.rawValue.lowercased())
        if number != result[0] { result.append(number) }
      }
      return result
    }
    let width = (numbers.count + 63) / 64
    let (bitCount, overflow) = names.count.multipliedReportingOverflow(by: width)
    var bits: [UInt64] = []
    if !overflow, bitCount <= Self.greatestBitCount {
      bits = [UInt64](repeating: 0, count: bitCount)
      for (row, all) in ancestors.enumerated() {
        for number in all { bits[row * width + number / 64] |= 1 << UInt64(number % 64) }
      }
    }
    self.itemEnds = itemEnds
    self.attachmentEnds = attachmentEnds
    self.typeOf = typeOf
    self.names = names
    self.foldedNames = foldedNames
    self.numbers = numbers
    self.ancestors = ancestors
    self.bits = bits
    self.width = width
    self.types = types
  }

  /// The number of items.
  var itemCount: Int { itemEnds.count }
  /// The number of attachments of all items.
  var attachmentCount: Int { attachmentEnds.count }

  /// The attachments of an item.
  func attachments(ofItem item: Int) -> Range<Int> {
    (item == 0 ? 0 : itemEnds[item - 1])..<itemEnds[item]
  }

  /// The registered types of an attachment.
  func types(ofAttachment attachment: Int) -> Range<Int> {
    (attachment == 0 ? 0 : attachmentEnds[attachment - 1])..<attachmentEnds[attachment]
  }

  /// The item that holds an attachment, and the place there.
  func place(ofAttachment attachment: Int) -> AttachmentPlace {
    // The first item that ends behind the attachment holds it.
    var low = 0
    var high = itemEnds.count - 1
    while low < high {
      let middle = (low + high) / 2
      if itemEnds[middle] > attachment { high = middle } else { low = middle + 1 }
    }
    return AttachmentPlace(
      item: low,
      attachment: attachment - attachments(ofItem: low).lowerBound
    )
  }

  /// Whether a distinct type conforms to the type with a number.
  func type(_ type: Int, conformsTo number: Int) -> Bool {
    guard !bits.isEmpty else { return ancestors[type].contains(number) }
    return bits[type * width + number / 64] & (1 << UInt64(number % 64)) != 0
  }
}
