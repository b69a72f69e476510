extension MIMEDatabase {
  /// The types whose patterns fit a file name best: of those with the greatest weight the longest.
  ///
  /// A pattern without wildcards comes before all others. There may be several types, which only the
  /// content tells apart; the most important file's come first.
  ///
  /// - Parameter name: The last part of a path.
  /// - Returns: The types, none when no pattern fits.
  public func types(forFileName name: String) -> [MIMEType] {
    var result: [MIMEType] = []
    for match in bestMatches(name) where !result.contains(match.type) { result.append(match.type) }
    return result
  }

  /// The suffixes of a type without the dot, in lower case, the preferred one first.
  ///
  /// The database knows no order but its weights; of equal ones the shortest is preferred, then the
  /// first of the alphabet.
  public func suffixes(of type: MIMEType) -> [String] {
    let type = canonical(type)
    var weights: [String: Int] = [:]
    for cache in caches {
      for (suffix, weight) in cache.suffixes(of: type) {
        weights[suffix.lowercased(), default: 0] = max(weight, weights[suffix.lowercased()] ?? 0)
      }
      if cache.typesWithoutOtherGlobs.contains(type) { break }
    }
    return weights.sorted { left, right in
      (-left.value, left.key.utf8.count, left.key) < (-right.value, right.key.utf8.count, right.key)
    }.map(\.key)
  }

  /// The patterns that fit a file name best.
  func bestMatches(_ text: some StringProtocol) -> [MIMECache.NameMatch] {
    guard !caches.isEmpty, let name = MIMECache.Name(text) else { return [] }
    let literal = matches { $0.literalMatches(name) }
    guard literal.isEmpty else { return best(of: literal) }
    return best(of: matches { $0.suffixMatches(name) + $0.globMatches(name) })
  }

  /// The patterns of all files that fit, without those that a more important file takes away.
  private func matches(_ find: (MIMECache) -> [MIMECache.NameMatch]) -> [MIMECache.NameMatch] {
    var removed: Set<MIMEType> = []
    var result: [MIMECache.NameMatch] = []
    for cache in caches {
      result += find(cache).filter { !removed.contains($0.type) }
      if caches.count > 1 { removed.formUnion(cache.typesWithoutOtherGlobs) }
    }
    return result
  }

  /// Of some patterns those with the greatest weight, and of those the longest.
  private func best(of matches: [MIMECache.NameMatch]) -> [MIMECache.NameMatch] {
    guard let weight = matches.map(\.weight).max() else { return [] }
    let heavy = matches.filter { $0.weight == weight }
    let length = heavy.map(\.length).max()
    return heavy.filter { $0.length == length }
  }
}
