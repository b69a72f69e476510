internal import Glibc

/// The time of the clock on the wall, which somebody may set.
package enum RealTime {
  /// The nanoseconds since 1970.
  package static var now: Int64 {
    var time = timespec()
    // The structure outlives the call; this clock always exists.
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
