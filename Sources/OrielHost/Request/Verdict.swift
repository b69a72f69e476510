internal import OrielWire

/// How a request ends, before what an instance returned is checked and made public.
enum Verdict: Hashable, Sendable {
  /// The extension completed it.
  case completed(Complete)
  /// The extension cancelled it.
  case cancelled(Cancel)
  /// The host cancelled it; what the extension still said about it.
  case cancelledByHost(Cancel?)
  /// There is no answer.
  case failed(FailureReason)
}
