/// The bundles that a search has found, of which the unchanged ones are still in the index only.
struct FoundBundles: CatalogBundles {
  /// What was found.
  private let found: [BundleSearch.Found]
  /// Who named the places in which they were found.
  private let origins: [SearchPath.Location.Origin]
  /// The index.
  private let index: BundleIndex?

  /// Takes over what a search has found.
  init(_ search: BundleSearch, index: BundleIndex?) {
    found = search.found
    origins = search.origins
    self.index = index
  }

  /// The number of bundles.
  var count: Int { found.count }

  /// The key of a bundle's identifier.
  func identifierKey(at number: Int) -> UInt64? {
    switch found[number] {
    case .read(let bundle): bundle.sources.identifier.map(IdentifierKey.of)
    case .failed: nil
    case .kept(let start): (try? index?.record(at: start))?.identifierKey
    }
  }

  /// The mark of a bundle; the same for one that is kept as for one that was read.
  func mark(at number: Int) -> BundleMark {
    switch found[number] {
    case .kept(let start):
      return BundleMark(ofRecordAt: start, in: index?.table ?? [], origin: origins[number])
    case .failed(let entry): return BundleMark(entry, origin: origins[number])
    case .read(let bundle):
      // The record has no length before it yet.
      return BundleMark(ofRecordAt: -4, in: bundle.encoded.record, origin: origins[number])
    }
  }

  /// What is known about a bundle; one whose details are damaged is read again.
  func entry(at number: Int) -> CatalogEntry {
    var entry = entry(of: found[number])
    entry.origin = origins[number]
    return entry
  }

  /// What is known about a bundle, but where it was found.
  private func entry(of found: BundleSearch.Found) -> CatalogEntry {
    switch found {
    case .read(let bundle): return CatalogEntry(bundle.sources)
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
