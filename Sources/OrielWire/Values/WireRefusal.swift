/// A call that the sandbox refused.
package struct WireRefusal: WireValue {
  /// How many arguments are told of a call, whether it has them or not.
  package static let argumentCount = 6

  /// The number of the call on the instance's architecture.
  package var call: UInt32
  /// The error number that the call got.
  package var errno: Int32
  /// The arguments.
  package var arguments: [UInt64]
  /// The paths among the arguments, as far as they could be read; not always Unicode.
  package var paths: [[UInt8]]
  /// Who made the call, the innermost first.
  package var frames: [WireCallFrame]

  /// Gathers the parts; missing arguments are zero.
  package init(
    call: UInt32,
    errno: Int32,
    arguments: [UInt64],
    paths: [[UInt8]],
    frames: [WireCallFrame]
  ) {
    self.call = call
    self.errno = errno
    self.arguments = (arguments + Array(repeating: 0, count: Self.argumentCount))
      .prefix(Self.argumentCount).map(\.self)
    self.paths = paths
    self.frames = frames
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(call)
    writer.write(errno)
    for argument in arguments { writer.write(argument) }
    writer.write(list: paths, limit: WireLimit.refusedPaths) {
      $0.write(bytes: $1, limit: WireLimit.path)
    }
    writer.write(list: frames, limit: WireLimit.frames)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    call = try reader.number()
    errno = try reader.number()
    arguments = []
    for _ in 0..<Self.argumentCount { arguments.append(try reader.number()) }
    paths = try reader.list(limit: WireLimit.refusedPaths) { (reader) throws(WireError) in
      try reader.bytes(limit: WireLimit.path)
    }
    frames = try reader.list(limit: WireLimit.frames)
  }
}

/// Where code lies that called another function.
package struct WireCallFrame: WireValue {
  /// The file name of its library; empty for the runner.
  package var library: [UInt8]
  /// The name of its function, as compilers write it; empty when it is not known.
  package var symbol: [UInt8]
  /// The bytes from the beginning of the function, or of the library.
  package var offset: UInt64

  /// Gathers the parts.
  package init(library: [UInt8], symbol: [UInt8], offset: UInt64) {
    self.library = library
    self.symbol = symbol
    self.offset = offset
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(bytes: library, limit: WireLimit.name)
    writer.write(bytes: symbol, limit: WireLimit.name)
    writer.write(offset)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    library = try reader.bytes(limit: WireLimit.name)
    symbol = try reader.bytes(limit: WireLimit.name)
    offset = try reader.number()
  }
}
