internal import CShims

/// The least that ways to another process cost, for benchmarks of calls to compare with.
package enum CallYardsticks {
  /// The nanoseconds of each trip to a process and back through a word that both only look at.
  package static func spinRoundTrips(_ count: Int) throws(SystemError) -> [UInt64] {
    // The pointer is passed on for the call.
    try unsafe measured(count) { unsafe oriel_shim_spin_round_trips($0, $1) }
  }

  /// The nanoseconds of each trip to a process and back with packets of 64 bytes.
  package static func packetRoundTrips(_ count: Int) throws(SystemError) -> [UInt64] {
    // The pointer is passed on for the call.
    try unsafe measured(count) { unsafe oriel_shim_packet_round_trips($0, $1) }
  }

  /// Has times filled in.
  private static func measured(
    _ count: Int,
    _ measure: (UnsafeMutablePointer<UInt64>, UInt32) -> Int32
  ) throws(SystemError) -> [UInt64] {
    guard let number = UInt32(exactly: count), number > 0 else { return [] }
    var times = [UInt64](repeating: 0, count: count)
    // The array has as many places as are said.
    let result = unsafe times.withUnsafeMutableBufferPointer { buffer -> Int32 in
      guard let start = buffer.baseAddress else { return 0 }
      return unsafe measure(start, number)
    }
    _ = try checked("fork", result)
    return times
  }
}
