import Glibc
import OrielSystem
import Testing

/// What passes as sealed memory, and what does not.
@Suite struct SealedMemoryTests {
  @Test("Sealed memory can be read and not be changed")
  func seals() throws {
    let memory = try SealedMemory([1, 2, 3, 4], name: "test")
    #expect(try memory.bytes(limit: 4) == [1, 2, 3, 4])
    memory.descriptor.withRawValue { number in
      #expect(ftruncate(number, 2) == -1 && errno == EPERM)
      #expect(ftruncate(number, 8) == -1 && errno == EPERM)
      #expect(unsafe pwrite(number, "x", 1, 0) == -1 && errno == EPERM)
    }
  }

  @Test("More bytes than the limit are refused")
  func limit() throws {
    let memory = try SealedMemory([1, 2, 3, 4], name: "test")
    #expect(throws: SealedMemoryError.tooLarge(size: 4, limit: 3)) { try memory.bytes(limit: 3) }
    let second = try memory.descriptor.duplicate()
    #expect(throws: SealedMemoryError.tooLarge(size: 4, limit: 3)) {
      try verify(second.duplicate(), size: 4, limit: 3)
    }
  }

  @Test("Another size than the announced one is refused", arguments: [0, 3, 5, UInt64.max - 1])
  func size(_ size: UInt64) throws {
    let memory = try SealedMemory([1, 2, 3, 4], name: "test")
    try verify(memory.descriptor.duplicate(), size: 4, limit: 4)
    #expect(throws: SealedMemoryError.wrongSize(announced: size, found: 4)) {
      try verify(memory.descriptor.duplicate(), size: size, limit: .max)
    }
  }

  @Test("Memory that can still change is refused")
  func unsealed() throws {
    let file = try MemoryFile(name: "test")
    try file.descriptor.write([1])
    #expect(throws: SealedMemoryError.notSealed) {
      try verify(file.descriptor.duplicate(), size: 1, limit: 1)
    }
    // Every seal but the one against writing.
    _ = file.descriptor.withRawValue { fcntl($0, 1033, 0x7) }
    #expect(throws: SealedMemoryError.notSealed) {
      try verify(file.descriptor.duplicate(), size: 1, limit: 1)
    }
  }

  @Test("A file, a pipe and a socket are refused")
  func otherThings() throws {
    try #require(throws: SealedMemoryError.notSealed) {
      try verify(.open("/proc/self/exe", .readOnly), size: 1, limit: 10)
    }
    #expect(throws: SealedMemoryError.notSealed) {
      var pipe = try Pipe()
      try verify(pipe.takeReadingEnd(), size: 0, limit: 10)
    }
    #expect(throws: SealedMemoryError.notSealed) {
      var pair = try SocketPair()
      try verify(pair.takeSecond(), size: 0, limit: 10)
    }
  }

  @Test("A sparse file of a terabyte is refused by the limit, without being read")
  func sparse() throws {
    let file = try MemoryFile(name: "test")
    let size: UInt64 = 1 << 40
    #expect(file.descriptor.withRawValue { ftruncate($0, Int(size)) } == 0)
    let memory = try file.seal()
    #expect(throws: SealedMemoryError.tooLarge(size: size, limit: 1000)) {
      try verify(memory.descriptor.duplicate(), size: size, limit: 1000)
    }
  }

  private func verify(
    _ descriptor: consuming Descriptor,
    size: UInt64,
    limit: UInt64
  ) throws {
    _ = try SealedMemory(verifying: descriptor, announcedSize: size, limit: limit)
  }
}
