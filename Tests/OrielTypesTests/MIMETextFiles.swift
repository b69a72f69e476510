import Foundation
import Glibc
import Testing

/// The text files of a shared-mime-info database, read independently of the code under test: what
/// `mime.cache` has to agree with.
struct MIMETextFiles {
  /// A line of `globs2`.
  struct Glob {
    let weight: Int
    let type: String
    let pattern: String
    let isCaseSensitive: Bool
    let cString: ContiguousArray<CChar>

    /// Whether the C library's `fnmatch` finds that a name fits, given as it is and in lower case.
    func matches(_ name: ContiguousArray<CChar>, _ folded: ContiguousArray<CChar>) -> Bool {
      // Both arrays end with a zero and live as long as the calls.
      unsafe (isCaseSensitive ? name : folded).withUnsafeBufferPointer { name in
        unsafe cString.withUnsafeBufferPointer { pattern in
          guard let pattern = pattern.baseAddress, let name = name.baseAddress else { return false }
          return unsafe fnmatch(pattern, name, 0) == 0
        }
      }
    }

    /// Whether the pattern is a whole name.
    var isLiteral: Bool { !pattern.contains { "*?[".contains($0) } }
  }

  /// A line of `magic` with the lines below it.
  struct Condition {
    var indent = 0
    var start = 0
    var range = 1
    var wordSize = 1
    var value: [UInt8] = []
    var mask: [UInt8]?
    var children: [Condition] = []

    /// The value and the mask with groups of bytes turned round, as little-endian machines see them.
    private func turned(_ bytes: [UInt8]) -> [UInt8] {
      stride(from: 0, to: bytes.count, by: wordSize).flatMap {
        Array(bytes[$0..<min($0 + wordSize, bytes.count)].reversed())
      }
    }

    /// Whether a file begins in this way.
    func matches(_ data: [UInt8]) -> Bool {
      let wanted = wordSize > 1 ? turned(value) : value
      let mask = self.mask.map(turned) ?? wanted.map { _ in 0xFF }
      var offset = start
      var found = false
      while offset < start + range, offset + wanted.count <= data.count, !found {
        // The first byte alone settles most places.
        found =
          (data[offset] ^ wanted[0]) & mask[0] == 0
          && wanted.indices.allSatisfy { (data[offset + $0] ^ wanted[$0]) & mask[$0] == 0 }
        offset += 1
      }
      return found && (children.isEmpty || children.contains { $0.matches(data) })
    }

    /// Puts what the condition and the first ones below it want into a file.
    func satisfy(_ data: inout [UInt8]) {
      let wanted = turned(value)
      if data.count < start + wanted.count {
        data += [UInt8](repeating: 0x20, count: start + wanted.count - data.count)
      }
      for (index, byte) in wanted.enumerated() { data[start + index] = byte }
      children.first?.satisfy(&data)
    }
  }

  /// A section of `magic`.
  struct Rule {
    let priority: Int
    let type: String
    var conditions: [Condition] = []

    /// Whether a file begins in this way.
    func matches(_ data: [UInt8]) -> Bool { conditions.contains { $0.matches(data) } }
  }

  /// The lines of `globs2`.
  var globs: [Glob] = []
  /// The lines of `aliases`: other name, type.
  var aliases: [(String, String)] = []
  /// The lines of `subclasses`: type, parent.
  var subclasses: [(String, String)] = []
  /// The lines of `types`.
  var types: [String] = []
  /// The sections of `magic`, those with the greatest priority first.
  var rules: [Rule] = []

