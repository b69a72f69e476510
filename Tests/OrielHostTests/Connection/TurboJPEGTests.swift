import Foundation
import OrielHost
import OrielTesting
import Testing

/// TurboJPEG of the system in the sandbox, compared with TurboJPEG in this process.
@Suite("TurboJPEG as an extension", .requiresBundles, .requiresPhotograph, .timeLimit(.minutes(2)))
struct TurboJPEGTests {
  /// A photograph of over 4 MB out of a Debian package.
  static let photograph = "/usr/share/backgrounds/Kleiber_by_Lukas_Baubkus.jpg"
  /// Red, green and blue.
  private static let format: Int64 = 0
  /// An error instead of a guess where data is damaged.
  private static let stopsOnWarning: Int64 = 8192

  /// The pixels that TurboJPEG in this process gives; nil when it fails.
  private static func pixelsInProcess(_ picture: [UInt8]) throws -> [UInt8]? {
    let library = try LibraryInProcess("libturbojpeg.so.0")
    typealias Begin = @convention(c) () -> OpaquePointer?
    typealias Header =
      @convention(c) (
        OpaquePointer?, UnsafePointer<UInt8>, UInt, UnsafeMutablePointer<Int32>,
        UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>
      ) -> Int32
    typealias Decompress =
      @convention(c) (
        OpaquePointer?, UnsafePointer<UInt8>, UInt, UnsafeMutablePointer<UInt8>, Int32, Int32,
        Int32,
        Int32, Int32
      ) -> Int32
    let begin = unsafe try library.function("tjInitDecompress", as: Begin.self)
    let header = unsafe try library.function("tjDecompressHeader3", as: Header.self)
    let decompress = unsafe try library.function("tjDecompress2", as: Decompress.self)
    let decoder = unsafe begin()
    var (width, height, sampling, colours) = (Int32(0), Int32(0), Int32(0), Int32(0))
    let size = UInt(picture.count)
    guard unsafe header(decoder, picture, size, &width, &height, &sampling, &colours) == 0 else {
      return nil
    }
    var pixels = [UInt8](repeating: 0, count: Int(width) * Int(height) * 3)
    let status = unsafe decompress(
      decoder,
      picture,
      size,
      &pixels,
      width,
      width * 3,
      height,
      Int32(format),
      Int32(stopsOnWarning)
    )
    return status == 0 ? pixels : nil
  }

  /// The pixels that the extension gives.
  private static func pixels(
    _ picture: [UInt8],
    _ connection: ExtensionConnection
  ) async throws -> [UInt8] {
    let source = try connection.makeBuffer(count: picture.count)
    source.write(picture)
    let decoder = try #require(try await connection.call("tjInitDecompress").result).unchecked
    let header = try await connection.call("tjDecompressHeader3", [decoder, .buffer(source)])
    // What comes from an extension is checked before memory is made by it.
    let width = try #require(header.outputs["width"]).integer(in: 1...10_000)
    let height = try #require(header.outputs["height"]).integer(in: 1...10_000)
    let pixels = try connection.makeBuffer(count: Int(width * height * 3))
    _ = try await connection.call(
      "tjDecompress2",
      [
        decoder, .buffer(source), .buffer(pixels), .integer(width), .integer(width * 3),
        .integer(height), .integer(format), .integer(stopsOnWarning),
      ]
    )
    _ = try await connection.call("tjDestroy", [decoder])
    return pixels.read(0..<pixels.count)
  }

  @Test("decodes a photograph to the same pixels as in process") func photograph() async throws {
    let picture = Array(try Data(contentsOf: URL(filePath: Self.photograph)))
    let connection = try await ConnectionTests.connect("TurboJPEG")
    let pixels = try await Self.pixels(picture, connection)
    let expected = try #require(try Self.pixelsInProcess(picture))
    #expect(pixels.count > 10_000_000)
    #expect(pixels == expected)
    await connection.closeAndWait()
  }

  @Test("fails with its own words for damaged pictures, and goes on") func damaged() async throws {
    let picture = Array(try Data(contentsOf: URL(filePath: Self.photograph)))
    let connection = try await ConnectionTests.connect("TurboJPEG")
    var garbled = picture
    for index in stride(from: picture.count / 2, to: picture.count / 2 + 4096, by: 3) {
      garbled[index] ^= 0x5A
    }
    let cases = [
      Array(picture.prefix(picture.count / 2)), garbled, Array("no picture".utf8),
    ]
    for (number, bytes) in cases.enumerated() {
      // In process it fails, too.
      #expect(try Self.pixelsInProcess(bytes) == nil, "\(number)")
      do {
        _ = try await Self.pixels(bytes, connection)
        Issue.record("\(number) was decoded")
      } catch CallError.failed(let failure) {
        #expect(failure.message?.isEmpty == false, "\(number)")
      }
    }
    // The library takes two bytes for a picture without a size, which the host does not believe.
    await #expect(throws: UntrustedValueError.self) {
      try await Self.pixels(Array(picture.prefix(2)), connection)
    }
    #expect(try await Self.pixels(picture, connection).count > 10_000_000)
    await connection.closeAndWait()
  }
}

extension Trait where Self == ConditionTrait {
  /// The photograph of a Debian package.
  fileprivate static var requiresPhotograph: Self {
    .requires("the package lomiri-wallpapers-20.04 is missing: run Scripts/setup") {
      FileManager.default.fileExists(atPath: TurboJPEGTests.photograph)
    }
  }
}
