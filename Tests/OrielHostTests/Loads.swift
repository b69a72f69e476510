import Foundation
import OrielHost
import OrielSystem
import Testing

/// Runs the fixture `Loads`, which does what lines say with the first attachment.
enum Loads {
  /// An answer to each line, and what became of the callbacks.
  struct Answers {
    /// The answers by their lines.
    let lines: [String: String]
    /// The result.
    let result: RequestResult

    /// The answer to a line.
    subscript(_ line: String) -> String? { lines[line] }
  }

  /// Runs lines with an attachment.
  static func run(
    _ lines: [String],
    _ provider: ItemProvider,
    fixture: String = "Loads",
    _ change: (inout RequestOptions) -> Void = { _ in }
  ) async throws -> Answers {
    let item = ExtensionItem(text: lines.joined(separator: "\n"), attachments: [provider])
    let result = try await Fixtures.run(fixture, items: [item], change)
    return Answers(lines: answers(in: result.texts.first.flatMap { $0 } ?? ""), result: result)
  }

  /// The answers of a report.
  static func answers(in report: String) -> [String: String] {
    var answers: [String: String] = [:]
    for line in report.split(separator: "\n") {
      guard let equals = line.firstIndex(of: "=") else { continue }
      let answer = line[line.index(after: equals)...].drop { $0 == " " }
      answers[String(line[..<equals])] = String(answer)
    }
    return answers
  }

  /// Whether each callback of the fixture was told and released once, and none too late.
  static func isTidy(_ result: RequestResult) -> Bool {
    guard let line = result.log.last?.message else { return false }
    let numbers = line.split(separator: " ").compactMap { $0.split(separator: "=").last }
    return numbers.count == 5 && numbers[0] == numbers[1] && numbers[2] == numbers[3]
      && numbers[4] == "0"
  }

  /// The number of bytes and their FNV-1a checksum, as the fixture writes them.
  static func checksum(_ bytes: [UInt8]) -> String {
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return "\(bytes.count) \(String(repeating: "0", count: 16 - digits.count))\(digits)"
  }
}

/// Counts what happens to the functions of a provider.
final class Tally: Sendable {
  private let counts = Lock([String: Int]())
  private let waiting = Lock([AsyncStream<Void>.Continuation]())

  /// Counts something.
  func count(_ what: String) {
    counts.withLock { $0[what, default: 0] += 1 }
    for waiter in waiting.withLock({ $0 }) { waiter.yield() }
  }

  /// How often something was counted.
  subscript(_ what: String) -> Int { counts.withLock { $0[what] ?? 0 } }

  /// Waits until something was counted so often, or throws when the task is cancelled before.
  func wait(for what: String, toReach count: Int) async throws {
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
    waiting.withLock { $0.append(continuation) }
    defer { continuation.finish() }
    // What was counted before the stream was there is seen here.
    continuation.yield()
    for await _ in changes where self[what] >= count { return }
    throw CancellationError()
  }
}

/// A task waits here until it is cancelled; then it goes on.
func waitForCancellation() async {
  let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
  for await _ in stream {}
  continuation.finish()
}
