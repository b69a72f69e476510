/// How a process ended, as `wait` reports it.
package struct WaitStatus: RawRepresentable, Hashable, Sendable {
  /// The encoded status.
  package let rawValue: Int32

  /// Wraps an encoded status.
  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The code given to `exit`, if the process ended by itself.
  package var exitCode: Int32? {
    rawValue & 0x7f == 0 ? (rawValue >> 8) & 0xff : nil
  }

  /// The signal that ended the process.
  package var signal: Int32? {
    let number = rawValue & 0x7f
    return number == 0 || number == 0x7f ? nil : number
  }
}
