internal import CShims
internal import Glibc

/// A time of the monotonic clock, in nanoseconds.
package struct MonotonicTime: Comparable, Hashable, Sendable {
  /// The nanoseconds since an arbitrary start.
  package var nanoseconds: UInt64

  /// Wraps a number of nanoseconds.
  package init(nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
  }

  /// The present time.
  package static var now: MonotonicTime {
    var time = timespec()
    // The structure outlives the call; this clock always exists.
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(
      nanoseconds: UInt64(clamping: time.tv_sec) &* 1_000_000_000
        &+ UInt64(clamping: time.tv_nsec)
    )
  }

  /// The time so many milliseconds later, or the last one there is.
  package func adding(milliseconds: UInt64) -> MonotonicTime {
    let (product, tooMany) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
    let (sum, tooLate) = nanoseconds.addingReportingOverflow(product)
    return MonotonicTime(nanoseconds: tooMany || tooLate ? .max : sum)
  }

  /// The earlier time comes first.
  package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

/// A descriptor that becomes readable at a time.
package struct Timer: ~Copyable, Sendable {
  /// The timer's descriptor.
  package let descriptor: Descriptor

  /// Makes a timer that is not set.
  package init() throws(SystemError) {
    descriptor = Descriptor(owning: try checked("timerfd_create", oriel_shim_timer_create()))
  }

  /// Sets the timer to a time, also a past one, or stops it.
  package borrowing func set(_ deadline: MonotonicTime?) throws(SystemError) {
    // Zero stops a timer, and a time beyond the kernel's range must not become negative.
    let value = deadline.map { min(max($0.nanoseconds, 1), UInt64(Int64.max)) } ?? 0
    _ = try checked(
      "timerfd_settime",
      descriptor.withRawValue { oriel_shim_timer_set($0, value) }
    )
  }

  /// Makes the descriptor unreadable again after it fired.
  package borrowing func acknowledge() {
    var buffer = [UInt8](repeating: 0, count: 8)
    // Nothing to read means that the timer was set anew meanwhile.
    _ = try? descriptor.read(into: &buffer)
  }
}
