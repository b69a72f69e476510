internal import OrielActivation
internal import OrielManifest

/// What rules see of a request, which depends on whose rules they are.
struct OfferInput: Sendable {
  /// What the rules of extensions in the host's own container see; nothing when it is the same.
  let own: ActivationInput?
  /// What the rules of all other extensions see.
  let other: ActivationInput

  /// What all rules see.
  init(_ input: ActivationInput) {
    own = nil
    other = input
  }

  /// What rules see of items in a snapshot: the forms that the extension may load.
  init(_ items: [ExtensionItem], in snapshot: RegistrySnapshot) {
    let isOwnSeen =
      snapshot.hostContainer != nil
      && items.contains { item in
        item.attachments.contains { attachment in
          attachment.representations.contains { $0.visibility == .ownContainer }
        }
      }
    own = isOwnSeen ? snapshot.input(of: items, for: .ownExtension) : nil
    other = snapshot.input(of: items)
  }

  /// What the rule of an extension sees.
  func seen(by extension: InstalledExtension?, hostContainer: String?) -> ActivationInput {
    guard let own, let `extension`,
      ItemViewer(`extension`, hostContainer: hostContainer) == .ownExtension
    else { return other }
    return own
  }
}
