import Foundation
import OrielTesting

/// The processes of one runner, told from all others by the name that its program was started with.
final class RunnerProcesses: Sendable {
  /// The path to start the runner by.
  let path: String
  private let name: String

  /// Makes a link to the runner with a name of its own.
  init() throws {
    // The kernel keeps 15 characters of a name.
    name = "orl-\(UInt32.random(in: 0...(.max)))"
    path = NSTemporaryDirectory() + "/\(name)"
    try FileManager.default.createSymbolicLink(
      atPath: path,
      withDestinationPath: BuiltProducts.program("oriel-runner")
    )
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// One process.
  private struct Line {
    let number: Int32
    let parent: Int32
    let isDead: Bool
  }

  /// The numbers of all processes.
  var all: [Int32] { lines.map(\.number) }

  /// The process that the host started.
  var runner: Int32? { lines.first { $0.parent == getpid() }?.number }

  /// The instances, which are those without children below the fork server.
  var instances: [Int32] {
    let lines = lines
    guard let runner = lines.first(where: { $0.parent == getpid() }),
      let server = lines.first(where: { $0.parent == runner.number })
    else { return [] }
    return lines.filter { $0.parent == server.number }.map(\.number)
  }

  /// How many threads each process has.
  var threads: [Int] { all.map(Self.threads) }

  /// How many threads each instance has.
  var threadsOfInstances: [Int] { instances.map(Self.threads) }

  private static func threads(of process: Int32) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task").count) ?? 0
  }

  /// Whether a child of this process has ended and was not reaped.
  var hasDeadChild: Bool { everyLine.contains { $0.parent == getpid() && $0.isDead } }

  /// All of them but zombies, which some systems never reap.
  private var lines: [Line] { everyLine.filter { !$0.isDead } }

  /// All of them.
  private var everyLine: [Line] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.compactMap { Int32($0) }.compactMap { number in
      guard let data = FileManager.default.contents(atPath: "/proc/\(number)/stat") else {
        return nil
      }
      let text = String(decoding: data, as: UTF8.self)
      guard let close = text.lastIndex(of: ")"), text[..<close].hasSuffix("(\(name)") else {
        return nil
      }
      let fields = text[text.index(after: close)...].split(separator: " ")
      guard fields.count > 1, let parent = Int32(fields[1]) else { return nil }
      return Line(number: number, parent: parent, isDead: fields[0] == "Z")
    }
  }
}
