/// Why a text is no predicate.
struct PredicateError: Error {
  /// What is wrong, for programs.
  let code: RuleDiagnostic.Code
  /// What is wrong, for people.
  let message: String
  /// What to do about it.
  let advice: String?
  /// The scalar it is about.
  let offset: Int

  /// Creates an error.
  init(_ code: RuleDiagnostic.Code, _ message: String, advice: String? = nil, at offset: Int) {
    self.code = code
    self.message = message
    self.advice = advice
    self.offset = offset
  }

  /// The error with its place in the text.
  func diagnostic(in source: [Unicode.Scalar]) -> RuleDiagnostic {
    RuleDiagnostic(code, message, advice: advice, place: RulePlace(of: offset, in: source))
  }
}
