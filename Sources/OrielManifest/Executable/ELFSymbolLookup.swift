extension ELFDynamicTable {
  /// The symbol that a loader would find under a name, by the same hash tables.
  func symbol<Source: ByteSource & ~Copyable>(
    named name: String,
    in image: inout ELFImage<Source>
  ) throws(ELFError) -> ELF.Symbol? {
    guard let symbols = self[.symbols] else { return nil }
    let table = try image.offset(of: symbols)
    if let address = self[.gnuHash] {
      return try symbolByGNUHash(name, try image.offset(of: address), table, &image)
    }
    if let address = self[.hash] {
      return try symbolByHash(name, try image.offset(of: address), table, &image)
    }
    return nil
  }

  /// The most symbols of one bucket that are looked at.
  private static var greatestChain: Int { 65_536 }

  /// Looks a name up in the table of `DT_GNU_HASH`.
  private func symbolByGNUHash<Source: ByteSource & ~Copyable>(
    _ name: String,
    _ start: UInt64,
    _ table: UInt64,
    _ image: inout ELFImage<Source>
  ) throws(ELFError) -> ELF.Symbol? {
    var hash: UInt32 = 5381
    for byte in name.utf8 { hash = hash &* 33 &+ UInt32(byte) }
    let buckets = try image.reader.uint32(at: start)
    let firstSymbol = try image.reader.uint32(at: start + 4)
    let bloomWords = try image.reader.uint32(at: start + 8)
    guard buckets > 0 else { return nil }
    // All numbers have 32 bits, so these sums stay far below 64 bits.
    let bucketsStart = start + 16 + UInt64(bloomWords) * 8
    let chainStart = bucketsStart + UInt64(buckets) * 4
    var index = try image.reader.uint32(at: bucketsStart + UInt64(hash % buckets) * 4)
    guard index >= firstSymbol, index != 0 else { return nil }
    for _ in 0..<Self.greatestChain {
      let link = try image.reader.uint32(at: chainStart + UInt64(index - firstSymbol) * 4)
      if link | 1 == hash | 1, let symbol = try match(name, index, table, &image) { return symbol }
      if link & 1 == 1 { return nil }
      guard index < .max else { break }
      index += 1
    }
    throw ELFError.tooComplex
  }

  /// Looks a name up in the table of `DT_HASH`.
  private func symbolByHash<Source: ByteSource & ~Copyable>(
    _ name: String,
    _ start: UInt64,
    _ table: UInt64,
    _ image: inout ELFImage<Source>
  ) throws(ELFError) -> ELF.Symbol? {
    var hash: UInt32 = 0
    for byte in name.utf8 {
      hash = (hash << 4) &+ UInt32(byte)
      let high = hash & 0xF000_0000
      hash = (hash ^ (high >> 24)) & ~high
    }
    let buckets = try image.reader.uint32(at: start)
    guard buckets > 0 else { return nil }
    let chainStart = start + 8 + UInt64(buckets) * 4
    var index = try image.reader.uint32(at: start + 8 + UInt64(hash % buckets) * 4)
    for _ in 0..<Self.greatestChain {
      guard index != 0 else { return nil }
      if let symbol = try match(name, index, table, &image) { return symbol }
      index = try image.reader.uint32(at: chainStart + UInt64(index) * 4)
    }
    throw ELFError.tooComplex
  }

  /// The symbol with a number, when it has a name.
  private func match<Source: ByteSource & ~Copyable>(
    _ name: String,
    _ index: UInt32,
    _ table: UInt64,
    _ image: inout ELFImage<Source>
  ) throws(ELFError) -> ELF.Symbol? {
    let found = try image.symbol(at: table + UInt64(index) * 24)
    let place = try place(ofString: UInt64(found.name), in: image)
    return try image.reader.holds(name, at: place) ? found.symbol : nil
  }
}

extension ELFImage where Source: ~Copyable {
  /// Whether the table for debuggers, which a loader does not see, defines a name.
  ///
  /// This is for a better message only, so what cannot be read counts as no.
  mutating func debugSymbolsDefine(_ name: String, in sections: [ELF.Section]) -> Bool {
    guard let table = sections.first(where: { $0.type == ELF.sectionSymbols }),
      sections.indices.contains(Int(table.link)),
      let wanted = try? offset(of: name, in: sections[Int(table.link)])
    else { return false }
    for index in 0..<min(table.size / 24, 1 << 20) {
      let (offset, overflow) = table.offset.addingReportingOverflow(index * 24)
      guard !overflow, offset < reader.count, let found = try? symbol(at: offset) else {
        return false
      }
      if found.name == wanted, found.symbol.section != 0 { return true }
    }
    return false
  }

  /// Where a string with a zero after it is in a string table.
  private mutating func offset(
    of name: String,
    in table: ELF.Section
  ) throws(ELFError) -> UInt32? {
    let bytes = Array(name.utf8) + [0]
    var start: UInt64 = 0
    while start < min(table.size, 1 << 24) {
      let count = min(4096, table.size - start)
      let (place, overflow) = table.offset.addingReportingOverflow(start)
      guard !overflow else { return nil }
      let part = try reader.bytes(at: place, count: Int(count))
      for index in part.indices
      where part[index] == bytes[0] && part[index...].starts(with: bytes) {
        return UInt32(exactly: start + UInt64(index - part.startIndex))
      }
      guard count == 4096 else { return nil }
      // The next part overlaps this one, so that no name is cut in two.
      start += 4096 - UInt64(bytes.count)
    }
    return nil
  }
}
