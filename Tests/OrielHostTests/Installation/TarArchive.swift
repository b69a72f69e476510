/// A tar archive, made byte by byte, so that it can say what no tar program writes.
struct TarArchive {
  /// The bytes so far.
  private(set) var bytes: [UInt8] = []

  /// Adds an entry with a header of the ustar format.
  ///
  /// - Parameters:
  ///   - name: The path, at most 100 bytes.
  ///   - content: The bytes of a file.
  ///   - kind: The type flag: `0` file, `1` hard link, `2` symbolic link, `3` and `4` devices,
  ///     `5` folder, `6` pipe, `x` a header for the next entry.
  ///   - mode: The mode.
  ///   - target: Where a link leads.
  ///   - size: The size that is announced, if it is not that of the content.
  mutating func add(
    _ name: [UInt8],
    _ content: [UInt8] = [],
    kind: Character = "0",
    mode: Int = 0o644,
    target: String = "",
    size: Int? = nil
  ) {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ field: [UInt8], at offset: Int) {
      header.replaceSubrange(offset..<offset + field.count, with: field)
    }
    func octal(_ number: Int, _ width: Int) -> [UInt8] {
      let digits = String(number, radix: 8)
      return Array((String(repeating: "0", count: width - digits.count) + digits).utf8)
    }
    put(name, at: 0)
    put(octal(mode, 7), at: 100)
    put(octal(0, 7), at: 108)
    put(octal(0, 7), at: 116)
    put(octal(size ?? content.count, 11), at: 124)
    put(octal(0, 11), at: 136)
    put([UInt8](repeating: 0x20, count: 8), at: 148)
    put(Array(kind.utf8), at: 156)
    put(Array(target.utf8), at: 157)
    put(Array("ustar\u{0}00".utf8), at: 257)
    put(octal(1, 7), at: 329)
    put(octal(1, 7), at: 337)
    put(octal(header.reduce(0) { $0 + Int($1) }, 6) + [0], at: 148)
    bytes += header + content
    bytes += [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
  }

  /// Adds an entry with a path of plain text.
  mutating func add(_ name: String, _ content: [UInt8] = [], kind: Character = "0") {
    add(Array(name.utf8), content, kind: kind)
  }

  /// Adds a header of the pax format, which says more about the next entry.
  mutating func addAttributes(_ attributes: [(String, String)]) {
    var text: [UInt8] = []
    for (key, value) in attributes {
      let rest = " \(key)=\(value)\n"
      // The length counts its own digits.
      var length = rest.utf8.count + 1
      while String(length).utf8.count + rest.utf8.count != length { length += 1 }
      text += Array("\(length)\(rest)".utf8)
    }
    add(Array("PaxHeaders/x".utf8), text, kind: "x")
  }

  /// The whole archive with the mark of its end.
  var ended: [UInt8] { bytes + [UInt8](repeating: 0, count: 1024) }
}
