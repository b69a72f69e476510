internal import OrielHost
internal import OrielSystem

/// A photograph out of a JPEG file, which a library in the sandbox decodes and encodes.
struct Photograph {
  /// The extension that does it.
  static let codec = "org.libjpeg-turbo.turbojpeg"
  /// The most bytes of a file.
  private static let mostBytes = 256 << 20
  /// The longest side.
  private static let longestSide: Int64 = 16_384
  /// How well the result is encoded.
  private static let quality: InterfaceValue = 92

  /// The size of the picture.
  let width, height: Int
  /// The size in memory: filters of frei0r want multiples of eight.
  let paddedWidth, paddedHeight: Int
  /// The pixels, each four bytes.
  var pixels: [UInt8]

  /// The bytes of a file.
  static func read(_ path: String) throws(Complaint) -> [UInt8] {
    try InputFile.check(path)
    let bytes: [UInt8]
    do {
      bytes = try Descriptor.open(path, [.readOnly, .noTerminal]).readToEnd(limit: mostBytes)
    } catch {
      throw Complaint(
        .input,
        "'\(TerminalText.line(path))' cannot be read: \(error.errno.message); check the file"
      )
    }
    guard bytes.count <= mostBytes else {
      throw Complaint(.input, "'\(TerminalText.line(path))' has more than \(mostBytes) bytes")
    }
    return bytes
  }

  /// Decodes a file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - isBlueFirst: Whether a pixel begins with blue instead of red.
  ///   - connection: The library.
  /// - Throws: Why it cannot be decoded.
  init(
    _ bytes: [UInt8],
    isBlueFirst: Bool,
    by connection: ExtensionConnection
  ) async throws {
    let source = try connection.makeBuffer(count: max(bytes.count, 1))
    source.write(bytes)
    let decoder = try await Self.handle("tjInitDecompress", connection)
    let header = try await connection.call("tjDecompressHeader3", [decoder, .buffer(source)])
    // What comes from an extension is checked before memory is made by it.
    func side(_ name: String) throws -> Int {
      Int(try header.outputs[name]?.integer(in: 1...Self.longestSide) ?? 1)
    }
    width = try side("width")
    height = try side("height")
    paddedWidth = (width + 7) & ~7
    paddedHeight = (height + 7) & ~7
    let buffer = try connection.makeBuffer(count: paddedWidth * paddedHeight * 4)
    _ = try await connection.call(
      "tjDecompress2",
      [
        decoder, .buffer(source), .buffer(buffer), InterfaceValue(width),
        InterfaceValue(paddedWidth * 4), InterfaceValue(height), Self.format(isBlueFirst), 0,
      ]
    )
    pixels = buffer.read(0..<buffer.count)
    pad()
  }

  /// Repeats what is at the edges where nothing is, and makes every pixel opaque.
  private mutating func pad() {
    let row = paddedWidth * 4
    for y in 0..<paddedHeight {
      let source = min(y, height - 1) * row
      for x in 0..<paddedWidth {
        let from = source + min(x, width - 1) * 4
        let to = y * row + x * 4
        for byte in 0..<3 { pixels[to + byte] = pixels[from + byte] }
        pixels[to + 3] = 255
      }
    }
  }

  /// Encodes what a filter has made of it.
  func encoded(isBlueFirst: Bool, by connection: ExtensionConnection) async throws -> [UInt8] {
    let buffer = try connection.makeBuffer(count: pixels.count)
    buffer.write(pixels)
    let encoder = try await Self.handle("tjInitCompress", connection)
    let result = try await connection.call(
      "tjCompress2",
      [
        encoder, .buffer(buffer), InterfaceValue(width), InterfaceValue(paddedWidth * 4),
        InterfaceValue(height), Self.format(isBlueFirst), "TJSAMP_444", Self.quality, 0,
      ]
    )
    return try result.outputs["jpegBuf"]?.bytes(limit: Self.mostBytes) ?? []
  }

  /// An object of the library.
  private static func handle(
    _ function: String,
    _ connection: ExtensionConnection
  ) async throws -> InterfaceValue {
    try await connection.call(function).result?.unchecked ?? .null
  }

  /// How a pixel lies in memory.
  private static func format(_ isBlueFirst: Bool) -> InterfaceValue {
    isBlueFirst ? "TJPF_BGRX" : "TJPF_RGBX"
  }
}
