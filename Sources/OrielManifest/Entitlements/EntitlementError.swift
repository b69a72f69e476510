internal import OrielText

/// Why a text is no entitlement.
public struct EntitlementError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, with the text; safe to show.
  public let message: String
  /// What to do about it.
  public let advice: String?

  /// Says what is wrong with a text.
  init(_ text: String, _ problem: EntitlementProblem) {
    message = "'\(Printable.text(text))' is not an entitlement: \(problem.message)"
    advice = problem.advice
  }

  /// A text whose kind does not exist.
  static func unknown(_ text: String, named name: String) -> EntitlementError {
    let known = Entitlement.Kind.allCases.map(\.rawValue)
    let near = NearestNames.of(name, in: known)
    return EntitlementError(
      text,
      EntitlementProblem(
        "'\(Printable.text(name))' is unknown",
        advice: near.isEmpty
          ? "known are \(known.joined(separator: ", "))"
          : "did you mean \(near.joined(separator: " or "))?"
      )
    )
  }

  /// One line: what is wrong and what to do.
  public var description: String { advice.map { "\(message); \($0)" } ?? message }
}

/// What is wrong with a part of an entitlement.
struct EntitlementProblem: Error {
  /// What is wrong, safe to show.
  let message: String
  /// What to do about it.
  let advice: String?

  /// Says what is wrong.
  init(_ message: String, advice: String? = nil) {
    self.message = message
    self.advice = advice
  }
}
