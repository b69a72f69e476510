internal import OrielSystem

/// Puts the bytes of an index together.
struct BundleIndexWriter {
  /// A bundle of a directory.
  enum Bundle {
    /// One that was looked at now.
    case read(EncodedBundle)
    /// One of the old index, by where its record begins.
    case kept(Int)
  }

  /// The bytes of the table.
  private var table = ByteWriter()
  /// The details of each bundle, which are not copied before they are written.
  private var details: [[UInt8]] = []
  /// How many bytes they have together.
  private var detailsLength: UInt64 = 0
  /// The index that records are taken over from.
  private let old: BundleIndex?
  /// The number of directories.
  private var count: UInt32 = 0
  /// The number of bundles.
  private(set) var bundleCount = 0

  /// Begins an index.
  init(old: BundleIndex?) {
    self.old = old
    table.write(UInt32(0))
  }

  /// Adds a directory with its bundles.
  mutating func add(
    path: String,
    identity: FileIdentity,
    isSettled: Bool,
    containers: [String],
    bundles: [Bundle]
  ) {
    count += 1
    bundleCount += bundles.count
    table.write(text: path)
    identity.write(to: &table)
    table.write(UInt8(isSettled ? 1 : 0))
    table.write(list: containers) { $0.write(text: $1) }
    table.write(UInt32(truncatingIfNeeded: bundles.count))
    for bundle in bundles {
      switch bundle {
      case .read(let bundle): add(bundle)
      case .kept(let start): keep(start)
      }
    }
  }

  /// Adds a bundle.
  private mutating func add(_ bundle: EncodedBundle) {
    let place = table.bytes.count + 4 + EncodedBundle.detailsPlace
    table.write(counted: bundle.record)
    table.replace(at: place, detailsLength)
    add(details: bundle.details)
  }

  /// Takes over the record of a bundle.
  private mutating func keep(_ start: Int) {
    guard let old, let record = try? old.record(at: start), let detail = old.details(of: record)
    else {
      add(EncodedBundle(unreadable: old?.name(at: start) ?? ""))
      return
    }
    let moved = detailsLength
    add(details: detail)
    let place = start + 4 + EncodedBundle.detailsPlace
    table.write(raw: old.table[start..<place])
    table.write(moved)
    table.write(raw: old.table[(place + 8)..<record.end])
  }

  /// Adds the details of a bundle.
  private mutating func add(details part: [UInt8]) {
    detailsLength += UInt64(part.count)
    details.append(part)
  }

  /// The parts of the file in their order: the header, the table and the details of each bundle.
  consuming func finish(environment: [UInt8]) -> [[UInt8]] {
    table.replace(at: 0, count)
    var header = ByteWriter()
    header.write(raw: BundleIndex.magic)
    header.write(raw: environment)
    header.write(UInt64(table.bytes.count))
    header.write(raw: ContentHasher.checksum(table.bytes[...]))
    header.write(raw: Array(repeating: 0, count: BundleIndex.headerLength - header.bytes.count))
    return [header.bytes, table.bytes] + details
  }
}
