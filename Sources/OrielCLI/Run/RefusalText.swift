internal import OrielHost

/// What the sandbox refused, for people and for scripts.
enum RefusalText {
  /// Short lines for each refusal, and how many there were.
  static func lines(_ refusals: Refusals) -> [String] {
    guard case .counted(let told, let total) = refusals else {
      return ["  refused: not counted"]
    }
    guard total > 0 else { return ["  refused: nothing"] }
    var lines: [String] = []
    for refusal in told {
      lines.append("  refused: \(TerminalText.line(refusal.description, limit: 1000))")
      for caller in refusal.callers {
        lines.append("    at \(TerminalText.line(caller.description, limit: 600))")
      }
      let entitlement = refusal.entitlement.map { " [\(TerminalText.line($0))]" } ?? ""
      lines.append("    advice: \(refusal.advice)\(entitlement)")
    }
    if total > UInt64(told.count) {
      lines.append("  refused \(total) times in all; what came again is told once")
    }
    return lines
  }

  /// The refusals as JSON.
  static func json(_ refusals: Refusals) -> JSONValue {
    guard case .counted(let told, let total) = refusals else {
      return .object([("kind", .string("notCounted"))])
    }
    return .object([
      ("kind", .string("counted")),
      ("total", .integer(Int64(clamping: total))),
      ("told", .array(told.map(json))),
    ])
  }

  private static func json(_ refusal: Refusal) -> JSONValue {
    .object([
      ("call", .optional(refusal.call)),
      ("arguments", .array(refusal.arguments.map { .string($0) })),
      ("error", .string(refusal.errorName)),
      ("path", .optional(refusal.path)),
      (
        "callers",
        .array(
          refusal.callers.map {
            .object([
              ("library", .string($0.library)), ("function", .optional($0.function)),
              ("offset", .integer(Int64(clamping: $0.offset))),
            ])
          }
        )
      ),
      ("advice", .string(refusal.advice)),
      ("entitlement", .optional(refusal.entitlement)),
    ])
  }
}
