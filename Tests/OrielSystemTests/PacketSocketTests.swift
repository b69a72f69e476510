import Glibc
import OrielSystem
import Testing

/// Packets, their borders and what comes with them.
@Suite struct PacketSocketTests {
  @Test("A packet arrives whole, with its descriptors, close-on-exec")
  func transfer() throws {
    var pair = try SocketPair()
    let near = pair.takeFirst()
    let far = PacketSocket(pair.takeSecond())
    let memory = try SealedMemory([1, 2, 3], name: "test")
    let sent = try memory.descriptor.withRawValue {
      try near.send([9, 8], rawDescriptors: [$0, $0])
    }
    #expect(sent == .sent)
    _ = try near.send([7])
    var buffer = PacketBuffer(capacity: 100)
    let result1 = try far.receive(into: &buffer)
    #expect(result1 == .packet)
    let found2 = buffer.bytes
    #expect(found2 == [9, 8])
    let count = buffer.descriptors.count
    #expect(count == 2)
    guard let first = buffer.descriptors.popFirst() else { return }
    #expect(first.withRawValue { fcntl($0, F_GETFD) } == FD_CLOEXEC)
    let received = try SealedMemory(verifying: first, announcedSize: 3, limit: 3)
    #expect(try received.bytes(limit: 3) == [1, 2, 3])
    let result3 = try far.receive(into: &buffer)
    #expect(result3 == .packet)
    let found4 = buffer.bytes
    #expect(found4 == [7])
    let isEmpty = buffer.descriptors.isEmpty
    #expect(isEmpty)
  }

  @Test("A packet longer than the buffer is reported as cut")
  func truncation() throws {
    var pair = try SocketPair()
    let near = pair.takeFirst()
    let far = PacketSocket(pair.takeSecond())
    _ = try near.send([UInt8](repeating: 5, count: 11))
    var buffer = PacketBuffer(capacity: 10)
    _ = try far.receive(into: &buffer)
    let found5 = buffer.isTruncated
    #expect(found5)
    _ = try near.send([UInt8](repeating: 5, count: 10))
    _ = try far.receive(into: &buffer)
    let found6 = buffer.isTruncated
    #expect(!found6)
  }

  @Test("More descriptors than a packet may carry are all closed, and that is reported")
  func descriptorFlood() throws {
    var pair = try SocketPair()
    let near = pair.takeFirst()
    let far = PacketSocket(pair.takeSecond())
    var buffer = PacketBuffer(capacity: 10)
    var pipe = try Pipe()
    let reading = pipe.takeReadingEnd()
    // sendmsg by hand, since the sender under test refuses to send so many.
    do {
      let writing = pipe.takeWritingEnd()
      near.descriptor.withRawValue { socket in
        writing.withRawValue { sendMany(socket, $0, count: 17) }
      }
    }
    let result7 = try far.receive(into: &buffer)
    #expect(result7 == .packet)
    let found8 = buffer.isControlTruncated
    #expect(found8)
    let isEmpty = buffer.descriptors.isEmpty
    #expect(isEmpty)
    // Every copy of the writing end is closed, so the reading end is at its end.
    var bytes = [UInt8](repeating: 0, count: 1)
    let result9 = try reading.read(into: &bytes)
    #expect(result9 == .endOfFile)
  }

  @Test("A full queue, an empty one and a closed peer are told apart")
  func conditions() throws {
    var pair = try SocketPair()
    let near = pair.takeFirst()
    var buffer = PacketBuffer(capacity: 10)
    try near.descriptor.setNonBlocking()
    let result10 = try near.receive(into: &buffer)
    #expect(result10 == .wouldBlock)
    var last = PacketSocket.Sending.sent
    for _ in 0..<100_000 where last == .sent { last = try near.send([0]) }
    #expect(last == .wouldBlock)
    do {
      let far = PacketSocket(pair.takeSecond())
      _ = try far.send([3])
    }
    // The peer left unread packets and a last word.
    let result11 = try near.receive(into: &buffer)
    #expect(result11 == .packet)
    let found12 = buffer.bytes
    #expect(found12 == [3])
    let result13 = try near.receive(into: &buffer)
    #expect(result13 == .endOfFile)
    let result14 = try near.send([0])
    #expect(result14 == .peerClosed)
  }

  @Test("A payload in memory is read back, and another size is refused")
  func externalPayload() throws {
    var pair = try SocketPair()
    let near = pair.takeFirst()
    let far = PacketSocket(pair.takeSecond())
    let payload = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
    var buffer = PacketBuffer(capacity: 10)
    for announced in [100_000, 99_999] as [UInt64] {
      _ = try near.send([1], externalPayload: payload)
      _ = try far.receive(into: &buffer)
      if announced == 100_000 {
        let result15 = try buffer.takeExternalPayload(announcedSize: announced, limit: 100_000)
        #expect(result15 == payload)
      } else {
        #expect(throws: SealedMemoryError.self) {
          try buffer.takeExternalPayload(announcedSize: announced, limit: 100_000)
        }
      }
    }
  }

  /// Sends one byte with many copies of a descriptor.
  private func sendMany(_ socket: Int32, _ descriptor: Int32, count: Int) {
    let size = MemoryLayout<cmsghdr>.size
    var control = [UInt8](repeating: 0, count: size + (count * 4 + 7) / 8 * 8)
    var byte: UInt8 = 1
    // The header is the first thing in the control data, followed by the numbers.
    unsafe control.withUnsafeMutableBytes { control in
      unsafe control.storeBytes(of: size + count * 4, as: Int.self)
      unsafe control.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
      unsafe control.storeBytes(of: 1, toByteOffset: 12, as: Int32.self)
      for index in 0..<count {
        unsafe control.storeBytes(of: descriptor, toByteOffset: size + index * 4, as: Int32.self)
      }
      unsafe withUnsafeMutableBytes(of: &byte) { byte in
        var vector = unsafe iovec(iov_base: byte.baseAddress, iov_len: 1)
        unsafe withUnsafeMutablePointer(to: &vector) { vector in
          var message = unsafe msghdr(
            msg_name: nil,
            msg_namelen: 0,
            msg_iov: vector,
            msg_iovlen: 1,
            msg_control: control.baseAddress,
            msg_controllen: control.count,
            msg_flags: 0
          )
          #expect(unsafe sendmsg(socket, &message, 0) == 1)
        }
      }
    }
  }
}
