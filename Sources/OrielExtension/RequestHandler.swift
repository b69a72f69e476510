/// Handles one request: the heart of an extension.
///
/// How a request ends follows from how `handle` ends, so that each has exactly one outcome:
/// returning completes it, throwing cancels it. A thrown ``RequestFailure`` reaches the host as it
/// is; every other error is described in words.
///
/// **Threads.** `handle` runs on Swift's concurrent executor, never on the main thread. The main
/// thread serves the main actor, so `@MainActor` code and the main queue work.
///
/// **Cancellation.** When the host cancels or the time is over, the task that runs `handle` is
/// cancelled: loads end with ``LoadError/cancelled``, `Task.isCancelled` becomes true, and
/// ``ExtensionRequest/cancelReason`` says why. After the grace time the process is killed.
public protocol RequestHandler: Sendable {
  /// Handles a request.
  ///
  /// - Parameter request: What the host sent.
  /// - Returns: What the host gets back.
  /// - Throws: Why the request is cancelled.
  func handle(_ request: ExtensionRequest) async throws -> Response
}
