internal import CShims
internal import Glibc

/// Tells what happens to directories and to the files in them, through inotify.
package struct DirectoryWatch: ~Copyable, Sendable {
  /// The number of a watched directory; the same for each path that leads to it.
  package typealias Number = Int32

  /// Something that happened.
  package struct Event: Sendable, Hashable {
    /// What happened.
    package enum Kind: Sendable, Hashable {
      /// Something with this name in the directory was made, removed, renamed or changed.
      case entry([UInt8])
      /// The directory itself was removed, renamed or changed.
      case itself
      /// The directory is not watched any more.
      case ended
      /// Events were lost, so anything may have happened.
      case overflow
    }

    /// The directory; means nothing for lost events.
    package let number: Number
    /// What happened.
    package let kind: Kind
  }

  /// Readable while an event waits.
  package let descriptor: Descriptor

  /// Watches nothing yet.
  package init() throws(SystemError) {
    descriptor = Descriptor(
      owning: try checked("inotify_init1", oriel_shim_watch_create())
    )
  }

  /// Watches a directory; one that is watched already keeps its number.
  package borrowing func add(_ path: String) throws(SystemError) -> Number {
    guard !path.utf8.contains(0) else { throw SystemError("inotify_add_watch", .invalidArgument) }
    let result = descriptor.withRawValue { watch in
      // The temporary C string lives as long as the call.
      unsafe oriel_shim_watch_add(watch, path)
    }
    return try checked("inotify_add_watch", result)
  }

  /// Watches a directory no longer; whether it still was is not told.
  package borrowing func remove(_ number: Number) {
    _ = descriptor.withRawValue { oriel_shim_watch_remove($0, number) }
  }

  /// Takes the events that wait, as many as fit into a buffer of 64 KiB.
  package borrowing func events() throws(SystemError) -> [Event] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    guard case .bytes(let count) = try descriptor.read(into: &buffer) else { return [] }
    var events: [Event] = []
    var offset = 0
    // An event is four numbers of 32 bits and a name, filled up with zeros: the directory, what
    // happened, a cookie, and the length of the name.
    while count - offset >= 16 {
      let length = Int(Self.number(buffer, offset + 12))
      guard length <= count - offset - 16 else { break }
      let name = buffer[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }
      let mask = Self.number(buffer, offset + 4)
      events.append(
        Event(
          number: Number(bitPattern: Self.number(buffer, offset)),
          kind: mask & UInt32(IN_Q_OVERFLOW) != 0
            ? .overflow
            : mask & UInt32(IN_IGNORED) != 0
              ? .ended : name.isEmpty ? .itself : .entry(Array(name))
        )
      )
      offset += 16 + length
    }
    return events
  }

  /// A number of 32 bits in the order of this machine, which is little-endian.
  private static func number(_ buffer: [UInt8], _ offset: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(buffer[offset + $1]) << (8 * UInt32($1)) }
  }
}
