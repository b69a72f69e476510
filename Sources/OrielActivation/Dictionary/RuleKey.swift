/// A key of the dictionary form.
public enum RuleKey: String, Sendable, Hashable, CaseIterable {
  /// The fewest attachments.
  case minimumOfAttachments = "NSExtensionActivationSupportsAttachmentsWithMinCount"
  /// The most attachments.
  case maximumOfAttachments = "NSExtensionActivationSupportsAttachmentsWithMaxCount"
  /// The most files.
  case files = "NSExtensionActivationSupportsFileWithMaxCount"
  /// The most images.
  case images = "NSExtensionActivationSupportsImageWithMaxCount"
  /// The most movies.
  case movies = "NSExtensionActivationSupportsMovieWithMaxCount"
  /// Whether text is taken.
  case text = "NSExtensionActivationSupportsText"
  /// The most web addresses.
  case webURLs = "NSExtensionActivationSupportsWebURLWithMaxCount"
  /// The most web pages.
  case webPages = "NSExtensionActivationSupportsWebPageWithMaxCount"
  /// The version of the dictionary form, 1 or 2.
  case version = "NSExtensionActivationDictionaryVersion"
  /// Whether version 2 is as strict as its kind of strictness goes.
  case strict = "NSExtensionActivationUsesStrictMatching"

  /// How all keys begin.
  public static let prefix = "NSExtensionActivation"
  /// The key of NSExtensionAttributes that holds the rule.
  public static let rule = "NSExtensionActivationRule"

  /// Whether a Boolean is what the key is for, so that one needs no remark.
  var isBoolean: Bool { self == .text || self == .strict }

  /// The known key that a text may have been meant to be.
  static func nearest(to text: String) -> RuleKey {
    let wanted = Array(text.unicodeScalars.prefix(96).map { $0.properties.lowercaseMapping })
    let known = allCases.map { key in
      let name = key.rawValue.unicodeScalars.map { $0.properties.lowercaseMapping }
      // A key may have been written without the prefix that all have.
      let short = Array(name.dropFirst(prefix.unicodeScalars.count))
      return (key: key, distance: min(distance(wanted, name), distance(wanted, short)))
    }
    return known.min { $0.distance < $1.distance }?.key ?? .text
  }

  /// How many letters must be added or left out to make one text out of another.
  private static func distance(_ left: [String], _ right: [String]) -> Int {
    var row = Array(0...right.count)
    for (index, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in right.enumerated() {
        let above = row[column + 1]
        row[column + 1] = letter == other ? diagonal : min(above, row[column]) + 1
        diagonal = above
      }
    }
    return row[right.count]
  }
}
