internal import OrielActivation
internal import OrielHost
internal import OrielManifest

/// What is and is not offered, as a script reads it.
enum VerdictJSON {
  /// The input, what is offered in order, and what is not when that was asked for.
  static func value(
    _ input: RequestInput,
    _ offered: [JSONValue],
    _ others: [JSONValue]?
  ) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("version", .integer(Int64(Version.output))),
      ("input", input.json),
      ("offered", .array(offered)),
    ]
    if let others { members.append(("notOffered", .array(others))) }
    return .object(members)
  }

  /// An extension that is offered.
  static func offer(_ offer: Offer) -> JSONValue {
    .object([
      ("identifier", .string(offer.extension.identifier)),
      ("displayName", .string(offer.displayName)),
      ("extensionPoint", .string(offer.extension.extensionPoint.rawValue)),
      ("path", .string(offer.extension.path)),
      ("state", .string(EntryState.usable.rawValue)),
    ])
  }

  /// An extension with the reason why it is or is not offered.
  static func verdict(_ verdict: Verdict) -> JSONValue {
    let entry = verdict.entry
    return .object([
      ("identifier", .optional(entry.identifier)),
      ("displayName", .string(entry.displayName)),
      ("extensionPoint", .optional(entry.manifest?.extensionPoint.rawValue)),
      ("path", .string(entry.path)),
      ("state", .string(EntryState(entry).rawValue)),
      ("reason", .string(verdict.reason)),
      ("rule", verdict.trace.map { .object(TraceJSON.members($0)) } ?? .null),
    ])
  }
}
