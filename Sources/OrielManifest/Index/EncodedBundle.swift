internal import OrielSystem

/// What an index keeps of a bundle, as the bytes that stand in its file.
struct EncodedBundle: Sendable {
  /// The record in the table, in which the place of the details is still zero.
  let record: [UInt8]
  /// The details.
  let details: [UInt8]
  /// A short hash of the details.
  let checksum: [UInt8]

  /// Where in a record the place of the details stands: behind the flags, the hash and the key.
  static let detailsPlace = 1 + ContentHash.length + 8

  /// Encodes a bundle that was read.
  ///
  /// - Parameters:
  ///   - name: The name in its directory.
  ///   - sources: What was read.
  ///   - isSettled: Whether what was read can be trusted not to change without a trace.
  init(_ name: String, _ sources: CatalogEntrySources, isSettled: Bool) {
    let longest = sources.nodes.reduce(0) { max($0, $1.path.count) }
    let isUsable = isSettled && name.utf8.count + 1 + longest <= Int(UInt16.max)
    self.init(
      name,
      nodes: isUsable ? sources.nodes : nil,
      hash: sources.contentHash,
      identifier: sources.identifier,
      details: sources.details
    )
  }

  /// Encodes a bundle of which nothing can be read; it is remembered by its name, and read each time.
  init(unreadable name: String) {
    self.init(name, nodes: nil, hash: nil, identifier: nil, details: [])
  }

  /// Encodes a bundle of which nothing was read, by the entry that says why.
  init(_ failed: CatalogEntry) {
    self.init(unreadable: ExtensionBundle.lastComponent(ofPath: failed.path))
  }

  /// Puts the record together; without nodes it is one that is never taken as unchanged.
  private init(
    _ name: String,
    nodes: [BundleContents.Node]?,
    hash: ContentHash?,
    identifier: String?,
    details: [UInt8]
  ) {
    self.details = details
    checksum = ContentHasher.checksum(details[...])
    let flags: UInt8 =
      (nodes == nil ? 0 : 1) | (hash == nil ? 0 : 2) | (identifier == nil ? 0 : 4)
    let none = FileIdentity(device: 0, inode: 0, size: 0, modificationTime: 0, changeTime: 0)
    let nodes = nodes ?? [BundleContents.Node(path: [], identity: none)]
    var record = ByteWriter()
    record.write(flags)
    record.write(raw: hash?.bytes ?? Array(repeating: 0, count: ContentHash.length))
    record.write(identifier.map(IdentifierKey.of) ?? 0)
    record.write(UInt64(0))
    record.write(UInt32(truncatingIfNeeded: details.count))
    record.write(raw: checksum)
    record.write(UInt32(truncatingIfNeeded: nodes.count))
    let name = Array(name.utf8)
    for node in nodes {
      node.identity.write(to: &record)
      let length = name.count + (node.path.isEmpty ? 0 : 1 + node.path.count)
      record.write(UInt16(truncatingIfNeeded: length))
      record.write(raw: name)
      if !node.path.isEmpty {
        record.write(UInt8(ascii: "/"))
        record.write(raw: node.path)
      }
      record.write(UInt8(0))
    }
    self.record = record.bytes
  }
}

extension BundleMark {
  /// The mark of the bundle with a record, which has its length before it, in a table.
  init(ofRecordAt start: Int, in table: [UInt8], origin: SearchPath.Location.Origin) {
    let flags = start + 4
    let hasHash = table.indices.contains(flags) && table[flags] & 2 != 0
    self.init(
      details: flags + EncodedBundle.detailsPlace + 8 + 4,
      content: hasHash ? flags + 1 : nil,
      in: table,
      origin: origin
    )
  }
}
