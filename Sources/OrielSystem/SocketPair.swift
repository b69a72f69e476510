internal import Glibc

/// Two connected packet sockets.
package struct SocketPair: ~Copyable, Sendable {
  /// The first end until it is taken.
  private var first: Descriptor?
  /// The second end until it is taken.
  private var second: Descriptor?

  /// Makes a pair of blocking, close-on-exec sockets.
  package init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    // The array has the two places that the call fills.
    let result = unsafe ends.withUnsafeMutableBufferPointer { ends in
      unsafe socketpair(
        AF_UNIX,
        Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue),
        0,
        ends.baseAddress
      )
    }
    guard result == 0 else { throw SystemError("socketpair", .current) }
    first = Descriptor(owning: ends[0])
    second = Descriptor(owning: ends[1])
  }

  /// Takes the end that this process keeps; once only.
  package mutating func takeFirst() -> PacketSocket {
    guard let end = first.take() else { preconditionFailure("the first end was taken before") }
    return PacketSocket(end)
  }

  /// Takes the end that the peer gets; once only.
  package mutating func takeSecond() -> Descriptor {
    guard let end = second.take() else { preconditionFailure("the second end was taken before") }
    return end
  }
}
