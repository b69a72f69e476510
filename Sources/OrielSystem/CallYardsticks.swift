internal import CShims

/// The least that ways to another process cost, for benchmarks of calls to compare with.
package enum CallYardsticks {
  /// The nanoseconds of each trip to a process and back through a word that both only look at.
  ///
  /// The process runs on a processor of its own, if one is named.
  package static func spinRoundTrips(
    _ count: Int,
    on processor: Int32?
  ) throws(SystemError) -> [UInt64] {
    // The pointer is passed on for the call.
    try unsafe measured(count) { unsafe oriel_shim_spin_round_trips($0, $1, processor ?? -1) }
  }

  /// The processors that this thread may run on, at most two of them.
  package static var processors: [Int32] {
    (0..<2).map { oriel_shim_processor($0) }.filter { $0 >= 0 }
  }

  /// Lets this thread, and those that it starts later, run on one processor alone, or on all.
  package static func run(on processor: Int32?) throws(SystemError) {
    _ = try checked("sched_setaffinity", oriel_shim_run_on(processor ?? -1))
  }

  /// The nanoseconds of each trip to a process and back with packets of 64 bytes.
  ///
  /// The process runs on a processor of its own, if one is named.
  package static func packetRoundTrips(
    _ count: Int,
    on processor: Int32?
  ) throws(SystemError) -> [UInt64] {
    // The pointer is passed on for the call.
    try unsafe measured(count) { unsafe oriel_shim_packet_round_trips($0, $1, processor ?? -1) }
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
