// Provokes the whole Swift runtime: tasks, actors, Dispatch, the main actor, Foundation, all at once.
import Dispatch
import Foundation
import OrielExtension
import Synchronization

/// What the fixture found out; each field has one right value.
private struct Findings: Codable {
  /// The sum of 0 to 99, added up in an actor by a task group.
  var sum: Int
  /// Whether work on a global queue ran on another thread than the main one.
  var ranOnGlobalQueue: Bool
  /// Whether work on the main actor and on the main queue ran on the main thread.
  var ranOnMainThread: Bool
  /// How many iterations concurrentPerform did.
  var iterations: Int
  /// The beginning of the year 2001 in ISO 8601.
  var date: String
  /// The same day, written for people in Austria.
  var day: String
  /// What was written into a temporary file, read back.
  var file: String
}

/// A number that threads share.
private final class SharedNumber: Sendable {
  private let number = Mutex(0)
  var value: Int { number.withLock { $0 } }
  func increment() { number.withLock { $0 += 1 } }
}

private actor Counter {
  private(set) var value = 0
  func add(_ number: Int) { value += number }
}

private struct SwiftRuntime: RequestHandler {
  func handle(_ request: ExtensionRequest) async throws -> Response {
    let reference = Date(timeIntervalSinceReferenceDate: 0)
    let findings = Findings(
      sum: await sum(),
      ranOnGlobalQueue: await useGlobalQueue(),
      ranOnMainThread: await useMainThread(),
      iterations: await useConcurrentPerform(),
      date: ISO8601DateFormatter().string(from: reference),
      day: day(of: reference),
      file: try useFile(in: request.bundle.temporaryDirectory)
    )
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return [ReturnedItem(text: String(decoding: try encoder.encode(findings), as: UTF8.self))]
  }

  /// Adds numbers up in an actor.
  private func sum() async -> Int {
    let counter = Counter()
    await withTaskGroup { group in
      for number in 0..<100 { group.addTask { await counter.add(number) } }
    }
    try? await Task.sleep(for: .milliseconds(1))
    return await counter.value
  }

  /// Waits for a global queue with a semaphore, on a thread that may block.
  private func useGlobalQueue() async -> Bool {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let semaphore = DispatchSemaphore(value: 0)
        let count = SharedNumber()
        let queue = DispatchQueue(label: "org.oriel.fixture.serial")
        DispatchQueue.global().async {
          queue.sync { if !Thread.isMainThread { count.increment() } }
          semaphore.signal()
        }
        semaphore.wait()
        continuation.resume(returning: count.value == 1)
      }
    }
  }

  /// Runs on the main actor and on the main queue.
  private func useMainThread() async -> Bool {
    let onActor = await MainActor.run { Thread.isMainThread }
    let onQueue = await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume(returning: Thread.isMainThread) }
    }
    return onActor && onQueue
  }

  /// Counts the iterations of a parallel loop.
  private func useConcurrentPerform() async -> Int {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        let count = SharedNumber()
        DispatchQueue.concurrentPerform(iterations: 64) { _ in count.increment() }
        continuation.resume(returning: count.value)
      }
    }
  }

  /// Formats a date for people.
  private func day(of date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "de_AT")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "d. MMMM yyyy"
    return formatter.string(from: date)
  }

  /// Writes a file and reads it back.
  private func useFile(in folder: String) throws -> String {
    let path = folder + "/swift-runtime.txt"
    guard FileManager.default.createFile(atPath: path, contents: Data("written".utf8)) else {
      return "not written"
    }
    defer { try? FileManager.default.removeItem(atPath: path) }
    return String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }
}

/// The entry of the extension.
@c(oriel_extension_entry)
public func entry() -> UnsafeRawPointer? { unsafe ExtensionMain.entry { SwiftRuntime() } }
