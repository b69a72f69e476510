import OrielSystem
import OrielTesting
import OrielTypes
import Testing

@testable import OrielHost

/// Small pictures of attachments: what the host reads of them, and what reaches an extension.
@Suite(.timeLimit(.minutes(5))) struct PreviewTests {
  @Test("Type and size are read from the header, whatever comes before it")
  func headers() {
    let size = PixelSize(width: 300, height: 5)
    let png = ImageHeader(Pictures.png(width: 300, height: 5))
    #expect(png?.type == .png && png?.size == size)
    // Baseline, progressive, lossless and the arithmetic ones.
    for frame in [0xC0, 0xC2, 0xC3, 0xC9, 0xCF] as [UInt8] {
      let jpeg = ImageHeader(Pictures.jpeg(width: 300, height: 5, frame: frame))
      #expect(jpeg?.type == .jpeg && jpeg?.size == size, "\(frame)")
    }
  }

  @Test("What is no picture, has no size or ends too early has no header")
  func noHeaders() {
    for whole in [Pictures.png(width: 7, height: 7), Pictures.jpeg(width: 7, height: 7)] {
      #expect(ImageHeader(whole) != nil)
      // Both end with more than the size needs; a JPEG with its components.
      for count in 0..<(whole.count - (whole[0] == 0xFF ? 4 : 0)) {
        #expect(ImageHeader(Array(whole.prefix(count))) == nil, "\(count)")
      }
    }
    #expect(ImageHeader(Pictures.png(width: 0, height: 7)) == nil)
    #expect(ImageHeader(Pictures.jpeg(width: 7, height: 0)) == nil)
    for marker in [0x00, 0xD8, 0xD9, 0xDA, 0xC4, 0xC8, 0xCC] as [UInt8] {
      #expect(ImageHeader(Pictures.jpeg(width: 7, height: 7, frame: marker)) == nil, "\(marker)")
    }
    #expect(ImageHeader(Array("GIF89a".utf8) + [1, 0, 1, 0]) == nil)
    // A segment of no length, and one that goes back.
    #expect(ImageHeader([0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0xFF, 0xC0]) == nil)
  }

  @Test("Random bytes behind a signature never trap")
  func random() {
    var generator = ReplayableRandom()
    for _ in 0..<20_000 {
      let tail = (0..<40).map { _ in
        Bool.random(using: &generator) ? 0xFF : UInt8.random(in: 0...255, using: &generator)
      }
      let header = ImageHeader([0xFF, 0xD8] + tail)
      guard let header else { continue }
      let seed = generator.seed
      #expect(header.size.width > 0 && header.size.height > 0, "ORIEL_TEST_SEED=\(seed)")
    }
  }

  /// A preview, and what the fixture says of it for `preview 64 48`.
  struct Row: CustomStringConvertible, Sendable {
    let description: String
    let preview: ItemPreview?
    let answer: String
  }

  static let rows: [Row] = {
    let good = Pictures.png(width: 64, height: 48)
    let padded = good + [UInt8](repeating: 0, count: (1 << 20) - good.count)
    return [
      Row(description: "none", preview: nil, answer: "OK NOT_FOUND"),
      Row(
        description: "bytes",
        preview: ItemPreview(good),
        answer: "OK OK public.png 64x48 \(Loads.checksum(good))"
      ),
      Row(
        description: "a function that follows the size",
        preview: ItemPreview {
          Pictures.jpeg(width: $0.preferredSize.width, height: $0.preferredSize.height)
        },
        answer: "OK OK public.jpeg 64x48 "
          + Loads.checksum(Pictures.jpeg(width: 64, height: 48))
      ),
      Row(
        description: "as many bytes as may be",
        preview: ItemPreview(padded),
        answer: "OK OK public.png 64x48 \(Loads.checksum(padded))"
      ),
      Row(
        description: "one byte more",
        preview: ItemPreview { _ in padded + [0] },
        answer: "OK TOO_LARGE org.oriel.load 4 the preview has 1048577 bytes, more than 1048576"
      ),
      Row(
        description: "as many pixels as may be",
        preview: ItemPreview(Pictures.png(width: 2048, height: 2048)),
        answer: "OK OK public.png 2048x2048 "
          + Loads.checksum(Pictures.png(width: 2048, height: 2048))
      ),
      Row(
        description: "one pixel more",
        preview: ItemPreview(Pictures.png(width: 2049, height: 1)),
        answer: "OK TOO_LARGE org.oriel.load 4 "
          + "the preview has 2049 × 1 pixels; a side may have 2048"
      ),
      Row(
        description: "no picture",
        preview: ItemPreview { _ in Array("<svg/>".utf8) },
        answer: "OK UNSUPPORTED org.oriel.load 3 the preview is neither PNG nor JPEG"
      ),
      Row(
        description: "a function that throws",
        preview: ItemPreview { _ in throw ItemLoadError(domain: "d", code: 9, text: "dark") },
        answer: "OK IO d 9 dark"
      ),
      Row(
        description: "not for this extension",
        preview: ItemPreview(good, visibility: .ownContainer),
        answer: "OK NOT_FOUND"
      ),
    ]
  }()

  @Test(
    "A preview is passed on within its limits, or refused in words",
    .requiresBundles,
    arguments: rows
  )
  func passedOn(_ row: Row) async throws {
    var provider = ItemProvider([1], type: .data)
    provider.preview = row.preview
    let answers = try await Loads.run(["preview 64 48", "preview 0 48"], provider)
    #expect(answers["preview 64 48"] == row.answer, "\(answers.result.outcome)")
    #expect(answers["preview 0 48"] == "INVALID_ARGUMENT")
    #expect(Loads.isTidy(answers.result))
  }

  @Test("The size that a function hears of is never larger than a preview may be", .requiresBundles)
  func preferredSize() async throws {
    let seen = Lock<PixelSize?>(nil)
    var provider = ItemProvider([1], type: .data)
    provider.preview = ItemPreview { context in
      seen.withLock { $0 = context.preferredSize }
      return Pictures.png(width: 1, height: 1)
    }
    _ = try await Loads.run(["preview 4294967295 10"], provider)
    #expect(seen.withLock { $0 } == PixelSize(width: 2048, height: 10))
  }
}
