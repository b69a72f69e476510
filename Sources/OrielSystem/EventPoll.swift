internal import CShims

/// What a descriptor is watched for, or was found to be.
package struct Readiness: OptionSet, Sendable {
  /// The bits of `epoll`.
  package let rawValue: UInt32

  /// Wraps the bits of `epoll`.
  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Bytes, a packet or an event can be read.
  package static let readable = Readiness(rawValue: ORIEL_SHIM_READABLE)
  /// There is room to write.
  package static let writable = Readiness(rawValue: ORIEL_SHIM_WRITABLE)
  /// An error is pending; always watched for.
  package static let failed = Readiness(rawValue: ORIEL_SHIM_FAILED)
  /// The peer has closed; always watched for.
  package static let hungUp = Readiness(rawValue: ORIEL_SHIM_HUNG_UP)
}

/// Watches many descriptors at once.
package struct EventPoll: ~Copyable, Sendable {
  /// One descriptor that became ready.
  package struct Event: Sendable {
    /// The number given when the descriptor was added.
    package let token: UInt64
    /// What it is ready for.
    package let readiness: Readiness
  }

  /// The poll descriptor itself, readable while an event waits.
  package let descriptor: Descriptor

  /// Makes an empty set.
  package init() throws(SystemError) {
    descriptor = Descriptor(owning: try checked("epoll_create1", oriel_shim_epoll_create()))
  }

  /// Watches a descriptor; closing its last copy removes it.
  package borrowing func add(
    _ watched: borrowing Descriptor,
    for readiness: Readiness,
    token: UInt64
  ) throws(SystemError) {
    let result = descriptor.withRawValue { poll in
      watched.withRawValue { oriel_shim_epoll_add(poll, $0, readiness.rawValue, token) }
    }
    _ = try checked("epoll_ctl", result)
  }

  /// Changes what a descriptor is watched for.
  package borrowing func modify(
    _ watched: borrowing Descriptor,
    for readiness: Readiness,
    token: UInt64
  ) throws(SystemError) {
    let result = descriptor.withRawValue { poll in
      watched.withRawValue { oriel_shim_epoll_modify(poll, $0, readiness.rawValue, token) }
    }
    _ = try checked("epoll_ctl", result)
  }

  /// Watches a descriptor no longer.
  package borrowing func remove(_ watched: borrowing Descriptor) throws(SystemError) {
    let result = descriptor.withRawValue { poll in
      watched.withRawValue { oriel_shim_epoll_remove(poll, $0) }
    }
    _ = try checked("epoll_ctl", result)
  }

  /// Waits until a descriptor is ready or the time is over; nil waits without end.
  package borrowing func wait(milliseconds: Int32?) throws(SystemError) -> [Event] {
    var events = [oriel_shim_event](repeating: oriel_shim_event(), count: 64)
    let result = descriptor.withRawValue { poll in
      // The array has the 64 places that the call may fill.
      unsafe events.withUnsafeMutableBufferPointer { buffer in
        unsafe oriel_shim_epoll_wait(
          poll,
          buffer.baseAddress,
          UInt32(buffer.count),
          milliseconds ?? -1
        )
      }
    }
    let count = try checked("epoll_wait", result)
    return events.prefix(Int(count)).map { event in
      Event(token: event.token, readiness: Readiness(rawValue: event.events))
    }
  }
}
