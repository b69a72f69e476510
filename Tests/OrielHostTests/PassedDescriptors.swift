import Foundation
import OrielSystem

/// Descriptors that an attacker passes to a host.
enum PassedDescriptors: Sendable {
  /// Copies of one descriptor.
  case copies(Int)
  /// Memory, in one of the states that a reader of memory must fear.
  case memory(Memory)
  /// Two sockets, each in the queue of the other, and one of them in that of the host.
  case cycle
  /// Something else that can be opened.
  case file(String)
  /// A process.
  case process
  /// A poll set that watches the channel.
  case pollSet

  /// The state of a memory file.
  enum Memory: Sendable {
    /// Nobody can change it.
    case sealed
    /// Anybody can.
    case unsealed
    /// It becomes empty after it was sent.
    case shrinking
    /// It is a terabyte long and holds nothing.
    case sparse
    /// It lies on huge pages.
    case huge
  }

  /// Sends a packet with the descriptors and lets go of them.
  func send(_ bytes: [UInt8], on socket: borrowing PacketSocket) throws {
    switch self {
    case .copies(let count):
      let null = try Descriptor.open("/dev/null", .readOnly)
      try null.withRawValue { try Self.send(bytes, Array(repeating: $0, count: count), on: socket) }
    case .memory(.sealed):
      let memory = try SealedMemory([1, 2, 3], name: "attack")
      try memory.descriptor.withRawValue { try Self.send(bytes, [$0], on: socket) }
    case .memory(let state):
      let memory =
        state == .huge
        ? try Self.hugeMemory() : try MemoryFile(name: "attack").descriptor.duplicate()
      let number = memory.withRawValue { $0 }
      if state == .sparse { _ = ftruncate(number, 1 << 40) }
      if state == .unsealed || state == .shrinking { try memory.write([1, 2, 3]) }
      try Self.send(bytes, [number], on: socket)
      if state == .shrinking { _ = ftruncate(number, 0) }
      _ = consume memory
    case .cycle:
      var pair = try SocketPair()
      let one = pair.takeFirst()
      let two = pair.takeSecond()
      try one.descriptor.withRawValue { near in
        try two.withRawValue { far in
          _ = try one.send([1], rawDescriptors: [near])
          _ = try one.send([1], rawDescriptors: [far])
          try Self.send(bytes, [near, far], on: socket)
        }
      }
    case .file(let path):
      let file = try Descriptor.open(path, .readOnly)
      try file.withRawValue { try Self.send(bytes, [$0], on: socket) }
    case .process:
      let process = try Spawn(path: "/bin/true", arguments: ["true"], environment: [])
        .start(descriptors: DescriptorList())
      try process.descriptor.withRawValue { try Self.send(bytes, [$0], on: socket) }
      _ = try process.kill()
      let poll = try EventPoll()
      try poll.add(process.descriptor, for: .readable, token: 1)
      _ = try poll.wait(milliseconds: 20_000)
      _ = try process.reap()
    case .pollSet:
      let poll = try EventPoll()
      try poll.add(socket.descriptor, for: .readable, token: 1)
      try poll.descriptor.withRawValue { try Self.send(bytes, [$0], on: socket) }
    }
  }

  /// Memory on huge pages, of which none needs to be there.
  private static func hugeMemory() throws -> Descriptor {
    typealias Function = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
    // The name is one of glibc's, whose type is the one above; MFD_CLOEXEC and MFD_HUGETLB.
    let number = unsafe dlsym(nil, "memfd_create").map {
      unsafe unsafeBitCast($0, to: Function.self)("attack", 1 | 4)
    }
    guard let number, number >= 0 else { throw SystemError("memfd_create", .current) }
    return Descriptor(owning: number)
  }

  /// Sends a packet by hand: the sender of the framework refuses more than 16 descriptors.
  private static func send(
    _ bytes: [UInt8],
    _ descriptors: [Int32],
    on socket: borrowing PacketSocket
  ) throws {
    let size = MemoryLayout<cmsghdr>.size
    var control = [UInt8](repeating: 0, count: size + (descriptors.count * 4 + 7) / 8 * 8)
    var bytes = bytes
    let sent = socket.descriptor.withRawValue { socket in
      // The header is the first thing in the control data, followed by the numbers; all three
      // buffers outlive the call, and the sizes are theirs.
      unsafe control.withUnsafeMutableBytes { control in
        unsafe control.storeBytes(of: size + descriptors.count * 4, as: Int.self)
        unsafe control.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
        unsafe control.storeBytes(of: 1, toByteOffset: 12, as: Int32.self)
        for (index, number) in descriptors.enumerated() {
          unsafe control.storeBytes(of: number, toByteOffset: size + index * 4, as: Int32.self)
        }
        return unsafe bytes.withUnsafeMutableBytes { bytes in
          var vector = unsafe iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
          return unsafe withUnsafeMutablePointer(to: &vector) { vector in
            var message = unsafe msghdr(
              msg_name: nil,
              msg_namelen: 0,
              msg_iov: vector,
              msg_iovlen: 1,
              msg_control: control.baseAddress,
              msg_controllen: control.count,
              msg_flags: 0
            )
            return unsafe sendmsg(socket, &message, Int32(MSG_NOSIGNAL))
          }
        }
      }
    }
    guard sent == bytes.count else { throw SystemError("sendmsg", .current) }
  }
}
