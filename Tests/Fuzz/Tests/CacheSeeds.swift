/// Where fuzzing of `mime.cache` begins: small files, written here.
struct CacheSeeds {
  /// The seeds by their names.
  static var all: [String: [UInt8]] {
    var whole = CacheSeeds()
    whole.aliases = [("application/x-gzip", "application/gzip"), ("text/x-b", "text/x-a")]
    whole.parents = [
      ("application/x-foo", ["application/xml", "text/x-b"]), ("audio/AMR", ["audio/x-base"]),
      ("text/x-a", ["text/plain"]),
    ]
    whole.literals = [("__NOGLOBS__", "text/x-gone", 0), ("makefile", "text/x-makefile", 50)]
    whole.suffixes = [("txt", "text/plain", 50), ("c", "text/x-c", 50), ("C", "text/x-c++", 306)]
    whole.globs = [("readme*", "text/x-readme", 10), ("*.[1-9]", "text/troff", 50)]
    whole.rules = [
      Rule(80, "application/gzip", [Condition(0, 1, [0x1F, 0x8B])]),
      Rule(
        50,
        "application/x-foo",
        [
          Condition(
            0,
            64,
            [1, 2, 3, 4],
            mask: [255, 0, 255, 255],
            wordSize: 4,
            children: [Condition(4, 1, Array("foo".utf8)), Condition(8, 9, Array("bar".utf8))]
          )
        ]
      ),
      Rule(40, "text/x-shell", [Condition(0, 16, Array("#!".utf8))]),
      Rule(1, "text/x-gone", [Condition(0, 1, Array("__NOMAGIC__".utf8))]),
    ]
    var loops = CacheSeeds()
    loops.aliases = [("a/a", "a/b"), ("a/b", "a/a"), ("a/c", "a/c")]
    loops.parents = [
      ("a/a", ["a/c"]), ("a/b", ["a/b"]), ("a/c", ["a/d"]), ("a/d", ["a/c", "a/b"]),
    ]
    return ["whole": whole.bytes, "loops": loops.bytes, "empty": CacheSeeds().bytes]
  }

  /// A condition on the content.
  private struct Condition {
    let start: Int
    let range: Int
    let value: [UInt8]
    var mask: [UInt8]?
    var wordSize = 1
    var children: [Condition] = []

    init(
      _ start: Int,
      _ range: Int,
      _ value: [UInt8],
      mask: [UInt8]? = nil,
      wordSize: Int = 1,
      children: [Condition] = []
    ) {
      (self.start, self.range, self.value) = (start, range, value)
      (self.mask, self.wordSize, self.children) = (mask, wordSize, children)
    }
  }

  /// A rule about the content.
  private struct Rule {
    let priority: Int
    let type: String
    let conditions: [Condition]

    init(_ priority: Int, _ type: String, _ conditions: [Condition]) {
      (self.priority, self.type, self.conditions) = (priority, type, conditions)
    }
  }

  private var aliases: [(String, String)] = []
  private var parents: [(String, [String])] = []
  private var literals: [(String, String, Int)] = []
  private var suffixes: [(String, String, Int)] = []
  private var globs: [(String, String, Int)] = []
  private var rules: [Rule] = []

  /// The file.
  private var bytes: [UInt8] {
    var writer = Writer()
    writer.numbers([0x0001_0002] + [Int](repeating: 0, count: 9))
    writer.list(4, aliases.map { [writer.text($0.0), writer.text($0.1)] })
    let types = parents.map { type, parents in
      let names = parents.map { writer.text($0) }
      return [writer.text(type), writer.numbers([names.count] + names)]
    }
    writer.list(8, types)
    writer.list(12, literals.map { [writer.text($0.0), writer.text($0.1), $0.2] })
    let leaves = suffixes.map { (Array(("." + $0.0).unicodeScalars.reversed()), $0.1, $0.2) }
    let roots = writer.tree(leaves[...], depth: 0)
    writer.refer(16, writer.numbers([roots.count, writer.numbers(roots.flatMap { $0 })]))
    writer.list(20, globs.map { [writer.text($0.0), writer.text($0.1), $0.2] })
    let matches = rules.flatMap { rule in
      [
        rule.priority, writer.text(rule.type), rule.conditions.count,
        writer.conditions(rule.conditions),
      ]
    }
    writer.refer(24, writer.numbers([rules.count, 256, writer.numbers(matches)]))
    for place in [28, 32, 36] { writer.list(place, []) }
    return writer.bytes
  }

  /// Puts things behind each other and tells where they lie.
  private struct Writer {
    var bytes: [UInt8] = []

    /// Adds numbers.
    @discardableResult mutating func numbers(_ numbers: [Int]) -> Int {
      let place = bytes.count
      for number in numbers {
        bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
      }
      return place
    }

    /// Adds a text that a zero ends, and what fills its last word.
    mutating func text(_ text: String) -> Int {
      data(Array(text.utf8) + [0])
    }

    /// Adds bytes and what fills their last word.
    mutating func data(_ data: [UInt8]) -> Int {
      let place = bytes.count
      bytes += data
      while bytes.count % 4 != 0 { bytes.append(0) }
      return place
    }

    /// Writes a place into the header.
    mutating func refer(_ header: Int, _ place: Int) {
      for (index, shift) in [24, 16, 8, 0].enumerated() {
        bytes[header + index] = UInt8(truncatingIfNeeded: place >> shift)
      }
    }

    /// Adds a list with its count.
    mutating func list(_ header: Int, _ entries: [[Int]]) {
      refer(header, numbers([entries.count] + entries.flatMap { $0 }))
    }

    /// Adds what lies below nodes of the tree of suffixes, and gives the nodes.
    mutating func tree(
      _ leaves: ArraySlice<([Unicode.Scalar], String, Int)>,
      depth: Int
    ) -> [[Int]] {
      var nodes = leaves.filter { $0.0.count == depth }.map { [0, text($0.1), $0.2] }
      let longer = Dictionary(grouping: leaves.filter { $0.0.count > depth }) { $0.0[depth] }
      for (scalar, leaves) in longer.sorted(by: { $0.key < $1.key }) {
        let children = tree(leaves[...], depth: depth + 1)
        nodes.append([Int(scalar.value), children.count, numbers(children.flatMap { $0 })])
      }
      return nodes
    }

    /// Adds conditions, and what lies below them before.
    mutating func conditions(_ conditions: [Condition]) -> Int {
      let entries = conditions.flatMap { condition in
        [
          condition.start, condition.range, condition.wordSize, condition.value.count,
          data(condition.value), condition.mask.map { data($0) } ?? 0, condition.children.count,
          condition.children.isEmpty ? 0 : self.conditions(condition.children),
        ]
      }
      return numbers(entries)
    }
  }
}
