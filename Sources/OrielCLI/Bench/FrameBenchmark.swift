internal import OrielHost
internal import OrielManifest
internal import OrielSystem

/// Measures frames of video through filters in the sandbox, in turns with the same in this process.
struct FrameBenchmark: Sendable {
  /// The size of a frame.
  private static let (width, height) = (1920, 1080)
  /// The frames of each turn, and the turns of a round.
  private static let (frames, turns) = (4, 2)
  /// A frame of edges, gradients and noise: some filters do more where there is something.
  private static let frame: [UInt8] = {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 4)
    var noise: UInt32 = 1
    for y in 0..<height {
      for x in 0..<width {
        noise = noise &* 1_664_525 &+ 1_013_904_223
        let edge: UInt8 = (x / 64 + y / 64) % 2 == 0 ? 40 : 200
        bytes += [
          edge, UInt8(truncatingIfNeeded: x / 8), UInt8(truncatingIfNeeded: noise >> 24), 255,
        ]
      }
    }
    return bytes
  }()

  /// The filters: extensions that `Scripts/bundle-extensions` makes of Debian's.
  static let identifiers = ["net.frei0r.glow", "net.frei0r.sobel", "net.frei0r.pixeliz0r"]

  /// The filter.
  let filter: InstalledExtension
  /// The connection to it, whose instance has a processor of its own.
  let connection: ExtensionConnection
  /// The processors, that of the calling thread first.
  let processors: [Int32]

  /// Measures on the calling thread.
  func measure() throws(Complaint) -> FrameResults {
    var results = FrameResults(name: filter.displayName)
    let (width, height) = (Self.width, Self.height)
    let size = width * height * 4
    let own = try FilterInProcess(
      "\(filter.path)/\(filter.manifest.executableName)",
      width: width,
      height: height,
      frame: Self.frame
    )
    do throws(CallError) {
      let input = try connection.makeBuffer(count: size)
      let output = try connection.makeBuffer(count: size)
      input.write(Self.frame)
      _ = try connection.callSynchronously("f0r_init")
      let made = try connection.callSynchronously(
        "f0r_construct",
        [.integer(Int64(width)), .integer(Int64(height))]
      )
      let update = try connection.function("f0r_update")
      var time = 0.0
      for round in 0...CallBenchmark.rounds {
        // What is measured before the first round begins is not kept.
        if round > 0 { results.beginRound() }
        for _ in 0..<Self.turns {
          try? CallYardsticks.run(on: processors.last)
          for _ in 0..<Self.frames {
            time += 0.04
            let start = MonotonicTime.now
            own.filter(at: time)
            results.inProcess.add([MonotonicTime.now.nanoseconds - start.nanoseconds])
          }
          try? CallYardsticks.run(on: processors.first)
          for _ in 0..<Self.frames {
            let instance = made.result?.unchecked ?? .null
            let start = MonotonicTime.now
            _ = try update.callSynchronously([
              instance, .number(time), .buffer(input), .buffer(output),
            ])
            results.sandboxed.add([MonotonicTime.now.nanoseconds - start.nanoseconds])
          }
          guard output.read(0..<size) == own.result else {
            throw CallError.untrustedResult("the sandbox gave another frame than this process")
          }
        }
      }
    } catch {
      throw Complaint(
        .notCompleted,
        "a measured frame failed: \(TerminalText.line("\(error)", limit: 999))"
      )
    }
    return results
  }
}

/// What the benchmark of frames found for a filter.
struct FrameResults: Sendable {
  /// The share of the frame rate in process that the sandbox must reach.
  static let bar = 0.95

  /// The filter.
  let name: String
  /// The times of frames in this process.
  var inProcess = Samples()
  /// The times of frames in the sandbox.
  var sandboxed = Samples()

  /// Begins a round.
  mutating func beginRound() {
    inProcess.beginRound()
    sandboxed.beginRound()
  }

  /// How much of the frame rate in process the sandbox reaches.
  var ratio: Double { inProcess.ratio(to: sandboxed) }
  /// Whether that is enough.
  var meetsBar: Bool { ratio >= Self.bar }

  /// The frames in a second, at the median time.
  private static func rate(_ samples: Samples) -> Double { 1_000_000 / samples.percentile(0.5) }

  /// The results as a table.
  static func lines(_ all: [FrameResults], _ console: Console) -> [String] {
    guard !all.isEmpty else {
      return ["frames of video: no filter is there; install frei0r-plugins, and bundle again"]
    }
    var table = TextTable()
    table.add("1920 x 1080 frames a second", "in process", "in the sandbox", "share", "bar", "")
    for one in all {
      table.add([
        one.name, rate(one.inProcess).text(decimals: 1), rate(one.sandboxed).text(decimals: 1),
        one.ratio.text(decimals: 2), bar.text(decimals: 2), one.meetsBar ? "met" : "missed",
      ])
    }
    var lines = table.lines(alignedRight: [1, 2, 3, 4])
    if let first = lines.first { lines[0] = console.bold(first) }
    return lines
  }

  /// The results as JSON, frames in a second.
  static func json(_ all: [FrameResults]) -> JSONValue {
    .object(
      all.map { one in
        (
          one.name,
          .object([
            ("inProcess", .number(rate(one.inProcess))), ("sandbox", .number(rate(one.sandboxed))),
            ("ratio", .number(one.ratio)), ("bar", .number(bar)), ("met", .bool(one.meetsBar)),
          ])
        )
      }
    )
  }
}
