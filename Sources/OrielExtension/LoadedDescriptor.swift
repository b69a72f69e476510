internal import COriel

/// Owns an open file that the host loaded, and closes it at the end of its life.
public struct LoadedDescriptor: ~Copyable, Sendable {
  /// The descriptor.
  private let descriptor: Int32
  /// What the host knows it by.
  private let token: UInt64
  /// The host that closes it.
  private let host: Host

  /// Takes over what a load gave.
  init(descriptor: Int32, token: UInt64, host: Host) {
    self.descriptor = descriptor
    self.token = token
    self.host = host
  }

  deinit { giveBack(descriptor) }

  /// Calls a closure with the descriptor, which stays owned and open.
  ///
  /// - Parameter body: Uses the descriptor; must not close it.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  public borrowing func withRawValue<Result: ~Copyable, Failure: Error>(
    _ body: (Int32) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(descriptor)
  }

  /// Hands the descriptor over to the caller, who closes it.
  ///
  /// - Returns: The descriptor.
  public consuming func release() -> Int32 {
    let descriptor = descriptor
    giveBack(-1)
    discard self
    return descriptor
  }

  /// Gives the load back; the host closes `descriptor` unless it is -1.
  private borrowing func giveBack(_ descriptor: Int32) {
    var loaded = unsafe oriel_loaded(
      size: UInt32(MemoryLayout<oriel_loaded>.size),
      form: ORIEL_FORM_DESCRIPTOR,
      bytes: oriel_bytes(),
      descriptor: descriptor,
      reserved: 0,
      token: token
    )
    // The structure is a local variable.
    _ = unsafe host.attachments.release_loaded(&loaded)
  }
}
