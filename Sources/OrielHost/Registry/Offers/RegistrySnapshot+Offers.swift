public import OrielActivation
public import OrielManifest
public import OrielTypes

extension RegistrySnapshot {
  /// The types that are known here: the built-in ones, those of the system, and those that the
  /// extensions declare.
  public var types: TypeTable { ruleBook.types }

  /// What is wrong with the types that the extensions declare, each with the bundle that says so.
  ///
  /// Loops of types that conform to each other, declarations of system types, and types that several
  /// bundles declare in different ways; ``types`` holds what is left.
  public var typeDiagnostics: [Diagnostic] { ruleBook.typeDiagnostics }

  /// What rules see of items: the types of the forms that a viewer may load.
  public func input(
    of items: [ExtensionItem],
    for viewer: ItemViewer = .otherExtension
  ) -> ActivationInput {
    ActivationInput(
      items: items.map { item in
        ActivationInput.Item(
          attachments: item.registeredTypes(visibleTo: viewer).map { $0.map(\.rawValue) },
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
    offers(for: OfferInput(items, in: self), at: point)
  }

  /// The extensions that are offered for what rules see, in order.
  public func offers(
    for input: ActivationInput,
    at point: ExtensionPointIdentifier? = nil
  ) -> [Offer] {
    offers(for: OfferInput(input), at: point)
  }

  /// The extensions that are offered, in order.
  private func offers(for input: OfferInput, at point: ExtensionPointIdentifier?) -> [Offer] {
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
    explanations(for: OfferInput(input), at: point)
  }

  /// Why each extension is or is not offered.
  private func explanations(
    for input: OfferInput,
    at point: ExtensionPointIdentifier?
  ) -> [OfferExplanation] {
    let candidates = Set(candidates(for: input, at: point).map(\.extension.path))
    let offers = offers(for: input, at: point).map(\.extension.path)
    let order = Dictionary(offers.enumerated().map { ($1, $0) }) { first, _ in first }
    var offered: [(rank: Int, explanation: OfferExplanation)] = []
    var others: [OfferExplanation] = []
    for entry in entries {
      let seen = input.seen(by: entry.installed, hostContainer: hostContainer)
      let trace = entry.manifest?.activationRule.explain(seen)
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
    explanations(for: OfferInput(items, in: self), at: point)
  }

  /// The offers before the host's ranking.
  private func candidates(
    for input: OfferInput,
    at point: ExtensionPointIdentifier?
  ) -> [Offer] {
    guard let own = input.own else { return ruleBook.offers(for: input.other, at: point) }
    return ruleBook.offers(for: input.other, at: point) { container in
      container == hostContainer ? own : nil
    }
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
