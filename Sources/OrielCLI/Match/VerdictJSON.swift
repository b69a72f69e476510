internal import OrielActivation
internal import OrielManifest

/// What is and is not offered, as a script reads it.
enum VerdictJSON {
  /// The input, what is offered in order, and what is not when that was asked for.
  static func value(
    _ input: RequestInput,
    _ offered: [Verdict],
    _ others: [Verdict]?,
    withReasons: Bool
  ) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("version", .integer(Int64(Version.output))),
      ("input", input.json),
      ("offered", .array(offered.map { verdict($0, withReasons) })),
    ]
    if let others { members.append(("notOffered", .array(others.map { verdict($0, true) }))) }
    return .object(members)
  }

  /// One extension.
  private static func verdict(_ verdict: Verdict, _ withReasons: Bool) -> JSONValue {
    let entry = verdict.entry
    var members: [(String, JSONValue)] = [
      ("identifier", .optional(entry.identifier)),
      ("displayName", .string(entry.displayName)),
      ("extensionPoint", .optional(entry.manifest?.extensionPoint.rawValue)),
      ("path", .string(entry.path)),
      ("state", .string(EntryState(entry).rawValue)),
    ]
    if withReasons {
      members.append(("reason", .string(verdict.reason)))
      members.append(("rule", verdict.trace.map { .object(TraceJSON.members($0)) } ?? .null))
    }
    return .object(members)
  }
}
