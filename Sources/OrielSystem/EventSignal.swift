internal import CShims

/// A descriptor that any thread can make readable.
package struct EventSignal: ~Copyable, Sendable {
  /// The event descriptor.
  package let descriptor: Descriptor

  /// Makes a signal that is not raised.
  package init() throws(SystemError) {
    descriptor = Descriptor(owning: try checked("eventfd", oriel_shim_event_create()))
  }

  /// Makes the descriptor readable.
  package borrowing func raise() {
    // It can only fail when the counter is full, and then the descriptor is readable already.
    try? descriptor.write([1, 0, 0, 0, 0, 0, 0, 0])
  }

  /// Makes the descriptor unreadable again.
  package borrowing func acknowledge() {
    var buffer = [UInt8](repeating: 0, count: 8)
    // Nothing to read means that it was not raised.
    _ = try? descriptor.read(into: &buffer)
  }
}
