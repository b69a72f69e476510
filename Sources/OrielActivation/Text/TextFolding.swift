/// What two texts are compared without: `[c]`, `[d]` or `[cd]`.
struct TextFolding: OptionSet, Sendable, Hashable {
  /// A bit for each.
  let rawValue: UInt8

  /// Upper and lower case.
  static let ofCase = TextFolding(rawValue: 1)
  /// Accents and other marks.
  static let ofDiacritics = TextFolding(rawValue: 2)

  /// The text without what does not count, in scalars.
  ///
  /// Case goes by the mappings of Unicode, up and then down, so that `ß` is `ss` and the final sigma
  /// is the other one. Marks are those that Unicode has no space for, whether they stand alone or
  /// are part of a letter; a letter with a stroke, such as `ø`, is a letter of its own.
  func fold(_ text: String) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars { fold(scalar) { result.append($0) } }
    return result
  }

  /// Gives what a scalar becomes.
  func fold(_ scalar: Unicode.Scalar, _ body: (Unicode.Scalar) -> Void) {
    if scalar.isASCII {
      let isUpper = contains(.ofCase) && ("A"..."Z").contains(scalar)
      body(isUpper ? Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value | 0x20)) : scalar)
      return
    }
    if contains(.ofDiacritics) {
      let base = Diacritics.base(of: scalar)
      if base != scalar { return fold(base, body) }
      if scalar.properties.generalCategory == .nonspacingMark { return }
    }
    guard contains(.ofCase), scalar != "\u{131}" else { return body(scalar) }
    for upper in scalar.properties.uppercaseMapping.unicodeScalars {
      for lower in upper.properties.lowercaseMapping.unicodeScalars {
        let isMark = lower.properties.generalCategory == .nonspacingMark
        if !(contains(.ofDiacritics) && isMark) { body(lower) }
      }
    }
  }
}
