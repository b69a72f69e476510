import Foundation

/// Watches processes through `/proc`.
enum ProcessWatch {
  /// What can go wrong.
  enum Failure: Error {
    /// What was waited for did not come.
    case neverCame
  }

  /// Waits until a process has a child that has a child.
  static func waitForGrandchild(of process: Int32) async throws {
    let end = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < end {
      if children(of: process).contains(where: { !children(of: $0).isEmpty }) { return }
      // No descriptor tells of a grandchild, so the kernel is asked again and again.
      try await Task.sleep(for: .milliseconds(5))
    }
    throw Failure.neverCame
  }

  /// The children of a process, of all its threads.
  private static func children(of process: Int32) -> [Int32] {
    let tasks = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return threads.flatMap { thread in
      let text = (try? String(contentsOfFile: "\(tasks)/\(thread)/children", encoding: .utf8)) ?? ""
      return text.split(separator: " ").compactMap { Int32($0) }
    }
  }
}
