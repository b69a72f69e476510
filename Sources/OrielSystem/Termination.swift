internal import Glibc

/// The signals with which a person or the system asks a program to end.
package enum Termination {
  /// Holds the signals back in this thread and in those that it starts from now on.
  ///
  /// A write to a closed pipe becomes an error in place of a signal. For a program to call before
  /// it does anything else.
  package static func holdBack() {
    var signals = termination()
    // The set was filled above and outlives the call; the old mask is not asked for.
    _ = unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    _ = signal(SIGPIPE, SIG_IGN)
  }

  /// Gives this thread away to the signals: calls a function with each one that arrives.
  package static func handleForEver(_ body: (Int32) -> Void) -> Never {
    var signals = termination()
    var number: Int32 = 0
    while true {
      // Both variables outlive the call.
      if unsafe sigwait(&signals, &number) == 0 { body(number) }
    }
  }

  /// Ends the process at once, without anything that is left to do.
  package static func exitNow(_ code: Int32) -> Never {
    _exit(code)
  }

  /// The set of the signals.
  private static func termination() -> sigset_t {
    var signals = sigset_t()
    // The set outlives the calls that fill it.
    _ = unsafe sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // Filled just above.
      _ = unsafe sigaddset(&signals, number)
    }
    return signals
  }
}
