import Foundation
import OrielHost
import OrielTesting
import Testing

/// The LADSPA plugins of the system in the sandbox, compared with each in a process of its own.
@Suite("LADSPA plugins as extensions", .requiresBundles, .requiresLADSPA, .timeLimit(.minutes(5)))
struct LADSPATests {
  /// Where Debian's package has them.
  static let folder = "/usr/lib/ladspa"
  /// The samples of a run: no power of two, and no whole number of pages.
  private static let samples = 1000
  /// The runs of each: most remember what they have heard.
  private static let times = 3
  /// The samples in a second.
  private static let rate: Float = 48_000

  /// All of them.
  static let plugins: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".so") }.map { String($0.dropLast(3)) }.sorted()

  /// Four channels: a tone, noise, a saw, and clicks.
  private static let audio: [Float] = {
    var noise: UInt32 = 1
    return (0..<4).flatMap { channel in
      (0..<samples).map { index in
        noise = noise &* 1_664_525 &+ 1_013_904_223
        switch channel {
        case 0: return 0.5 * sin(Float(index) * 0.05)
        case 1: return Float(noise >> 8) / 16_777_216 - 0.5
        case 2: return Float(index % 64) / 64 - 0.5
        default: return index % 100 == 0 ? 0.5 : 0
        }
      }
    }
  }()

  /// What a plugin says and gives in a process of its own; nil when it does not come to its end.
  private static func inProcess(_ plugin: String, _ folder: RegistryFolder) throws -> [UInt8]? {
    try PluginTools.output(
      of: "oriel-effect-in-process",
      ["\(Self.folder)/\(plugin).so", "\(samples)", "\(times)"],
      input: bytes(of: audio[...]),
      folder
    )
  }

  /// The same out of the sandbox.
  private static func inSandbox(_ plugin: String, _ folder: RegistryFolder) async throws -> [UInt8]
  {
    let connection = try await PluginTools.connect(
      adopting: "\(Self.folder)/\(plugin).so",
      .ladspa,
      "org.ladspa.\(plugin)",
      in: folder
    )
    defer { connection.close() }
    var result: [UInt8] = []
    for index in 0..<1000 {
      let effect = try await connection.call("ladspa_descriptor", [.integer(Int64(index))]).result
      guard let effect, !effect.isNull else { break }
      result += try await perform(try effect.handle(), on: connection)
    }
    return result
  }

  /// What one effect says about itself, and what its runs give.
  private static func perform(
    _ effect: ExtensionHandle,
    on connection: ExtensionConnection
  ) async throws -> [UInt8] {
    let fields = try connection.readFields(of: effect)
    func field(_ name: String) throws -> UntrustedValue { try #require(fields[name]) }
    func text(_ name: String) throws -> String {
      let value = try field(name)
      return value.isNull ? "" : try value.string(limit: 10_000)
    }
    let ports = try Port.all(of: fields)
    let numbers = [
      try field("UniqueID").unsigned(upTo: 1 << 24),
      try field("Properties").unsigned(upTo: 7), UInt64(ports.count),
    ]
    var said = numbers.map(String.init).joined(separator: " ") + "\n"
    for name in ["Label", "Name", "Maker", "Copyright"] { said += try text(name) + "\n" }
    for port in ports { said += port.description + "\n" }
    var result = Array((said + "\n").utf8)
    let instance = try #require(
      try await connection.call(effect, "instantiate", [.integer(Int64(rate))])
        .result
    ).unchecked
    // They are the effect's until it is cleaned up.
    var buffers: [SharedBuffer] = []
    for (index, port) in ports.enumerated() {
      let buffer = try connection.makeBuffer(count: 4 * (port.isAudio ? samples : 1))
      if port.isInput {
        let start = index % 4 * samples
        buffer.write(
          port.isAudio
            ? bytes(of: audio[start..<start + samples]) : bytes(of: [port.proposed(rate)])
        )
      }
      let arguments = [instance, .integer(Int64(index)), .buffer(buffer)]
      _ = try await connection.call(effect, "connect_port", arguments)
      buffers.append(buffer)
    }
    try await callIfPresent("activate")
    for _ in 0..<times {
      _ = try await connection.call(effect, "run", [instance, .integer(Int64(samples))])
      for (port, buffer) in zip(ports, buffers) where port.isOutput {
        result += buffer.read(0..<buffer.count)
      }
    }
    try await callIfPresent("deactivate")
    _ = try await connection.call(effect, "cleanup", [instance])
    return result

    /// Calls a function that the table may lack.
    func callIfPresent(_ name: String) async throws {
      do { _ = try await connection.call(effect, name, [instance]) } catch CallError.noFunction {}
    }
  }

  /// The bytes of samples.
  private static func bytes(of samples: ArraySlice<Float>) -> [UInt8] {
    samples.flatMap { sample in
      (0..<4).map { UInt8(truncatingIfNeeded: sample.bitPattern >> (8 * $0)) }
    }
  }

  @Test("give the samples that they give in process, byte for byte") func samples() async throws {
    #expect(Self.plugins.count > 80)
    let exceptions = RealInterface.ladspa.exceptions
    let folder = try RegistryFolder()
    try await PluginTools.forEach(Self.plugins) { plugin in
      let expected = try #require(try Self.inProcess(plugin, folder), "\(plugin) in process")
      let own: [UInt8]
      do { own = try await Self.inSandbox(plugin, folder) } catch {
        Issue.record("\(plugin): \(error)")
        return
      }
      guard let reason = exceptions[plugin] else {
        #expect(own == expected, "\(plugin) gave other samples")
        return
      }
      // A reason that is none any more must go.
      let code = try Data(contentsOf: URL(filePath: "\(Self.folder)/\(plugin).so"))
      #expect(code.range(of: Data("fftwf_plan_".utf8)) != nil, "\(plugin): \(reason)")
      #expect(Self.differOnlyInRounding(own, expected), "\(plugin) gave other samples")
    }
    #expect(Set(exceptions.keys).isSubset(of: Self.plugins))
  }

  /// Whether two results say the same, and have samples that are nearly the same.
  private static func differOnlyInRounding(_ own: [UInt8], _ other: [UInt8]) -> Bool {
    let start = (own.indices.dropLast().first { own[$0] == 10 && own[$0 + 1] == 10 } ?? 0) + 2
    guard own.count == other.count, own.prefix(start) == other.prefix(start) else { return false }
    func sample(_ bytes: [UInt8], _ place: Int) -> Float {
      Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << (8 * $1) })
    }
    return stride(from: start, to: own.count - 3, by: 4).allSatisfy { place in
      abs(sample(own, place) - sample(other, place)) < 0.000_01
    }
  }
}

