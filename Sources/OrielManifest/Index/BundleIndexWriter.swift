internal import OrielSystem

/// Puts the bytes of an index together.
struct BundleIndexWriter {
  /// A bundle of a directory.
  enum Bundle {
    /// One that was read now; nil when there is too little to make it again.
    case read(CatalogEntrySources?, isSettled: Bool)
    /// One of the old index, by where its record begins.
    case kept(Int)
  }

  /// The bytes of the table.
  private var table = ByteWriter()
  /// The bytes of the details.
  private var details: [UInt8] = []
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

  /// Adds a directory with its bundles by name.
  mutating func add(
    path: String,
    identity: FileIdentity,
    isSettled: Bool,
    containers: [String],
    bundles: [(name: String, bundle: Bundle)]
  ) {
    count += 1
    bundleCount += bundles.count
    table.write(text: path)
    identity.write(to: &table)
    table.write(UInt8(isSettled ? 1 : 0))
    table.write(list: containers) { $0.write(text: $1) }
    table.write(UInt32(truncatingIfNeeded: bundles.count))
    for (name, bundle) in bundles {
      switch bundle {
      case .read(let sources, let isSettled): add(name, sources, isSettled: isSettled)
      case .kept(let start): keep(start, name)
      }
    }
  }

  /// Adds the record of a bundle.
  private mutating func add(
    _ name: String,
    _ sources: CatalogEntrySources?,
    isSettled: Bool
  ) {
    let nodes = sources?.nodes.map { node in
      (node.identity, Array(name.utf8) + (node.path.isEmpty ? [] : [0x2F] + node.path))
    }
    // A bundle that cannot be made again is remembered by its name, and read each time.
    let none = FileIdentity(device: 0, inode: 0, size: 0, modificationTime: 0, changeTime: 0)
    var record = ByteWriter()
    let isUsable = isSettled && nodes?.allSatisfy { $0.1.count <= UInt16.max } ?? false
    let identifier = sources?.identifier
    let flags: UInt8 =
      (isUsable ? 1 : 0) | (sources?.contentHash == nil ? 0 : 2) | (identifier == nil ? 0 : 4)
    let detail = sources?.details ?? []
    record.write(flags)
    record.write(raw: sources?.contentHash?.bytes ?? Array(repeating: 0, count: ContentHash.length))
    record.write(identifier.map(IdentifierKey.of) ?? 0)
    record.write(UInt64(details.count))
    record.write(UInt32(truncatingIfNeeded: detail.count))
    record.write(raw: ContentHasher.checksum(detail[...]))
    let written = isUsable ? nodes ?? [] : [(none, Array(name.utf8))]
    record.write(UInt32(truncatingIfNeeded: written.count))
    for (identity, path) in written {
      identity.write(to: &record)
      record.write(UInt16(truncatingIfNeeded: path.count))
      record.write(raw: path)
      record.write(UInt8(0))
    }
    details += detail
    table.write(counted: record.bytes)
  }

  /// Takes over the record of a bundle.
  private mutating func keep(_ start: Int, _ name: String) {
    guard let old, let record = try? old.record(at: start), let detail = old.details(of: record)
    else {
      add(name, nil, isSettled: false)
      return
    }
    let moved = UInt64(details.count)
    details += detail
    // Behind the flags, the hash and the key stands where the details are.
    let place = start + 4 + 1 + ContentHash.length + 8
    table.write(raw: old.table[start..<place])
    table.write(moved)
    table.write(raw: old.table[(place + 8)..<record.end])
  }

  /// The header, and all bytes behind it.
  consuming func finish(environment: [UInt8]) -> [UInt8] {
    table.replace(at: 0, count)
    var file = ByteWriter()
    file.write(raw: BundleIndex.magic)
    file.write(raw: environment)
    file.write(UInt64(table.bytes.count))
    file.write(raw: ContentHasher.checksum(table.bytes[...]))
    file.write(raw: Array(repeating: 0, count: BundleIndex.headerLength - file.bytes.count))
    file.write(raw: table.bytes)
    file.write(raw: details)
    return file.bytes
  }
}
