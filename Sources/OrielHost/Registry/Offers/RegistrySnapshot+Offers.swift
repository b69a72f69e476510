public import OrielActivation
public import OrielManifest
public import OrielTypes

extension RegistrySnapshot {
  /// The types that are known here: the built-in ones, those of the system, and those that the
  /// extensions declare.
  public var types: TypeTable { ruleBook.types }

  /// What rules see of items.
  public func input(of items: [ExtensionItem]) -> ActivationInput {
    ActivationInput(
      items: items.map { item in
        ActivationInput.Item(
          attachments: item.attachments.map { $0.representations.map(\.type.rawValue) },
          hasText: !(item.text ?? "").isEmpty
        )
      },
      types: types
    )
  }

  /// The extensions that are offered for items, in order.
  ///
  /// The order is by display name, whatever the case, and then by identifier, the same in every
  /// locale; the host's ranking has the last word.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - point: The extension point; nothing asks all points that choose by rules.
  /// - Returns: The offers.
  public func offers(
    for items: [ExtensionItem],
    at point: ExtensionPointIdentifier? = nil
  ) -> [Offer] {
    offers(for: input(of: items), at: point)
  }

  /// The extensions that are offered for what rules see, in order.
  public func offers(
    for input: ActivationInput,
    at point: ExtensionPointIdentifier? = nil
  ) -> [Offer] {
    let offers = candidates(for: input, at: point)
    guard let ranking = ranking else { return offers }
    let allowed = Set(offers)
    var seen: Set<Offer> = []
    return ranking(offers).filter { allowed.contains($0) && seen.insert($0).inserted }
  }

  /// Why each extension is or is not offered: the offers in their order, then all others in the order
  /// in which they were found.
  public func explanations(
    for input: ActivationInput,
    at point: ExtensionPointIdentifier? = nil
  ) -> [OfferExplanation] {
    let candidates = Set(candidates(for: input, at: point).map(\.extension.path))
    let offers = offers(for: input, at: point).map(\.extension.path)
    let order = Dictionary(uniqueKeysWithValues: offers.enumerated().map { ($1, $0) })
    var offered: [(rank: Int, explanation: OfferExplanation)] = []
    var others: [OfferExplanation] = []
    for entry in entries {
      let trace = entry.manifest?.activationRule.explain(input)
      let rank = entry.found.hiddenBy == nil ? order[entry.path] : nil
      let reason: OfferExplanation.Reason? =
        if rank != nil { nil } else if candidates.contains(entry.path), entry.found.hiddenBy == nil
        {
          .ranking
        } else { Self.reason(entry, trace, at: point) }
      let explanation = OfferExplanation(entry: entry, reason: reason, trace: trace)
      if let rank { offered.append((rank, explanation)) } else { others.append(explanation) }
    }
    return offered.sorted { $0.rank < $1.rank }.map(\.explanation) + others
  }

  /// Why each extension is or is not offered for items.
  public func explanations(
    for items: [ExtensionItem],
    at point: ExtensionPointIdentifier? = nil
  ) -> [OfferExplanation] {
    explanations(for: input(of: items), at: point)
  }

  /// The offers before the host's ranking.
  private func candidates(
    for input: ActivationInput,
    at point: ExtensionPointIdentifier?
  ) -> [Offer] {
    ruleBook.matches(input, at: point).compactMap { index -> (key: String, offer: Offer)? in
      catalog.entry(at: index).installed.map { found in
        let name = found.manifest.name.text(for: languages)
        return (name.lowercased(), Offer(found, displayName: name))
      }
    }
    .sorted { left, right in
      if left.key != right.key { return left.key < right.key }
      if left.offer.displayName != right.offer.displayName {
        return left.offer.displayName < right.offer.displayName
      }
      return left.offer.extension.identifier < right.offer.extension.identifier
    }
    .map(\.offer)
  }

  /// Why an extension is not offered.
  private static func reason(
    _ entry: RegistryEntry,
    _ trace: RuleTrace?,
    at point: ExtensionPointIdentifier?
  ) -> OfferExplanation.Reason? {
    if let obstacle = entry.obstacle { return .obstacle(obstacle) }
    guard let manifest = entry.manifest, let trace else { return .obstacle(.broken([])) }
    if let point {
      if manifest.extensionPoint != point { return .otherPoint(manifest.extensionPoint) }
    } else if !manifest.extensionPoint.isKnown {
      return .unknownPoint(manifest.extensionPoint)
    } else if !manifest.activationRule.usesRules {
      return .pointWithoutRules(manifest.extensionPoint)
    }
    return .rule(trace)
  }
}