/// A port of an effect.
private struct Port: CustomStringConvertible {
  /// Its kind.
  let descriptor: UInt32
  /// What it is for.
  let name: String
  /// What values make sense.
  let hints: UInt32
  /// The least and the greatest.
  let lower, upper: Float

  /// Whether it takes and gives a value for each sample.
  var isAudio: Bool { descriptor & 8 != 0 }
  /// Whether the effect reads it.
  var isInput: Bool { descriptor & 1 != 0 }
  /// Whether the effect writes it.
  var isOutput: Bool { descriptor & 2 != 0 }

  /// The ports that a descriptor lists.
  static func all(of fields: [String: UntrustedValue]) throws -> [Port] {
    let kinds = try #require(fields["PortDescriptors"]).array(limit: 256)
    let names = try #require(fields["PortNames"]).array(limit: 256)
    let hints = try #require(fields["PortRangeHints"]).array(limit: 256)
    #expect(kinds.count == names.count && kinds.count == hints.count)
    return try zip(zip(kinds, names), hints).map { port, hint in
      Port(
        descriptor: UInt32(try port.0.integer(in: 0...15)),
        name: try port.1.string(limit: 1000),
        hints: UInt32(try hint.field("HintDescriptor").integer(in: 0...0x3ff)),
        lower: try number(hint.field("LowerBound")),
        upper: try number(hint.field("UpperBound"))
      )
    }
  }

  /// A number of 32 bits.
  private static func number(_ value: UntrustedValue) throws -> Float {
    Float(try value.number(in: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude))
  }

  /// As the program for runs in process shows it.
  var description: String {
    "\(descriptor) \(hints) \(lower.bitPattern) \(upper.bitPattern) \(name)"
  }

  /// The value that the hints propose.
  func proposed(_ rate: Float) -> Float {
    let scale = hints & 8 == 0 ? 1 : rate
    let (lower, upper) = (lower * scale, upper * scale)
    let part: Float
    switch hints & 0x3c0 {
    case 0x40: return lower
    case 0x80: part = 0.25
    case 0xc0: part = 0.5
    case 0x100: part = 0.75
    case 0x140: return upper
    case 0x240: return 1
    case 0x280: return 100
    case 0x2c0: return 440
    case 0x200: return 0
    default: return hints & 1 == 0 ? 0 : lower
    }
    if hints & 0x10 != 0 { return expf(logf(lower) * (1 - part) + logf(upper) * part) }
    let value = lower * (1 - part) + upper * part
    return hints & 0x20 == 0 ? value : rintf(value)
  }
}

extension Trait where Self == ConditionTrait {
  /// Debian's package of plugins.
  fileprivate static var requiresLADSPA: Self {
    .requires("the package swh-plugins is missing: run Scripts/setup") {
      FileManager.default.fileExists(atPath: LADSPATests.folder)
    }
  }
}
