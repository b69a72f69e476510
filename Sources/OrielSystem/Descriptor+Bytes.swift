internal import Glibc

extension Descriptor {
  /// Whether something can be read now or within this time, in milliseconds, or the other end is
  /// gone; a signal cuts the time short.
  package borrowing func isReadable(within milliseconds: Int32) -> Bool {
    var poll = pollfd(fd: withRawValue { $0 }, events: Int16(POLLIN), revents: 0)
    // One structure is passed, and it outlives the call.
    return unsafe Glibc.poll(&poll, 1, milliseconds) == 1
  }

  /// What a read found.
  package enum Reading: Sendable, Equatable {
    /// So many bytes, at least one.
    case bytes(Int)
    /// Nothing is there yet.
    case wouldBlock
    /// Nothing will come any more.
    case endOfFile
  }

  /// Reads what is there into a buffer.
  package borrowing func read(into buffer: inout [UInt8]) throws(SystemError) -> Reading {
    try withRawValue { (number) throws(SystemError) in
      while true {
        // The buffer outlives the call, and its own size is passed.
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
          unsafe Glibc.read(number, bytes.baseAddress, bytes.count)
        }
        if count > 0 { return .bytes(count) }
        if count == 0 { return .endOfFile }
        if errno == EINTR { continue }
        if errno == EAGAIN { return .wouldBlock }
        throw SystemError("read", .current)
      }
    }
  }

  /// Reads a number of bytes from where the file is; fewer only at its end.
  package borrowing func read(count: Int) throws(SystemError) -> [UInt8] {
    try withRawValue { (number) throws(SystemError) in
      var problem: SystemError?
      // Every byte up to the count that is given back was written by the kernel.
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: max(count, 0)) { buffer, done in
        while done < count {
          // The pointer is inside the buffer, whose rest has the size passed.
          let result = unsafe Glibc.read(
            number,
            buffer.baseAddress.map { unsafe $0 + done },
            count - done
          )
          if result == 0 { return }
          if result < 0 {
            if errno == EINTR { continue }
            problem = SystemError("read", .current)
            return
          }
          done += result
        }
      }
      if let problem { throw problem }
      return bytes
    }
  }

  /// Reads to the end, or one byte more than a limit.
  package borrowing func readToEnd(limit: Int) throws(SystemError) -> [UInt8] {
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while result.count <= limit {
      switch try read(into: &chunk) {
      case .bytes(let count): result += chunk.prefix(min(count, limit &+ 1 - result.count))
      case .endOfFile: return result
      case .wouldBlock: throw SystemError("read", .wouldBlock)
      }
    }
    return result
  }

  /// Reads at a place of the file without moving its offset; fewer bytes only at the end.
  package borrowing func read(
    into buffer: inout [UInt8],
    at offset: UInt64
  ) throws(SystemError) -> Int {
    guard let start = Int(exactly: offset) else {
      throw SystemError("pread", .invalidArgument)
    }
    return try withRawValue { (number) throws(SystemError) in
      var done = 0
      while done < buffer.count {
        // The pointer is inside the buffer, whose rest has the size passed.
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
          unsafe pread(
            number,
            bytes.baseAddress.map { unsafe $0 + done },
            bytes.count - done,
            start &+ done
          )
        }
        if count == 0 { return done }
        if count < 0 {
          if errno == EINTR { continue }
          throw SystemError("pread", .current)
        }
        done += count
      }
      return done
    }
  }

  /// Writes all bytes; a non-blocking descriptor that is full is an error.
  package borrowing func write(_ buffer: ArraySlice<UInt8>) throws(SystemError) {
    try withRawValue { (number) throws(SystemError) in
      var done = 0
      while done < buffer.count {
        // The pointer is inside the buffer, whose rest has the size passed.
        let count = unsafe buffer.withUnsafeBytes { bytes in
          unsafe Glibc.write(
            number,
            bytes.baseAddress.map { unsafe $0 + done },
            bytes.count - done
          )
        }
        if count < 0 {
          if errno == EINTR { continue }
          throw SystemError("write", .current)
        }
        // No progress and no error would go on for ever.
        if count == 0 { throw SystemError("write", .ioFailed) }
        done += count
      }
    }
  }

  /// Writes all bytes; a non-blocking descriptor that is full is an error.
  package borrowing func write(_ bytes: [UInt8]) throws(SystemError) {
    try write(bytes[...])
  }

  /// Writes many parts one behind the other, with few calls and without all of them in one piece.
  package borrowing func write(joining parts: [[UInt8]]) throws(SystemError) {
    let greatest = 1 << 18
    var buffer: [UInt8] = []
    buffer.reserveCapacity(greatest)
    for part in parts {
      if buffer.count + part.count > greatest {
        try write(buffer)
        buffer.removeAll(keepingCapacity: true)
      }
      if part.count > greatest {
        try write(part)
      } else {
        buffer += part
      }
    }
    try write(buffer)
  }
}
