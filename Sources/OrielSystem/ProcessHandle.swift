internal import CShims
internal import Glibc

/// A process, named by a descriptor that never comes to mean another one.
package struct ProcessHandle: ~Copyable, Sendable {
  /// The descriptor, which becomes readable when the process ends.
  package let descriptor: Descriptor

  /// Takes over a process descriptor.
  package init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }

  /// Opens a process by its number, which the caller must know to be still in use.
  package init(processIdentifier: Int32) throws(SystemError) {
    let result = oriel_shim_pidfd_open(processIdentifier)
    descriptor = Descriptor(owning: try checked("pidfd_open", result))
  }

  /// Sends a signal; gives false when the process is gone.
  @discardableResult
  package borrowing func send(signal: Int32) throws(SystemError) -> Bool {
    let result = descriptor.withRawValue { oriel_shim_pidfd_send_signal($0, signal) }
    if result == -ESRCH { return false }
    _ = try checked("pidfd_send_signal", result)
    return true
  }

  /// Ends the process at once; gives false when it is gone.
  @discardableResult
  package borrowing func kill() throws(SystemError) -> Bool {
    try send(signal: SIGKILL)
  }

  /// Whether the process has ended.
  package borrowing func hasEnded() -> Bool { ends(within: 0) }

  /// Whether the process has ended or ends within this time, in milliseconds; a signal cuts it short.
  private borrowing func ends(within milliseconds: Int32) -> Bool {
    descriptor.isReadable(within: milliseconds)
  }

  /// Reaps the process if it is a child of this one; nil while it runs.
  package borrowing func reap() throws(SystemError) -> WaitStatus? {
    var status: Int32 = 0
    // The variable outlives the call that fills it.
    let result = descriptor.withRawValue { unsafe oriel_shim_pidfd_reap($0, &status) }
    return try checked("waitid", result) == 0 ? nil : WaitStatus(rawValue: status)
  }

  /// Reaps the process as `reap` does, and waits for its end until the time is over, in milliseconds.
  ///
  /// A process closes its descriptors a while before it can be reaped: the kernel ends what is left
  /// in its process namespace in between.
  package borrowing func reap(within milliseconds: Int32) throws(SystemError) -> WaitStatus? {
    _ = ends(within: milliseconds)
    return try reap()
  }

  /// The status of a process that ended and was reaped by another; nil before Linux 6.15.
  package borrowing func exitStatus() -> WaitStatus? {
    var status: Int32 = 0
    // The variable outlives the call that fills it.
    let result = descriptor.withRawValue { unsafe oriel_shim_pidfd_exit_status($0, &status) }
    return result == 0 ? WaitStatus(rawValue: status) : nil
  }
}
