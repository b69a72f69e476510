/// Finds what somebody may have meant.
package enum NearestNames {
  /// The names that are nearest to one that is unknown, at most three, the nearest first.
  package static func of(_ name: String, in candidates: some Sequence<String>) -> [String] {
    let wanted = Array(name.lowercased().unicodeScalars.prefix(128))
    let limit = max(2, wanted.count / 4)
    let ranked = candidates.compactMap { candidate -> (distance: Int, name: String)? in
      let other = Array(candidate.lowercased().unicodeScalars.prefix(128))
      // The last part of an identifier is often all that somebody remembers.
      if candidate.lowercased().split(separator: ".").last.map(String.init) == name.lowercased() {
        return (0, candidate)
      }
      let distance = distance(wanted, other)
      return distance <= limit ? (distance, candidate) : nil
    }
    return ranked.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
      .prefix(3).map(\.name)
  }

  /// The number of characters to add, remove or change to get from one text to the other.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var row = Array(0...right.count)
    for (i, character) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in right.enumerated() {
        let changed = diagonal + (character == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(changed, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[right.count]
  }
}
