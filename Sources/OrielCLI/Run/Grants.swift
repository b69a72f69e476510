internal import OrielManifest

/// What a person lets an extension have.
enum Grants {
  /// Reads the values of `--grant`; what the extension does not ask for cannot be granted.
  static func read(
    _ texts: [String],
    for extension: InstalledExtension
  ) throws(Complaint) -> EntitlementGrants {
    let asked = `extension`.manifest.entitlements
    var grants = EntitlementGrants()
    for text in texts {
      let grant = try read(text)
      guard asked.contains(where: { grant.granted(of: $0) != nil }) else {
        if let local = asked.first(where: { isMeant($0, by: grant) }) {
          throw Complaint(
            .usage,
            "'\(grant)' leaves out this machine and its networks; name them: --grant \(local)"
          )
        }
        throw Complaint(
          .usage,
          "\(TerminalText.line(`extension`.displayName)) does not ask for '\(grant)'; "
            + (asked.isEmpty ? "it asks for nothing" : "it asks for \(list(asked))")
        )
      }
      grants.grants.append(grant)
    }
    return grants
  }

  /// Whether a grant would cover what is asked for, if that were not on this machine or its networks.
  private static func isMeant(
    _ asked: Entitlement,
    by grant: EntitlementGrants.Grant
  ) -> Bool {
    switch grant {
    case .kind(let kind): asked.kind == kind
    case .entitlement(let entitlement): entitlement.intersection(asked) != nil
    }
  }

  /// Reads one value.
  private static func read(_ text: String) throws(Complaint) -> EntitlementGrants.Grant {
    do {
      return try EntitlementGrants.Grant(text)
    } catch {
      throw Complaint(.usage, "--grant: \(TerminalText.line(error.description, limit: 1000))")
    }
  }

  /// Notes what an extension asks for and did not get.
  static func noteRefused(_ refused: EntitlementSet, _ name: String, _ console: Console) {
    for entitlement in refused {
      console.note(
        TerminalText.line(
          "note: \(name) asks to \(entitlement.meaning), which is not granted; "
            + "--grant \(entitlement) would do it",
          limit: 1000
        )
      )
    }
  }

  /// Entitlements as part of a sentence.
  private static func list(_ entitlements: EntitlementSet) -> String {
    entitlements.map { "'\($0)'" }.joined(separator: ", ")
  }
}
