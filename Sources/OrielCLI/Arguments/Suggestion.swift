internal import OrielText

/// Says what a person may have meant by a name that is not there.
enum Suggestion {
  /// A text such as ` (did you mean 'x' or 'y'?)`, or nothing when nothing is near.
  static func text(for name: String, among candidates: [String]) -> String {
    let near = NearestNames.of(name, in: candidates)
    guard !near.isEmpty else { return "" }
    return " (did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?)"
  }
}
