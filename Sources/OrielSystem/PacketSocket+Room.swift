internal import Glibc

extension PacketSocket {
  /// Whether a packet waits that brings descriptors for which this process has no room.
  ///
  /// The kernel drops descriptors that it cannot place, so they must be asked for only when all of
  /// them fit. Other threads may still take the room in between.
  package borrowing func lacksRoom() -> Bool {
    bringsDescriptors() && !descriptor.hasRoom(for: Self.maximumDescriptors)
  }

  /// Whether the first packet that waits brings descriptors; it is not taken.
  private borrowing func bringsDescriptors() -> Bool {
    var byte: UInt8 = 0
    return descriptor.withRawValue { socket in
      // Every pointer is used in the call only, and the variables outlive it.
      unsafe withUnsafeMutableBytes(of: &byte) { bytes in
        var vector = unsafe iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        return unsafe withUnsafeMutablePointer(to: &vector) { vector in
          var message = unsafe msghdr()
          unsafe message.msg_iov = vector
          unsafe message.msg_iovlen = 1
          let flags = Int32(MSG_PEEK | MSG_DONTWAIT)
          guard unsafe recvmsg(socket, &message, flags) >= 0 else { return false }
          // Without room for control data the kernel tells that there was some.
          return unsafe message.msg_flags & Int32(MSG_CTRUNC) != 0
        }
      }
    }
  }
}

extension Descriptor {
  /// Whether this process can have so many more descriptors now.
  package borrowing func hasRoom(for count: Int) -> Bool {
    var copies = DescriptorList()
    for _ in 0..<count {
      guard let copy = try? duplicate() else { return false }
      copies.append(copy)
    }
    return true
  }
}
