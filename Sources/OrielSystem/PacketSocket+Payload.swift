extension PacketSocket {
  /// Sends one packet whose payload may be too long for it and then goes in front of the
  /// descriptors, in sealed memory.
  package borrowing func send(
    _ bytes: [UInt8],
    externalPayload: [UInt8]?,
    rawDescriptors: [Int32] = []
  ) throws(SystemError) -> Sending {
    guard let externalPayload else { return try send(bytes, rawDescriptors: rawDescriptors) }
    let memory = try SealedMemory(externalPayload, name: "oriel-message")
    return try memory.descriptor.withRawValue { (number) throws(SystemError) in
      try send(bytes, rawDescriptors: [number] + rawDescriptors)
    }
  }
}

extension PacketBuffer {
  /// Takes the first descriptor of the packet and copies the payload out of it.
  package mutating func takeExternalPayload(
    announcedSize: UInt64,
    limit: UInt64
  ) throws(SealedMemoryError) -> [UInt8] {
    guard let descriptor = descriptors.popFirst() else { throw .notSealed }
    let memory = try SealedMemory(
      verifying: descriptor,
      announcedSize: announcedSize,
      limit: limit
    )
    return try memory.bytes(limit: limit)
  }
}
