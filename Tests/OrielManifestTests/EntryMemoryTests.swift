import Foundation
import OrielSystem
import Testing

@testable import OrielManifest

/// What catalogs take from those before them.
@Suite("Memory of entries", .timeLimit(.minutes(1)))
struct EntryMemoryTests {
  /// Bundles that count how often they are read.
  private final class Counted: CatalogBundles {
    let bundles: FoundBundles
    let reads = Lock<[Int]>([])

    init(_ path: String) {
      let search = BundleSearch(
        SearchPath([.init(path, .explicit)]),
        facts: .current,
        index: nil
      )
      bundles = FoundBundles(search, index: nil)
    }

    var count: Int { bundles.count }
    func identifierKey(at index: Int) -> UInt64? { bundles.identifierKey(at: index) }
    func mark(at index: Int) -> BundleMark { bundles.mark(at: index) }
    func entry(at index: Int) -> CatalogEntry {
      reads.withLock { $0.append(index) }
      return bundles.entry(at: index)
    }
  }

  /// The entries that a new catalog has, and how many bundles were read for it.
  private func look(
    _ path: String,
    _ memory: EntryMemory
  ) -> (entries: [CatalogEntry], reads: Int, marks: [BundleMark]) {
    let counted = Counted(path)
    let catalog = ExtensionCatalog(
      counted,
      diagnostics: [],
      searched: [],
      facts: .current,
      memory: memory
    )
    let entries = catalog.entries
    return (entries, counted.reads.withLock { $0.count }, catalog.marks)
  }

  @Test("Only bundles that changed are read again, and what is known is the same")
  func changedBundles() throws {
    let directory = try TemporaryDirectory()
    let library = Array("no library".utf8)
    for number in 0..<20 {
      try directory.makeBundle(
        "B\(number).appex",
        identifier: "com.example.b\(number)",
        library: library,
        point: "org.oriel.share"
      )
    }
    let memory = EntryMemory()
    let first = look(directory.path, memory)
    #expect(first.reads == 20 && first.entries.count == 20)
    let second = look(directory.path, memory)
    #expect(second.reads == 0 && second.entries == first.entries)
    #expect(second.marks == first.marks)
    // One changes, one comes, one goes.
    try directory.makeBundle(
      "B3.appex",
      identifier: "com.example.other",
      library: library,
      point: "org.oriel.share"
    )
    try directory.makeBundle(
      "C.appex",
      identifier: "com.example.c",
      library: library,
      point: "org.oriel.share"
    )
    try FileManager.default.removeItem(atPath: "\(directory.path)/B7.appex")
    let third = look(directory.path, memory)
    #expect(third.reads == 2)
    #expect(third.entries == look(directory.path, EntryMemory()).entries)
    #expect(Set(third.marks).subtracting(first.marks).count == 2)
  }

  @Test("What is kept does not grow with the bundles that come and go")
  func bounded() throws {
    let directory = try TemporaryDirectory()
    let memory = EntryMemory()
    for number in 0..<300 {
      try directory.makeBundle(
        "A.appex",
        identifier: "com.example.b\(number)",
        library: [],
        point: "org.oriel.share"
      )
      #expect(look(directory.path, memory).reads == 1)
    }
    #expect(memory.count < 100)
    #expect(look(directory.path, memory).reads == 0)
  }
}
