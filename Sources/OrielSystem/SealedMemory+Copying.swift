extension SealedMemory {
  /// Writes all bytes to a file, in pieces.
  package borrowing func copy(to file: borrowing Descriptor) throws(SystemError) {
    var offset: UInt64 = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while offset < size {
      let count = try descriptor.read(into: &buffer, at: offset)
      // Sealed memory cannot shrink, so an early end is an error of the system.
      guard count > 0 else { throw SystemError("pread", .ioFailed) }
      try file.write(buffer[..<count])
      offset += UInt64(count)
    }
  }
}
