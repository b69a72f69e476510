import OrielSystem

@testable import OrielManifest

/// The index of bundles on disk: whole files, tables with a right checksum, and details of bundles.
enum Indexes {
  /// What the index was made for.
  private static let environment = [UInt8](repeating: 7, count: ContentHasher.checksumLength)

  /// Reads an index; accepted is one of which every record and every detail can be used.
  ///
  /// The first byte tells what the others are: 0 a whole file, 1 the details of a bundle, anything else
  /// a length of 32 bits, a table of that length, and the details. Of the last kind the header is made
  /// here, because no fuzzer guesses a checksum.
  static func run(_ bytes: [UInt8]) throws(Finding) -> Bool {
    guard let kind = bytes.first else { return false }
    let rest = Array(bytes.dropFirst())
    switch kind {
    case 0: return try readFile(rest)
    case 1: return try readDetails(rest)
    default: return try readFile(file(rest))
    }
  }

  /// A file with a header that fits.
  static func file(_ parts: [UInt8]) -> [UInt8] {
    let length = parts.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    let table = Array(parts.dropFirst(4).prefix(length))
    var file = ByteWriter()
    file.write(raw: BundleIndex.magic)
    file.write(raw: environment)
    file.write(UInt64(table.count))
    file.write(raw: ContentHasher.checksum(table[...]))
    file.write(raw: [UInt8](repeating: 0, count: BundleIndex.headerLength - file.bytes.count))
    file.write(raw: table)
    file.write(raw: parts.dropFirst(4 + table.count))
    return file.bytes
  }

  /// Reads a whole file.
  private static func readFile(_ bytes: [UInt8]) throws(Finding) -> Bool {
    guard let index = try index(bytes) else { return false }
    guard let root = try? Descriptor.open("/", [.readOnly, .directory]) else { return false }
    var isWhole = true
    for directory in index.directories.values {
      for start in directory.records {
        _ = index.name(at: start)
        _ = index.path(at: start)
        guard let record = try? index.record(at: start) else {
          isWhole = false
          continue
        }
        // Nothing of what the fuzzer makes up is on this disk with the right times.
        _ = index.isUnchanged(record, in: root)
        guard let details = index.details(of: record) else {
          isWhole = false
          continue
        }
        if try !readDetails(details) { isWhole = false }
      }
    }
    return isWhole
  }

  /// Makes a file that nobody else can change.
  private static func file(with bytes: [UInt8]) throws(BundleIndex.Problem) -> Descriptor {
    do throws(SystemError) {
      let file = try Descriptor.open("/tmp", [.unnamed, .readWrite], permissions: 0o600)
      try file.write(bytes)
      return file
    } catch {
      throw .unusable("no file can be made: \(error)")
    }
  }

  /// Reads an index with these bytes.
  private static func index(_ bytes: [UInt8]) throws(Finding) -> BundleIndex? {
    do throws(BundleIndex.Problem) {
      return try BundleIndex(try file(with: bytes), environment: environment)
    } catch {
      guard case .unusable(let reason) = error else { return nil }
      try Finding.unlessPrintable(reason)
      return nil
    }
  }

  /// Reads details, and makes of them what a host is given.
  private static func readDetails(_ bytes: [UInt8]) throws(Finding) -> Bool {
    guard let sources = try? CatalogEntrySources(details: bytes, contentHash: nil) else {
      return false
    }
    try Finding.unless(sources.details == bytes, "details are not written as they were read")
    let entry = CatalogEntry(sources)
    for text in [entry.displayName, entry.identifier ?? ""] { try Finding.unlessPrintable(text) }
    if let installed = entry.installed {
      try Finding.unless(
        entry.state == .usable && installed.path == sources.path,
        "what is not usable can be started"
      )
    }
    return true
  }
}
