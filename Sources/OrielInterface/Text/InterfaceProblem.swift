/// Something that is wrong with a description, or that its author should know.
public struct InterfaceProblem: Error, Sendable, Hashable {
  /// What is wrong, for people; one line, fit for a terminal.
  public let message: String
  /// What to do about it.
  public let advice: String?
  /// The declaration that it is about, from the outside in: `deflate`, `strm`.
  public let path: [String]
  /// Where it is in the text; nil if the description did not come from text.
  public let place: InterfacePlace?

  /// Describes a problem.
  init(
    _ message: String,
    advice: String? = nil,
    path: [String] = [],
    place: InterfacePlace? = nil
  ) {
    self.message = message
    self.advice = advice
    self.path = path
    self.place = place
  }
}

extension InterfaceProblem: CustomStringConvertible {
  /// The place, the message and the advice as one line.
  public var description: String {
    let start =
      if let place {
        "line \(place.line), column \(place.column): "
      } else {
        path.isEmpty ? "" : path.joined(separator: ".") + ": "
      }
    return start + message + (advice.map { "; \($0)" } ?? "")
  }
}

/// All that is wrong with a description.
public struct InterfaceProblems: Error, Sendable, Hashable, CustomStringConvertible {
  /// The problems, in the order of the text; at least one.
  public let problems: [InterfaceProblem]

  /// Collects problems.
  init(_ problems: [InterfaceProblem]) {
    self.problems = problems
  }

  /// One problem a line, each followed by its line of the text and a caret.
  public var description: String {
    problems.map { problem in
      guard let place = problem.place else { return problem.description }
      return "\(problem.description)\n\(place.excerpt)"
    }.joined(separator: "\n")
  }
}
