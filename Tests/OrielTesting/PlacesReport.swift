import Testing

/// errno values by which the sandbox refuses, from the kernel's <asm-generic/errno-base.h> and
/// <errno.h>: EPERM, ENOENT, EACCES, EROFS, ENOSYS.
private let plainRefusals: Set<Int> = [1, 2, 13, 30, 38]

/// Acts that are refused in other words: ENOEXEC is what the probe says for the linker, EXDEV that of
/// a rename between mounts, ENOTDIR that of a path through a device, ENOMEM and EAGAIN those of
/// locked memory, ETXTBSY that of a program that runs: the kernel looks for it before it asks Landlock,
/// which refuses even to read it.
private let otherRefusals: [String: Int] = [
  "dlopen:/tmp/none.so": 8, "dlopen:/usr/bin/true": 8, "load-copied-library": 8,
  "rename-into-bundle": 18, "open:/proc/self/fd/0/etc": 20, "lock-memory": 12, "map-locked": 11,
  "write:/proc/self/exe": 26, "place-write:/proc/self/exe": 26, "truncate:/proc/self/exe": 26,
]

/// What the Places fixture returned.
public struct PlacesReport {
  /// One act.
  public struct Row: Sendable {
    /// The name of the act.
    public let act: String
    /// The letter of its kind.
    public let kind: String
    /// Its answer in each place.
    public let answers: [Int]
  }

  /// All acts, in their order.
  public let rows: [Row]

  /// Reads the lines "act kind answer…".
  public init(_ text: String?) throws {
    rows = try #require(text, "the fixture did not complete").split(separator: "\n").map { line in
      let words = line.split(separator: " ").map(String.init)
      try #require(words.count == 8, "\(line)")
      return Row(act: words[0], kind: words[1], answers: words[2...].compactMap { Int($0) })
    }
  }

  /// Acts that were not answered as they must be.
  public var failures: [String] {
    rows.filter { row in
      guard row.answers.count == 6 else { return true }
      switch row.kind {
      case "r", "o":
        return !row.answers.allSatisfy {
          $0 == otherRefusals[row.act] || plainRefusals.contains($0) && $0 == row.answers[0]
        }
      case "c": return row.answers.contains { $0 != 0 }
      default: return false
      }
    }.map { "\($0.act) \($0.kind): \($0.answers)" }
  }
}
