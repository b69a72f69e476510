internal import OrielActivation
internal import OrielManifest

/// The rules of bundles, parsed once and kept as long as the bundles do not change.
///
/// Each bundle has a number, under which its rule stands. A shelf that takes over what another one has
/// parses the bundles that are new.
struct RuleShelf: Sendable {
  /// A bundle that can be started, as its offers and its obstacles need it.
  final class Bundle: Sendable {
    /// What is known about the bundle, whatever the others are.
    let entry: CatalogEntry
    /// The extension.
    let installed: InstalledExtension
    /// Its extension point.
    let point: ExtensionPointIdentifier
    /// Whether it is asked when no point is named: the point is known and chooses by rules.
    let isAskedByDefault: Bool
    /// Whether it declares types.
    let declaresTypes: Bool
    /// What is offered.
    let offer: Offer
    /// The name by which offers are put in order.
    let key: String
    /// The container that the bundle lies in.
    let container: String?

    /// Prepares a bundle; nothing when it cannot be started.
    init?(_ entry: CatalogEntry, _ languages: LocalePreferences) {
      guard entry.state == .usable, let installed = entry.installed else { return nil }
      self.entry = entry
      self.installed = installed
      let manifest = installed.manifest
      point = manifest.extensionPoint
      isAskedByDefault = manifest.activationRule.usesRules && point.isKnown
      declaresTypes = !manifest.exportedTypes.isEmpty || !manifest.importedTypes.isEmpty
      let name = manifest.name.text(for: languages)
      offer = Offer(installed, displayName: name)
      key = name.lowercased()
      container = installed.containerPath
    }

    /// Whether its offer comes first.
    func precedes(_ other: Bundle) -> Bool {
      if key != other.key { return key < other.key }
      if offer.displayName != other.offer.displayName {
        return offer.displayName < other.offer.displayName
      }
      return installed.identifier < other.installed.identifier
    }
  }

  /// How many bundles that went are passed over at once.
  private static let lookahead = 4

  /// The numbers of the bundles.
  private var numbers: [BundleMark: Int] = [:]
  /// The bundles by number; nothing for those that cannot be started.
  private(set) var bundles: [Bundle?] = []
  /// The rules by number.
  private(set) var rules = RuleSet([])
  /// The numbers of the bundles that can be started, in the order of their offers.
  private(set) var order: [Int] = []

  /// Whether there is much more on the shelf than a catalog with so many bundles needs, which costs
  /// time with each request.
  func isCrowded(with count: Int) -> Bool { bundles.count > 2 * count + 64 }

  /// Puts the bundles of a catalog on the shelf, and parses those that are new.
  ///
  /// - Parameters:
  ///   - catalog: The catalog.
  ///   - earlier: The marks and numbers of the bundles of an earlier catalog, in its order.
  ///   - languages: The languages in which extensions are named.
  /// - Returns: The numbers of the bundles of the catalog, in its order.
  mutating func add(
    _ catalog: ExtensionCatalog,
    after earlier: (marks: [BundleMark], numbers: [Int]),
    languages: LocalePreferences
  ) -> [Int] {
    let marks = catalog.marks
    let first = bundles.count
    var result: [Int] = []
    result.reserveCapacity(marks.count)
    // Most bundles stand where they stood; looking each one up would take longer.
    var place = 0
    for (index, mark) in marks.enumerated() {
      let ahead = min(place + Self.lookahead, earlier.marks.count)
      if let found = (place..<max(ahead, place)).first(where: { earlier.marks[$0] == mark }) {
        result.append(earlier.numbers[found])
        place = found + 1
        continue
      }
      result.append(numbers[mark] ?? add(catalog.ownEntry(at: index), mark, languages))
      // It came before the one that stands here, or took its place.
      let isNextHere =
        index + 1 < marks.count && place < earlier.marks.count
        && earlier.marks[place] == marks[index + 1]
      if !isNextHere { place += 1 }
    }
    putInOrder(from: first)
    return result
  }

  /// Adds a bundle; gives its number.
  private mutating func add(
    _ entry: CatalogEntry,
    _ mark: BundleMark,
    _ languages: LocalePreferences
  ) -> Int {
    let number = bundles.count
    let bundle = Bundle(entry, languages)
    numbers[mark] = number
    bundles.append(bundle)
    rules.append(bundle?.installed.manifest.activationRule ?? ActivationRule(nil))
    return number
  }

  /// Puts the bundles from a number on in their places in the order.
  private mutating func putInOrder(from first: Int) {
    let known = bundles
    func precedes(_ left: Int, _ right: Int) -> Bool {
      guard let left = known[left], let right = known[right] else { return false }
      return left.precedes(right)
    }
    let fresh = (first..<known.count).filter { known[$0] != nil }.sorted(by: precedes)
    if fresh.isEmpty { return }
    var merged: [Int] = []
    merged.reserveCapacity(order.count + fresh.count)
    var rest = order[...]
    for number in fresh {
      // The rest is in order, so half of it is left out with each look.
      var low = rest.startIndex
      var high = rest.endIndex
      while low < high {
        let middle = (low + high) / 2
        if precedes(number, rest[middle]) { high = middle } else { low = middle + 1 }
      }
      merged += rest[..<low]
      merged.append(number)
      rest = rest[low...]
    }
    order = merged + rest
  }
}
