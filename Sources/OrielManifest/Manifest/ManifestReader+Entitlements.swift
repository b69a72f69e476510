internal import OrielPropertyList

/// `OrielEntitlements`: what an extension asks for beyond the base sandbox.
extension ManifestReader {
  /// The key.
  static let entitlementsKey = "OrielEntitlements"

  /// Reads what is asked for.
  ///
  /// Everything that is wrong here is an error: what cannot be shown cannot be granted.
  mutating func readEntitlements(
    _ root: PropertyListDictionary,
    of identifier: BundleIdentifier?
  ) -> EntitlementSet {
    let path = [PropertyListPathComponent.key(Self.entitlementsKey)]
    guard let value = root[Self.entitlementsKey] else { return [] }
    guard let elements = value.array else {
      report(
        .error,
        at: path,
        "is \(value.kind) where an array is expected",
        advice: "write an array of strings, such as 'container'"
      )
      return []
    }
    if elements.count > Entitlement.greatestCount {
      report(
        .error,
        at: path,
        "holds \(elements.count) entitlements; the limit is \(Entitlement.greatestCount)",
        advice: "ask for less"
      )
      return []
    }
    var found: [Entitlement] = []
    for (index, element) in elements.enumerated() {
      let path = path + [.index(index)]
      guard let text = element.string else {
        report(
          .error,
          at: path,
          "is \(element.kind) where a string is expected",
          advice: "write an entitlement, such as 'container'"
        )
        continue
      }
      do throws(EntitlementError) {
        let entitlement = try Entitlement(text)
        if found.contains(entitlement) {
          report(.error, at: path, "'\(text)' is there twice", advice: "remove one of them")
        }
        found.append(entitlement)
        if let identifier { checkPublisher(of: entitlement, identifier, at: path) }
      } catch {
        report(.error, at: path, error.message, advice: error.advice)
      }
    }
    return EntitlementSet(found)
  }

  /// Refuses a group of another publisher.
  private mutating func checkPublisher(
    of entitlement: Entitlement,
    _ identifier: BundleIdentifier,
    at path: [PropertyListPathComponent]
  ) {
    guard case .appGroup(let group) = entitlement, group.publisher != identifier.publisher else {
      return
    }
    report(
      .error,
      at: path,
      "the group '\(group)' belongs to \(group.publisher), but this extension is of "
        + identifier.publisher,
      advice: "name a group that begins with 'group.\(identifier.publisher).'"
    )
  }
}
