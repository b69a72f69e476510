public import OrielManifest
internal import OrielSystem
internal import OrielText

/// What a registry has found and knows at one moment; it does not change.
public struct RegistrySnapshot: Sendable {
  /// What was found.
  public let catalog: ExtensionCatalog
  /// What is wrong with the places, and with what the registry keeps.
  public let diagnostics: [Diagnostic]
  /// What was decided.
  let judge: Judge
  /// The languages in which extensions are named.
  let languages: LocalePreferences
  /// The host's container.
  let hostContainer: String?
  /// Puts offers in order.
  let ranking: OfferRanking?
  /// The rules and types of the newest snapshot of the registry, of which what did not change is
  /// taken over.
  private let newestRules: Lock<RuleBook?>
  /// What is worked out when it is first asked for.
  private let made = Made()

  /// What copies of a snapshot share.
  private final class Made: Sendable {
    /// The rules and types of all extensions.
    let ruleBook = Lock<RuleBook?>(nil)
  }

  /// Puts together what was found and what is known.
  init(
    _ catalog: ExtensionCatalog,
    judge: Judge,
    diagnostics: [Diagnostic],
    configuration: RegistryConfiguration,
    newestRules: Lock<RuleBook?>
  ) {
    self.catalog = catalog
    self.judge = judge
    self.diagnostics = catalog.diagnostics + diagnostics
    languages = configuration.languages
    hostContainer = configuration.hostContainer
    ranking = configuration.ranking
    self.newestRules = newestRules
  }

  /// The bundles in the order in which they were found, the broken ones too.
  public var entries: some RandomAccessCollection<RegistryEntry> & Sendable {
    RegistryEntries(self)
  }

  /// The rules and types of all extensions.
  var ruleBook: RuleBook {
    made.ruleBook.withLock { book in
      if let book { return book }
      let fresh = newestRules.withLock { newest in
        let fresh = RuleBook(self, taking: newest.take())
        newest = fresh
        return fresh
      }
      book = fresh
      return fresh
    }
  }

  // MARK: - Finding

  /// The entry of an extension by identifier, or of a bundle by path.
  ///
  /// What holds a `/` or ends with `.appex` is a path; the bundle need not be in the search path.
  ///
  /// - Parameter name: The identifier or path.
  /// - Returns: The entry, usable or not.
  /// - Throws: That nothing is there, with the names that may have been meant.
  public func find(_ name: String) throws(RegistryError) -> RegistryEntry {
    do throws(CatalogError) {
      return RegistryEntry(try catalog.find(name), judge)
    } catch {
      throw RegistryError(.extension, error.description)
    }
  }

  /// The extension to start by identifier or path.
  ///
  /// - Parameter name: The identifier, or the path of a bundle.
  /// - Returns: The extension.
  /// - Throws: Why there is none that can be started, or that it may not be: it was disabled, has to
  ///   be approved, or failed too often.
  public func usableExtension(_ name: String) throws(RegistryError) -> InstalledExtension {
    let entry = try find(name)
    if entry.obstacle == nil, let installed = entry.installed { return installed }
    do throws(CatalogError) {
      _ = try catalog.usableExtension(name)
    } catch {
      throw RegistryError(.extension, error.description)
    }
    let reason = entry.obstacle.map { "\($0)" } ?? "cannot be started"
    throw RegistryError(.notOffered, "the extension '\(Printable.text(name))' \(reason)")
  }
}

/// The bundles of a snapshot, each read when it is asked for.
private struct RegistryEntries: RandomAccessCollection, Sendable {
  /// The snapshot.
  let snapshot: RegistrySnapshot

  /// The entries of a snapshot.
  init(_ snapshot: RegistrySnapshot) { self.snapshot = snapshot }

  var startIndex: Int { 0 }
  var endIndex: Int { snapshot.catalog.count }
  subscript(index: Int) -> RegistryEntry {
    RegistryEntry(snapshot.catalog.entry(at: index), snapshot.judge)
  }
}
