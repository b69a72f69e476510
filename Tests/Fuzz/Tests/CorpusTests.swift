import Foundation
import OrielPropertyList
import Testing

/// Replays what fuzzers have found and begin with: a decoder that broke once must not break again.
@Suite("Corpus of the fuzzers", .timeLimit(.minutes(2))) struct CorpusTests {
  /// The folder with one folder for each decoder.
  private static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Corpus")
  /// How the names of seeds begin.
  private static let prefix = "seed-"

  /// The inputs of a decoder by the names of their files.
  private static func inputs(_ target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
    let folder = corpus.appending(path: target.rawValue)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      ($0, Array(try Data(contentsOf: folder.appending(path: $0))))
    }
  }

  @Test(
    "Every input of the corpus keeps the promises of its decoder",
    arguments: FuzzTarget.allCases
  )
  func replay(_ target: FuzzTarget) throws {
    let inputs = try Self.inputs(target)
    #expect(!inputs.isEmpty)
    for input in inputs {
      do throws(Finding) {
        let isAccepted = try target.run(input.bytes)
        if input.name.hasPrefix(Self.prefix) {
          #expect(
            isAccepted,
            """
            \(target.rawValue)/\(input.name) is refused; if the format has changed, run \
            ORIEL_RECORD_SEEDS=1 swift test --filter CorpusTests
            """
          )
        }
      } catch {
        Issue.record("\(target.rawValue)/\(input.name): \(error)")
      }
    }
  }

  @Test("Every seed is in the corpus", arguments: FuzzTarget.allCases)
  func seeds(_ target: FuzzTarget) throws {
    let isRecording = ProcessInfo.processInfo.environment["ORIEL_RECORD_SEEDS"] == "1"
    let folder = Self.corpus.appending(path: target.rawValue)
    if isRecording {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, bytes) in try Seeds.all(for: target) {
        try Data(bytes).write(to: folder.appending(path: Self.prefix + name))
      }
    }
    let names = Set(try Self.inputs(target).map(\.name))
    // What the compiler makes differs from one version to the next.
    for (name, bytes) in try target == .executable ? [:] : Seeds.all(for: target) {
      #expect(names.contains(Self.prefix + name))
      let file = folder.appending(path: Self.prefix + name)
      #expect(
        try Data(contentsOf: file) == Data(bytes),
        "\(name) is another; run ORIEL_RECORD_SEEDS=1 swift test --filter CorpusTests"
      )
    }
  }

  @Test("Seeds that are damaged at random break no promise", arguments: FuzzTarget.allCases)
  func damage(_ target: FuzzTarget) throws {
    var state = UInt64(20_250_101)
    func random(_ count: Int) -> Int {
      // SplitMix64, so that a failure repeats.
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return Int((mixed ^ (mixed >> 31)) % UInt64(max(count, 1)))
    }
    let seeds = try Self.inputs(target).filter { $0.name.hasPrefix(Self.prefix) }
    try #require(!seeds.isEmpty)
    for round in 0..<(target == .conversation ? 40 : 200) {
      var bytes = seeds[round % seeds.count].bytes
      for _ in 0...random(6) where !bytes.isEmpty {
        bytes[random(bytes.count)] = [0, 0xFF, 0x7F, 0x80, UInt8(random(256))][random(5)]
      }
      do throws(Finding) {
        _ = try target.run(bytes)
      } catch {
        Issue.record("\(target.rawValue), round \(round), \(bytes): \(error)")
      }
    }
  }
}
