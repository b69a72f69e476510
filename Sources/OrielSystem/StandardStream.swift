internal import Glibc

/// A standard stream of this process.
package struct StandardStream: Sendable {
  /// The number of its descriptor.
  private let number: Int32

  /// Where data comes from.
  package static let input = StandardStream(number: STDIN_FILENO)
  /// Where data goes.
  package static let output = StandardStream(number: STDOUT_FILENO)
  /// Where messages go.
  package static let error = StandardStream(number: STDERR_FILENO)

  /// Whether a person sits at the other end.
  package var isTerminal: Bool { isatty(number) == 1 }

  /// Writes all bytes.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    // The number is lent to an owner for the call and taken back, so it is never closed.
    let descriptor = Descriptor(owning: number)
    do {
      try descriptor.write(bytes)
    } catch {
      _ = descriptor.release()
      throw error
    }
    _ = descriptor.release()
  }

  /// Reads to the end, or one byte more than a limit.
  package func read(limit: Int) throws(SystemError) -> [UInt8] {
    // The number is lent to an owner for the calls and taken back, so it is never closed.
    let descriptor = Descriptor(owning: number)
    do throws(SystemError) {
      let bytes = try descriptor.readToEnd(limit: limit)
      _ = descriptor.release()
      return bytes
    } catch {
      _ = descriptor.release()
      throw error
    }
  }

  /// Opens `/dev/null` in place of the standard streams that this process was started without,
  /// so that no file which is opened later takes their place and receives what was meant for them.
  package static func fillGaps() throws(SystemError) {
    // An error of F_GETFD means that the number is free.
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
      let filler = try Descriptor.open("/dev/null", .readWrite)
      _ = filler.release()
    }
  }
}
