internal import CShims

/// A TCP socket on its way to a peer: close-on-exec, and it does not wait.
package struct ConnectingSocket: ~Copyable, Sendable {
  /// The socket, which is writable as soon as the connection is made or has failed.
  package let descriptor: Descriptor

  /// Takes over a socket.
  package init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }

  /// Begins to connect to a port of an address, given as its 4 or 16 bytes.
  package init(to address: [UInt8], port: UInt16) throws(SystemError) {
    var target = oriel_shim_address(address)
    // The structure outlives the call.
    let result = unsafe oriel_shim_connect(&target, port)
    descriptor = Descriptor(owning: try checked("connect", result))
  }

  /// Gives the socket, now one that waits, when its connection was made; throws why it was not.
  package consuming func finish() throws(SystemError) -> Descriptor {
    let result = descriptor.withRawValue { oriel_shim_connection_result($0) }
    _ = try checked("connect", result)
    try descriptor.setNonBlocking(false)
    return descriptor
  }

  /// Whether packets to an address would not leave this machine; none is sent.
  package static func staysHere(_ address: [UInt8]) -> Bool {
    var target = oriel_shim_address(address)
    // The structure outlives the call.
    return unsafe oriel_shim_is_own_address(&target) == 1
  }
}

/// Looks names of hosts up.
package enum NameResolver {
  /// The most addresses of a name that are looked at.
  private static let limit = 16

  /// The addresses of a name, each as its 4 or 16 bytes, in the order to try them; may take long.
  ///
  /// The errors are `ENOENT` for a name that is not there and `EAGAIN` where nobody answers.
  package static func addresses(of name: String) throws(SystemError) -> [[UInt8]] {
    // The C string would end at a zero and name another host.
    guard !name.utf8.contains(0) else { throw SystemError("getaddrinfo", .invalidArgument) }
    var found = [oriel_shim_address](repeating: oriel_shim_address(), count: limit)
    // The array has the places that the call is told of, and both it and the C string outlive it.
    let result = unsafe found.withUnsafeMutableBufferPointer { found in
      unsafe oriel_shim_resolve(name, found.baseAddress, UInt32(found.count))
    }
    let count = Int(try checked("getaddrinfo", result))
    return found.prefix(count).map(\.content)
  }
}

extension oriel_shim_address {
  /// The address with these bytes; one of another length is none.
  fileprivate init(_ address: [UInt8]) {
    self.init()
    guard address.count == 4 || address.count == 16 else { return }
    length = UInt32(address.count)
    // The structure is a local one of 16 bytes, and the address has no more.
    unsafe withUnsafeMutableBytes(of: &bytes) { unsafe $0.copyBytes(from: address) }
  }

  /// The bytes of the address.
  fileprivate var content: [UInt8] {
    // The structure lives through the call; its length is 4 or 16.
    unsafe withUnsafeBytes(of: bytes) { unsafe Array($0.prefix(Int(length))) }
  }
}
