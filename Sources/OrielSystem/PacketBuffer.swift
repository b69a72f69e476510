/// A reusable buffer that holds the packet received last.
package struct PacketBuffer: ~Copyable, Sendable {
  /// Room for the longest packet.
  var storage: [UInt8]
  /// The length of the packet.
  package internal(set) var count: Int
  /// The descriptors that came with the packet; those not taken are closed by the next receive.
  package var descriptors: DescriptorList
  /// Whether the packet was longer than the buffer, so that its rest is lost.
  package internal(set) var isTruncated: Bool
  /// Whether there was more control data than a packet may carry; no descriptor was kept then.
  package internal(set) var isControlTruncated: Bool

  /// A buffer for packets of at most `capacity` bytes.
  package init(capacity: Int) {
    // Left as they are, so that room which no packet fills takes no memory; only the bytes that a
    // receive has written are ever read.
    storage = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { _, count in
      count = capacity
    }
    count = 0
    descriptors = DescriptorList()
    isTruncated = false
    isControlTruncated = false
  }

  /// A copy of the packet's bytes.
  package var bytes: [UInt8] { Array(storage[..<count]) }

  /// Takes all descriptors of the packet.
  package mutating func takeDescriptors() -> DescriptorList {
    var taken = DescriptorList()
    swap(&taken, &descriptors)
    return taken
  }
}
