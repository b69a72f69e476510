/// Streams of the unpacking service, as `Plugins/Services/Unpack/stream.h` describes them.
enum UnpackedSeeds {
  /// The seeds by their names.
  static let all: [String: [UInt8]] = [
    "empty": stream([]),
    "bundle": stream([
      entry(2, "A.appex"), entry(1, "A.appex/Info.plist", [[1, 2, 3]]),
      entry(1, "A.appex/A.so", [[4], [5, 6]], mode: 0o755), entry(1, "A.appex/empty"),
    ]),
    "kinds": stream([
      entry(3, "A.app/link", [[47]]), entry(4, "A.app/hard", [[65]]), entry(5, "A.app/pipe"),
      entry(1, "A.app/holes", flags: 2), entry(2, "A.app/x", flags: 1, mode: 0o2755),
    ]),
    "names": stream([
      entry(1, "/absolute"), entry(1, "a/../b"), entry(1, "a/./b"), entry(1, "a//b"),
      entry(1, "e\u{301}"), entry(1, "\u{e9}"), entry(1, "STRASSE"), entry(1, "straße"),
      entry(1, "x"), entry(1, "x/y"),
    ]),
  ]

  /// A stream of entries, each with the bytes of its content.
  private static func stream(_ entries: [(bytes: [UInt8], content: Int)]) -> [UInt8] {
    Array("ORIELUP1".utf8) + entries.flatMap(\.bytes) + number(0, 4) + number(entries.count, 4)
      + number(entries.reduce(0) { $0 + $1.content }, 8)
  }

  /// An entry.
  private static func entry(
    _ kind: UInt8,
    _ path: String,
    _ chunks: [[UInt8]] = [],
    flags: UInt8 = 0,
    mode: Int = 0o644
  ) -> (bytes: [UInt8], content: Int) {
    let name = Array(path.utf8)
    var bytes = [kind, flags] + number(name.count, 2) + number(mode, 4) + name
    for chunk in chunks { bytes += number(chunk.count, 4) + chunk }
    let content = kind == 1 ? chunks.reduce(0) { $0 + $1.count } : 0
    return (bytes + number(0, 4), content)
  }

  /// A little-endian number of so many bytes.
  private static func number(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