  /// Reads the files of a directory such as `/usr/share/mime`.
  init(_ directory: String) throws {
    func lines(_ name: String) throws -> [[String]] {
      let path = "\(directory)/\(name)"
      guard FileManager.default.fileExists(atPath: path) else { return [] }
      return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        .filter { !$0.hasPrefix("#") }
        .map { $0.split(separator: name == "globs2" ? ":" : " ").map(String.init) }
    }
    globs = try lines("globs2").compactMap { parts in
      guard parts.count >= 3, let weight = Int(parts[0]) else { return nil }
      let isCaseSensitive = parts.count > 3 && parts[3].split(separator: ",").contains("cs")
      return Glob(
        weight: weight,
        type: parts[1].lowercased(),
        pattern: parts[2],
        isCaseSensitive: isCaseSensitive,
        cString: parts[2].utf8CString
      )
    }
    // A case-sensitive pattern is there a second time without the flag, for programs that do not know
    // the flag.
    let sensitive = Set(globs.filter(\.isCaseSensitive).map { [$0.type, $0.pattern] })
    globs.removeAll { !$0.isCaseSensitive && sensitive.contains([$0.type, $0.pattern]) }
    aliases = try lines("aliases").map { ($0[0].lowercased(), $0[1].lowercased()) }
    subclasses = try lines("subclasses").map { ($0[0].lowercased(), $0[1].lowercased()) }
    types = try lines("types").map { $0[0].lowercased() }
    rules = try Self.rules(Array(Data(contentsOf: URL(filePath: directory + "/magic"))))
  }

  /// The types that the patterns give for a name, by the words of the specification.
  func types(named name: String) -> Set<String> {
    let (exact, folded) = (name.utf8CString, name.lowercased().utf8CString)
    let fitting = globs.filter { $0.matches(exact, folded) }
    let literal = fitting.filter(\.isLiteral)
    let candidates = literal.isEmpty ? fitting : literal
    let weight = candidates.map(\.weight).max()
    let heavy = candidates.filter { $0.weight == weight }
    let length = heavy.map(\.pattern.count).max()
    return Set(heavy.filter { $0.pattern.count == length }.map(\.type))
  }

  /// The types of all rules with the greatest priority that fit a file.
  func types(of data: [UInt8]) -> Set<String> {
    let fitting = rules.filter { $0.matches(data) }
    let priority = fitting.map(\.priority).max()
    return Set(fitting.filter { $0.priority == priority }.map(\.type))
  }

  /// A file that a rule of a type fits.
  func file(of type: String) throws -> [UInt8] {
    let condition = try #require(rules.first { $0.type == type }?.conditions.first)
    var data: [UInt8] = []
    condition.satisfy(&data)
    return data
  }

  /// Reads the binary file of rules.
  private static func rules(_ bytes: [UInt8]) throws -> [Rule] {
    var rules: [Rule] = []
    var index = Array("MIME-Magic\0\n".utf8).count
    func number() -> Int {
      var value = 0
      while index < bytes.count, (48...57).contains(bytes[index]) {
        value = value * 10 + Int(bytes[index] - 48)
        index += 1
      }
      return value
    }
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "[") {
        index += 1
        let priority = number()
        let end = try #require(bytes[index...].firstIndex(of: UInt8(ascii: "]")))
        let type = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
        rules.append(Rule(priority: priority, type: type.lowercased()))
        index = end + 2
        continue
      }
      var condition = Condition()
      condition.indent = number()
      #expect(bytes[index] == UInt8(ascii: ">"))
      index += 1
      condition.start = number()
      #expect(bytes[index] == UInt8(ascii: "="))
      let length = Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
      condition.value = Array(bytes[(index + 3)..<(index + 3 + length)])
      index += 3 + length
      while bytes[index] != UInt8(ascii: "\n") {
        index += 1
        switch bytes[index - 1] {
        case UInt8(ascii: "&"):
          condition.mask = Array(bytes[index..<(index + length)])
          index += length
        case UInt8(ascii: "~"): condition.wordSize = number()
        case UInt8(ascii: "+"): condition.range = number()
        default: Issue.record("an unknown part of a rule at \(index)")
        }
      }
      index += 1
      let last = rules.count - 1
      insert(condition, into: &rules[last].conditions)
    }
    return rules
  }

  /// Puts a condition below the last one with an indent one less.
  private static func insert(_ condition: Condition, into list: inout [Condition]) {
    if condition.indent > (list.last?.indent ?? condition.indent) {
      insert(condition, into: &list[list.count - 1].children)
    } else {
      list.append(condition)
    }
  }
}
