public import OrielManifest
internal import OrielSystem

/// Where a registry looks for extensions, and what it lets be offered.
public struct RegistryConfiguration: Sendable {
  /// The places that are looked in, the first one first.
  public var searchPath: SearchPath
  /// The system the extensions shall run on.
  public var facts: SystemFacts = .current
  /// Whether extensions have to be approved.
  public var approval: ApprovalPolicy = .notRequired
  /// Whether what others than the user and root can change is not offered: bundles, and the places of
  /// the system and of `ORIEL_PATH` with all that is in them.
  ///
  /// It always has a warning. Set where the host is root, because others would decide what root runs.
  public var refusesExposedBundles: Bool = KernelFacts.effectiveUser == 0
  /// When an extension that fails is not offered any more; nothing offers it all the same.
  public var quarantine: QuarantinePolicy? = .standard
  /// The languages in which extensions are named.
  public var languages: LocalePreferences = .current
  /// The host's container, whose extensions see forms of items that others do not.
  public var hostContainer: String?
  /// Puts offers in order; without it they are ordered by name.
  public var ranking: OfferRanking?
  /// Whether what was found is kept on disk, so that what did not change is not read again.
  public var usesIndex: Bool = true
  /// The folder with the index; nothing takes `oriel` in the user's cache folder.
  public var cacheFolder: String?
  /// The folder with the user's decisions; nothing takes `oriel` in the user's configuration folder.
  public var decisionsFolder: String?
  /// The folder with the counts of failures; nothing takes `oriel` in the user's state folder.
  public var stateFolder: String?

  /// A configuration for the environment of this process.
  ///
  /// - Parameters:
  ///   - host: The identifier of the host, which has folders for extensions of its own.
  ///   - explicit: Places to look in before all others.
  public init(host: BundleIdentifier? = nil, explicit: [String] = []) {
    self.init(searchPath: .current(explicit: explicit, host: host))
  }

  /// A configuration for some places.
  public init(searchPath: SearchPath) {
    self.searchPath = searchPath
    hostContainer = OwnContainer.path
  }
}
