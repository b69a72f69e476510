internal import OrielSystem

/// What an earlier search has found, so that bundles that are unchanged need not be read again.
///
/// The file has a header, a table with everything that tells whether a bundle has changed, and the
/// details of each bundle. The table is read and checked as a whole, details one by one when they are
/// asked for. Nothing in the file is trusted: what is damaged counts as not found.
package final class BundleIndex: Sendable {
  /// A directory that was searched.
  struct Directory: Sendable {
    /// The canonical path.
    let path: String
    /// What tells whether names were added or removed.
    let identity: FileIdentity
    /// Whether the identity can be trusted: the directory had been left alone for a while.
    let isSettled: Bool
    /// The names of containers in it.
    let containers: [String]
    /// The records of its bundles, by where they begin in the table.
    let records: [Int]
  }

  /// What the table says about one bundle, but its nodes.
  struct Record: Sendable {
    /// Whether its identities can be trusted.
    let isSettled: Bool
    /// The bytes of the hash of its content.
    let hash: ArraySlice<UInt8>?
    /// The key of its identifier.
    let identifierKey: UInt64?
    /// Where its details are in the file.
    let details: Range<UInt64>
    /// A short hash of the details.
    let checksum: ArraySlice<UInt8>
    /// How many files and directories it has.
    let nodeCount: Int
    /// Where these begin in the table.
    let nodes: Int
    /// Where the record ends.
    let end: Int

    /// The hash of its content.
    var contentHash: ContentHash? { hash.flatMap { ContentHash(bytes: Array($0)) } }
  }

  /// The table.
  let table: [UInt8]
  /// The directories by path.
  let directories: [String: Directory]
  /// Where the details begin in the file.
  private let detailsStart: UInt64
  /// The file.
  private let file: Descriptor

  /// The bytes that the file begins with: its kind and the version of its form.
  static let magic: [UInt8] = Array("ORIELIX\u{3}".utf8)
  /// The bytes of the header.
  static let headerLength = 64
  /// The largest table that is read.
  private static let greatestTableLength: UInt64 = 1 << 30
  /// The largest details of one bundle.
  private static let greatestDetailsLength: UInt64 = 16 << 20

  /// Why there is no index, for a note.
  package enum Problem: Error, Sendable, Hashable {
    /// There is no file yet.
    case missing
    /// The file is not to be used, for this reason.
    case unusable(String)
  }

  /// Reads the table of an open index.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - environment: What the index must have been made for: the system and this version.
  /// - Throws: Why the file is not to be used.
  init(_ file: consuming Descriptor, environment: [UInt8]) throws(Problem) {
    var header = [UInt8](repeating: 0, count: Self.headerLength)
    let size: UInt64
    do throws(SystemError) {
      let status = try file.status()
      guard status.kind == .regular else { throw SystemError("open", .invalidArgument) }
      guard status.owner == KernelFacts.effectiveUser, status.permissions & 0o022 == 0 else {
        throw SystemError("open", .permissionDenied)
      }
      size = status.identity.size
      guard try file.read(into: &header, at: 0) == header.count else {
        throw SystemError("read", .invalidArgument)
      }
    } catch {
      throw .unusable(
        error.errno == .permissionDenied ? "others may write it" : "it cannot be read: \(error)"
      )
    }
    let (tableLength, checksum) = try Self.lengths(header, environment: environment)
    guard tableLength <= min(size, Self.greatestTableLength) else { throw .unusable("it is cut") }
    var table = [UInt8](repeating: 0, count: Int(tableLength))
    let count = try? file.read(into: &table, at: UInt64(Self.headerLength))
    guard count == table.count, ContentHasher.checksum(table[...]) == checksum else {
      throw .unusable("it is damaged")
    }
    do throws(ByteFault) {
      directories = try Self.directories(of: table)
    } catch {
      throw .unusable("it is damaged")
    }
    self.table = table
    detailsStart = UInt64(Self.headerLength) + tableLength
    self.file = file
  }

  /// Reads the header; gives the length of the table and its short hash.
  private static func lengths(
    _ header: [UInt8],
    environment: [UInt8]
  ) throws(Problem) -> (UInt64, [UInt8]) {
    var reader = ByteReader(header)
    do throws(ByteFault) {
      let magic = try reader.raw(magic.count)
      let environmentThen = try reader.raw(ContentHasher.checksumLength)
      let length = try reader.number(UInt64.self)
      let checksum = try reader.raw(ContentHasher.checksumLength)
      if magic.elementsEqual(Self.magic), environmentThen.elementsEqual(environment) {
        return (length, Array(checksum))
      }
    } catch {
      // A header has a fixed length, which was read.
    }
    throw .unusable("it is no index, or was made by another version or for another system")
  }

  /// Reads the directories of a table, with the places of their records.
  private static func directories(of table: [UInt8]) throws(ByteFault) -> [String: Directory] {
    var reader = ByteReader(table)
    let list = try reader.list { (reader) throws(ByteFault) in
      Directory(
        path: try reader.text(),
        identity: try FileIdentity(from: &reader),
        isSettled: try reader.boolean(),
        containers: try reader.list { (reader) throws(ByteFault) in try reader.text() },
        records: try reader.list { (reader) throws(ByteFault) in
          let start = reader.offset
          try reader.skip(Int(try reader.number(UInt32.self)))
          return start
        }
      )
    }
    guard reader.remaining == 0 else { throw ByteFault() }
    return Dictionary(list.map { ($0.path, $0) }) { first, _ in first }
  }

  // MARK: - Records

  /// Reads a record.
  func record(at start: Int) throws(ByteFault) -> Record {
    var reader = ByteReader(table, start..<table.count)
    let end = start + 4 + Int(try reader.number(UInt32.self))
    let flags = try reader.number(UInt8.self)
    let hash = try reader.raw(ContentHash.length)
    let key = try reader.number(UInt64.self)
    let offset = try reader.number(UInt64.self)
    let length = try reader.number(UInt32.self)
    let checksum = try reader.raw(ContentHasher.checksumLength)
    let (sum, overflow) = offset.addingReportingOverflow(UInt64(length))
    guard !overflow, end <= table.count else { throw ByteFault() }
    return Record(
      isSettled: flags & 1 != 0,
      hash: flags & 2 != 0 ? hash : nil,
      identifierKey: flags & 4 != 0 ? key : nil,
      details: offset..<sum,
      checksum: checksum,
      nodeCount: Int(try reader.number(UInt32.self)),
      nodes: reader.offset,
      end: end
    )
  }

  /// Whether a record says what was encoded now; where the details are does not matter.
  func holds(_ bundle: EncodedBundle, at start: Int) -> Bool {
    guard let record = try? record(at: start) else { return false }
    let old = table[(start + 4)..<record.end]
    let place = EncodedBundle.detailsPlace
    return old.count == bundle.record.count
      && old.prefix(place).elementsEqual(bundle.record.prefix(place))
      && old.dropFirst(place + 8).elementsEqual(bundle.record.dropFirst(place + 8))
  }

  /// The name of a record's bundle in its directory: the path of its first node.
  func name(at start: Int) -> String? {
    guard let record = try? record(at: start), record.nodeCount > 0 else { return nil }
    var reader = ByteReader(table, record.nodes..<record.end)
    do throws(ByteFault) {
      try reader.skip(FileIdentity.encodedLength)
      let length = Int(try reader.number(UInt16.self))
      return String(validating: try reader.raw(length), as: UTF8.self)
    } catch {
      return nil
    }
  }

  /// The path of a record's bundle.
  func path(at start: Int) -> String? {
    guard let name = name(at: start) else { return nil }
    let directory = directories.values.first { $0.records.contains(start) }
    return directory.map { "\($0.path)/\(name)" }
  }

  /// Whether everything that a record tells of is still as it was.
  func isUnchanged(_ record: Record, in directory: borrowing Descriptor) -> Bool {
    guard record.isSettled, record.nodeCount > 0 else { return false }
    var reader = ByteReader(table, record.nodes..<record.end)
    for _ in 0..<record.nodeCount {
      guard let identity = try? FileIdentity(from: &reader),
        let length = try? reader.number(UInt16.self)
      else { return false }
      let path = reader.offset
      guard (try? reader.skip(Int(length) + 1)) != nil,
        directory.identity(ofPathAt: path, in: table) == identity
      else { return false }
    }
    return true
  }

  /// The details of a record; nil when they are damaged.
  func details(of record: Record) -> [UInt8]? {
    let length = record.details.upperBound - record.details.lowerBound
    let (start, overflow) = detailsStart.addingReportingOverflow(record.details.lowerBound)
    guard !overflow, length <= Self.greatestDetailsLength else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(length))
    guard (try? file.read(into: &bytes, at: start)) == bytes.count,
      ContentHasher.checksum(bytes[...]).elementsEqual(record.checksum)
    else { return nil }
    return bytes
  }
}
