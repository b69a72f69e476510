internal import OrielManifest
internal import OrielText

/// A name under which something an extension returned may be stored: one harmless component.
struct FileName: Equatable, Sendable {
  /// The longest name in bytes; leaves room for a number below the limit of file systems, 255.
  private static let longestName = 200
  /// The longest suffix that is kept as one.
  private static let longestSuffix = 16

  /// The name up to the suffix; never empty.
  let stem: String
  /// The suffix with its dot, or nothing.
  let suffix: String

  /// The name as a whole.
  var text: String { stem + suffix }

  /// A name from one that an extension suggested.
  ///
  /// Separators and what a terminal could stumble over become `_`. Dots, dashes and spaces go from
  /// the front, so that a name is neither hidden nor taken for an option.
  ///
  /// - Parameters:
  ///   - suggestion: the name that the extension suggested
  ///   - fallbackSuffix: the suffix, without its dot, of a name that has none
  init(suggestion: String?, fallbackSuffix: String?) {
    var scalars = String.UnicodeScalarView()
    var filter = PrintableFilter()
    var rest = (suggestion ?? "").unicodeScalars[...]
    while let scalar = rest.popFirst() {
      let isSeparator = scalar == "/" || scalar == "\\"
      let isShown = filter.takes(scalar, before: rest.first)
      // Marks that are heaped up belong to the character before them.
      if !isShown, scalar.properties.generalCategory == .nonspacingMark { continue }
      scalars.append(isSeparator || !isShown ? "_" : scalar)
    }
    var name = Substring(String(scalars))
    while let first = name.first, ".-~ ".contains(first) { name.removeFirst() }
    while let last = name.last, ". ".contains(last) { name.removeLast() }

    var suffix = ""
    if let dot = name.lastIndex(of: "."), dot != name.startIndex,
      name[dot...].utf8.count <= Self.longestSuffix
    {
      suffix = String(name[dot...])
      name = name[..<dot]
    } else if let fallbackSuffix {
      suffix = "." + fallbackSuffix
    }
    while name.utf8.count + suffix.utf8.count > Self.longestName { name.removeLast() }
    self.stem = name.isEmpty ? "attachment" : String(name)
    self.suffix = suffix
  }

  /// The name with a number between stem and suffix; number 0 is the name itself.
  func numbered(_ number: Int) -> String {
    number == 0 ? text : "\(stem)-\(number)\(suffix)"
  }
}
