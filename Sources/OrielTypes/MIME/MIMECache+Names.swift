extension MIMECache {
  /// A pattern that fits a name, and what it says.
  struct NameMatch: Hashable, Sendable {
    /// The type.
    let type: MIMEType
    /// How much the pattern counts, from 0 to 255.
    let weight: Int
    /// Whether upper and lower case had to fit.
    let isCaseSensitive: Bool
    /// The length of the pattern in characters.
    let length: Int

    /// Reads type, weight and flags at a place of the file.
    init?(_ cache: MIMECache, typeAt place: Int, length: Int) {
      guard let type = cache.type(referredToAt: place), let bits = cache.number(at: place &+ 4)
      else { return nil }
      self.type = type
      weight = bits & 0xFF
      isCaseSensitive = bits & 0x100 != 0
      self.length = length
    }
  }

  /// A file name as patterns look at it.
  struct Name {
    /// The characters as they are.
    let exact: [Unicode.Scalar]
    /// The characters in lower case.
    let folded: [Unicode.Scalar]

    /// Takes a name, or nothing when it is longer than a file system allows.
    init?(_ name: some StringProtocol) {
      guard !name.isEmpty, name.utf8.count <= 1024 else { return nil }
      exact = Array(name.unicodeScalars)
      let isFolded = name.utf8.allSatisfy { $0 < 0x80 && MIMEType.lowercased($0) == $0 }
      folded = isFolded ? exact : Array(name.lowercased().unicodeScalars)
    }
  }

  /// A pattern with wildcards elsewhere than in front of a suffix.
  struct Pattern: Sendable {
    /// The pattern.
    let glob: Glob
    /// What it says.
    let match: NameMatch
  }

  /// Reads the patterns with wildcards; there are few.
  func readPatterns() -> [Pattern] {
    (0..<min(globs.count, Self.greatestGlobCount)).compactMap { index in
      let place = globs.entry(index)
      guard let text = text(referredToAt: place), text.count <= Self.greatestGlobLength,
        let pattern = String(validating: text, as: UTF8.self),
        let match = NameMatch(self, typeAt: place &+ 4, length: pattern.unicodeScalars.count)
      else { return nil }
      return Pattern(glob: Glob(pattern), match: match)
    }
  }

  /// The pattern that takes all patterns of a type in less important files away.
  private static let deletion = Array("__NOGLOBS__".utf8)
  /// The most patterns with wildcards that are tried.
  private static let greatestGlobCount = 512
  /// The longest pattern with wildcards, in bytes.
  private static let greatestGlobLength = 128

  /// The types whose patterns in less important files do not count.
  var typesWithoutOtherGlobs: [MIMEType] {
    entries(of: literals, for: Self.deletion).compactMap {
      type(referredToAt: literals.entry($0) &+ 4)
    }
  }

  /// The patterns without wildcards that are the name.
  func literalMatches(_ name: Name) -> [NameMatch] {
    matches(in: name) { scalars in
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      return entries(of: literals, for: Array(String(text).utf8)).compactMap { index in
        NameMatch(self, typeAt: literals.entry(index) &+ 4, length: scalars.count)
      }
    }
  }

  /// The patterns of the form `*.suffix` that fit the name, and other ones with one star at the front.
  func suffixMatches(_ name: Name) -> [NameMatch] {
    matches(in: name) { scalars in
      var result: [NameMatch] = []
      var children = suffixes
      var index = scalars.count
      while index > 0, let node = child(of: children, scalars[index - 1].value) {
        index -= 1
        guard let count = number(at: node &+ 4), let start = number(at: node &+ 8) else { break }
        children.count = min(count, max(0, (bytes.count &- start) / children.stride))
        children.start = start
        // A name that begins with a dot is hidden, not all suffix.
        if index == 0, scalars[0] == "." { break }
        for leaf in 0..<min(children.count, Self.greatestRun) {
          let place = children.entry(leaf)
          guard number(at: place) == 0 else { break }
          if let match = NameMatch(self, typeAt: place &+ 4, length: scalars.count - index + 1) {
            result.append(match)
          }
        }
      }
      return result
    }
  }

  /// The other patterns with wildcards that fit the name.
  func globMatches(_ name: Name) -> [NameMatch] {
    patterns.filter { $0.glob.matches($0.match.isCaseSensitive ? name.exact : name.folded) }
      .map(\.match)
  }

  /// The patterns that fit in lower case and do not care, and those that care and fit as it is.
  private func matches(
    in name: Name,
    _ find: ([Unicode.Scalar]) -> [NameMatch]
  ) -> [NameMatch] {
    let folded = find(name.folded)
    if name.exact == name.folded { return folded }
    return folded.filter { !$0.isCaseSensitive } + find(name.exact).filter(\.isCaseSensitive)
  }

  /// The node for a character among the children of another one, found by halving.
  private func child(of list: List, _ character: UInt32) -> Int? {
    var low = 0
    var high = list.count
    while low < high {
      let middle = low &+ (high &- low) / 2
      let place = list.entry(middle)
      guard let found = number(at: place) else { return nil }
      if found == Int(character) { return found == 0 ? nil : place }
      if found < Int(character) { low = middle &+ 1 } else { high = middle }
    }
    return nil
  }
}
