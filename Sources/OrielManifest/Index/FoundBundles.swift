/// The bundles that a search has found, of which the unchanged ones are still in the index only.
struct FoundBundles: CatalogBundles {
  /// What was found.
  private let found: [BundleSearch.Found]
  /// The index.
  private let index: BundleIndex?

  /// Takes over what a search has found.
  init(_ found: [BundleSearch.Found], index: BundleIndex?) {
    self.found = found
    self.index = index
  }

  /// The number of bundles.
  var count: Int { found.count }

  /// The key of a bundle's identifier.
  func identifierKey(at number: Int) -> UInt64? {
    switch found[number] {
    case .read(let sources, _): sources.identifier.map(IdentifierKey.of)
    case .failed: nil
    case .kept(let start): (try? index?.record(at: start))?.identifierKey
    }
  }

  /// What is known about a bundle; one whose details are damaged is read again.
  func entry(at number: Int) -> CatalogEntry {
    switch found[number] {
    case .read(let sources, _): return CatalogEntry(sources)
    case .failed(let entry): return entry
    case .kept(let start):
      guard let index else { return CatalogEntry(inspecting: "") }
      if let record = try? index.record(at: start), let details = index.details(of: record),
        let sources = try? CatalogEntrySources(details: details, contentHash: record.contentHash)
      {
        return CatalogEntry(sources)
      }
      return CatalogEntry(inspecting: index.path(at: start) ?? "")
    }
  }
}
