internal import CShims
internal import Glibc

/// One end of a connection that keeps the borders of its packets and passes descriptors.
package struct PacketSocket: ~Copyable, Sendable {
  /// The most descriptors that one packet may carry.
  package static let maximumDescriptors = Int(ORIEL_SHIM_MAX_DESCRIPTORS)

  /// What became of a packet that was sent.
  package enum Sending: Sendable {
    /// The kernel took it.
    case sent
    /// The peer's queue is full; try again when the socket is writable.
    case wouldBlock
    /// The peer has closed its end.
    case peerClosed
  }

  /// What a receive found.
  package enum Receiving: Sendable {
    /// The buffer holds a packet.
    case packet
    /// No packet is waiting.
    case wouldBlock
    /// The peer has closed its end and every packet was read.
    case endOfFile
  }

  /// The socket.
  package let descriptor: Descriptor

  /// Takes over a socket of type `SOCK_SEQPACKET`.
  package init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }

  /// Gives the socket's descriptor away.
  package consuming func release() -> Descriptor {
    descriptor
  }

  /// Sends one packet with the descriptors of a list, which stay the caller's.
  package borrowing func send(
    _ bytes: [UInt8],
    descriptors: borrowing DescriptorList
  ) throws(SystemError) -> Sending {
    try descriptors.withRawValues { (rawValues) throws(SystemError) in
      try send(bytes, rawDescriptors: rawValues)
    }
  }

  /// Sends one packet with borrowed descriptors.
  package borrowing func send(
    _ bytes: [UInt8],
    rawDescriptors: [Int32] = []
  ) throws(SystemError) -> Sending {
    let result = descriptor.withRawValue { socket in
      // Both arrays outlive the call, and the counts passed are theirs.
      unsafe bytes.withUnsafeBytes { buffer in
        unsafe rawDescriptors.withUnsafeBufferPointer { numbers in
          unsafe oriel_shim_send(
            socket,
            buffer.baseAddress,
            UInt64(buffer.count),
            numbers.baseAddress,
            UInt32(truncatingIfNeeded: numbers.count)
          )
        }
      }
    }
    switch Errno(rawValue: Int32(truncatingIfNeeded: result < 0 ? 0 &- result : 0)) {
    case .wouldBlock: return .wouldBlock
    case .brokenPipe, .connectionReset: return .peerClosed
    default:
      _ = try checked("sendmsg", result)
      return .sent
    }
  }

  /// Receives one packet into a buffer, closing what the buffer still held.
  package borrowing func receive(into buffer: inout PacketBuffer) throws(SystemError) -> Receiving {
    var result = receiveOnce(into: &buffer)
    // A peer that closed with unread packets leaves this error once, before its own last packets.
    if result == -Int64(ECONNRESET) { result = receiveOnce(into: &buffer) }
    if result == -Int64(EAGAIN) { return .wouldBlock }
    if result == -Int64(ECONNRESET) { return .endOfFile }
    return try checked("recvmsg", result) == 0 ? .endOfFile : .packet
  }

  /// One call of the shim.
  private borrowing func receiveOnce(into buffer: inout PacketBuffer) -> Int64 {
    var numbers = [Int32](repeating: -1, count: Self.maximumDescriptors)
    var count: UInt32 = 0
    var flags: UInt32 = 0
    let result = descriptor.withRawValue { socket in
      // Both buffers outlive the call; the shim writes at most the capacities given here.
      unsafe buffer.storage.withUnsafeMutableBytes { bytes in
        unsafe numbers.withUnsafeMutableBufferPointer { numbers in
          unsafe oriel_shim_receive(
            socket,
            bytes.baseAddress,
            UInt64(bytes.count),
            numbers.baseAddress,
            &count,
            &flags
          )
        }
      }
    }
    buffer.count = result < 0 ? 0 : min(Int(result), buffer.storage.count)
    buffer.descriptors = DescriptorList(owning: Array(numbers.prefix(Int(count))))
    buffer.isTruncated = flags & ORIEL_SHIM_TRUNCATED != 0
    buffer.isControlTruncated = flags & ORIEL_SHIM_CONTROL_TRUNCATED != 0
    return result
  }
}
