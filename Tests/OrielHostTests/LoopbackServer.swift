import Glibc
import OrielSystem

@testable import OrielHost

/// A TCP server on 127.0.0.1: to each client it answers "pong:" and what that sent, at its end.
///
/// The clients that it saw are the ground truth for what reached a network.
final class LoopbackServer: Sendable {
  /// The port.
  let port: UInt16
  /// The listening socket.
  private let listener: Descriptor
  /// How many clients there were.
  private let clients = Lock(0)

  /// Listens; a server that does not serve leaves its clients in the queue, which holds one only.
  init(serves: Bool = true) throws(SystemError) {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw SystemError("socket", .current) }
    listener = Descriptor(owning: number)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    // The structure outlives the calls, which read and write no more than its size.
    let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(number, pointer, size) == 0 && listen(number, serves ? 64 : 0) == 0
          && getsockname(number, pointer, &size) == 0
      }
    }
    guard result else { throw SystemError("listen", .current) }
    port = UInt16(bigEndian: address.sin_port)
    guard serves else { return }
    let copy = try listener.duplicate().release()
    try Thread.start { [clients] in
      let listener = Descriptor(owning: copy)
      // Until the end of this object shuts the socket down.
      while true {
        let client = listener.withRawValue { nextClient($0) }
        guard client >= 0 else { return }
        clients.withLock { $0 += 1 }
        Self.serve(Descriptor(owning: client))
      }
    }
  }

  /// Ends the server.
  deinit { _ = listener.withRawValue { shutdown($0, Int32(SHUT_RDWR)) } }

  /// How many clients there were.
  var clientCount: Int { clients.withLock { $0 } }

  /// Answers one client.
  private static func serve(_ client: consuming Descriptor) {
    var reply = Array("pong:".utf8)
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case .bytes(let count)? = try? client.read(into: &buffer) {
      reply += buffer[..<count]
    }
    try? client.write(reply)
  }
}

/// Takes the next client; negative when the listener was shut down.
private func nextClient(_ listener: Int32) -> Int32 {
  // Nobody asks for the client's address.
  accept(listener, nil, nil)
}

/// A server whose queue is full: who connects to it now waits for an answer that never comes.
struct MuteServer {
  let server: LoopbackServer
  let client: HeldDescriptors

  init() throws {
    server = try LoopbackServer(serves: false)
    let socket = try ConnectingSocket(to: [127, 0, 0, 1], port: server.port)
    client = HeldDescriptors(DescriptorList(try socket.finish()))
  }
}
