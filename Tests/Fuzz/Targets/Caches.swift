@testable import OrielTypes

/// A `mime.cache` file of the shared-mime-info database, asked about everything that it names.
enum Caches {
  /// Reads a file; accepted is one with a sound header.
  static func run(_ bytes: [UInt8]) throws(Finding) -> Bool {
    let cache: MIMECache
    do {
      cache = try MIMECache(bytes)
    } catch {
      try Finding.unlessPrintable(error.description)
      return false
    }
    for cut in cache.cuts { try Finding.unlessPrintable(cut) }
    // The same file as the user's own and as the system's.
    let database = MIMEDatabase(caches: [cache, cache], problems: [])
    let table = TypeTable(mime: database)
    for type in types(cache) { try check(type, database, table) }
    for name in names(cache) { try check(name, database, table) }
    try checkContents(bytes, database)
    return true
  }

  /// Types that the file names, and some that it may name.
  private static func types(_ cache: MIMECache) -> [MIMEType] {
    let lists = [(cache.aliases, 0), (cache.aliases, 4), (cache.parents, 0), (cache.literals, 4)]
    return [.plainText, .octetStream]
      + lists.flatMap { list, place in
        (0..<min(list.count, 8)).compactMap { cache.type(referredToAt: list.entry($0) &+ place) }
      }
  }

  /// Names that the file speaks of, and some that it may speak of.
  private static func names(_ cache: MIMECache) -> [String] {
    ["a.txt", "A.TXT", "makefile", "a.tar.gz", "README", "x.C", "", ".", "é.ü"]
      + [cache.literals, cache.globs].flatMap { list in
        (0..<min(list.count, 8)).compactMap { index in
          cache.text(referredToAt: list.entry(index)).map { String(decoding: $0, as: UTF8.self) }
        }
      }
  }

  /// Checks what holds for every type.
  private static func check(
    _ type: MIMEType,
    _ database: MIMEDatabase,
    _ table: TypeTable
  ) throws(Finding) {
    let ancestors = database.ancestors(of: type)
    try Finding.unless(
      Set(ancestors).count == ancestors.count && ancestors.count <= 2048,
      "\(type) has \(ancestors.count) ancestors, some of them twice"
    )
    try Finding.unless(
      database.parents(of: type).allSatisfy { $0 != database.canonical(type) },
      "\(type) is its own parent"
    )
    try Finding.unless(
      MIMEType(type.rawValue) == type && database.aliases(of: type).count <= 128,
      "\(type) is misspelled or has too many names"
    )
    let suffixes = database.suffixes(of: type)
    try Finding.unless(Set(suffixes).count == suffixes.count, "\(type) has a suffix twice")
    guard let identifier = table.type(for: type) else { return }
    let all = table.ancestors(of: identifier)
    try Finding.unless(
      all.first == identifier && Set(all).count == all.count
        && all.count <= TypeTable.greatestAncestorCount,
      "\(identifier) has \(all.count) ancestors, some of them twice"
    )
    try Finding.unless(
      all.allSatisfy { TypeIdentifier($0.rawValue) != nil },
      "\(identifier) conforms to something misspelled"
    )
  }

  /// Checks what holds for every file name.
  private static func check(
    _ name: String,
    _ database: MIMEDatabase,
    _ table: TypeTable
  ) throws(Finding) {
    let types = database.types(forFileName: name)
    try Finding.unless(Set(types).count == types.count, "\(name) has a type twice")
    let type = table.type(ofFileNamed: name) { Array(name.utf8) }
    try Finding.unless(TypeIdentifier(type.rawValue) != nil, "\(name) has a misspelled type")
    try Finding.unless(
      table.type(ofFileNamed: name) { nil }.rawValue.utf8.count > 0,
      "\(name) has no type"
    )
  }

  /// Checks that rules about contents say the same each time, of the file itself and its parts.
  private static func checkContents(
    _ bytes: [UInt8],
    _ database: MIMEDatabase
  ) throws(Finding) {
    for content in [bytes, Array(bytes.suffix(64)), Array("#!/bin/sh\n".utf8), []] {
      let type = database.type(ofContent: content)
      try Finding.unless(type == database.type(ofContent: content), "\(type) is not always told")
      try Finding.unless(MIMEType(type.rawValue) == type, "\(type) is misspelled")
    }
  }
}
