import Foundation
import OrielHost
import OrielTesting
import Testing

/// The frei0r plugins of the system in the sandbox, compared with each in a process of its own.
@Suite("frei0r plugins as extensions", .requiresBundles, .requiresFrei0r, .timeLimit(.minutes(5)))
struct Frei0rTests {
  /// Where Debian's package has them.
  static let folder = "/usr/lib/frei0r-1"
  /// The size of a frame: whole pages, of multiples of eight.
  private static let (width, height) = (64, 48)
  /// The frames that each gives: some look back at earlier ones.
  private static let times = 3

  /// All of them.
  static let plugins: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".so") }.map { String($0.dropLast(3)) }.sorted()

  /// Those that fail in process, too, with the reason.
  static let exceptions = RealInterface.frei0r.exceptions

  /// Three frames: a gradient, noise, and a gradient of opacity.
  private static let frames: [UInt8] = {
    var bytes: [UInt8] = []
    var noise: UInt32 = 1
    for frame in 0..<3 {
      for y in 0..<height {
        for x in 0..<width {
          noise = noise &* 1_664_525 &+ 1_013_904_223
          switch frame {
          case 0: bytes += [UInt8(x * 4), UInt8(y * 5), UInt8((x + y) & 255), 255]
          case 1: bytes += (0..<3).map { UInt8(truncatingIfNeeded: noise >> (8 * $0)) } + [255]
          default: bytes += [UInt8(255 - x * 4), 128, UInt8(y * 5), UInt8(x * 4)]
          }
        }
      }
    }
    return bytes
  }()

  /// What a plugin says and gives in a process of its own; nil when it does not come to its end.
  private static func inProcess(_ plugin: String, _ folder: RegistryFolder) throws -> [UInt8]? {
    try PluginTools.output(
      of: "oriel-filter-in-process",
      ["\(Self.folder)/\(plugin).so", "\(width)", "\(height)", "\(times)"],
      input: frames,
      folder
    )
  }

  /// The same out of the sandbox.
  private static func inSandbox(_ plugin: String, _ folder: RegistryFolder) async throws -> [UInt8]
  {
    let connection = try await PluginTools.connect(
      adopting: "\(Self.folder)/\(plugin).so",
      .frei0r,
      "net.frei0r.\(plugin)",
      in: folder
    )
    defer { connection.close() }
    func call(_ name: String, _ arguments: InterfaceValue...) async throws -> CallResult {
      try await connection.call(name, arguments)
    }
    func text(_ value: UntrustedValue) throws -> String {
      value.isNull ? "" : try value.string(limit: 10_000)
    }
    _ = try await call("f0r_init")
    let info = try #require(try await call("f0r_get_plugin_info").outputs["info"])
    var numbers: [Int64] = []
    for name in [
      "plugin_type", "color_model", "frei0r_version", "major_version", "minor_version",
      "num_params",
    ] {
      numbers.append(try info.field(name).integer(in: 0...10_000))
    }
    var said = ""
    for name in ["name", "author", "explanation"] { said += try text(info.field(name)) + "\n" }
    said += numbers.map(String.init).joined(separator: " ") + "\n"
    for index in 0..<numbers[5] {
      let param = try await call("f0r_get_param_info", .integer(index)).outputs["info"]
      let type = try #require(try param?.field("type").integer(in: 0...10))
      said += "\(type) \(try text(#require(try param?.field("name"))))\n"
      said += try text(#require(try param?.field("explanation"))) + "\n"
    }
    var result = Array((said + "\n").utf8)
    let size = width * height * 4
    let inputs = try (0..<3).map { index in
      let buffer = try connection.makeBuffer(count: size)
      buffer.write(Array(frames[index * size..<(index + 1) * size]))
      return InterfaceValue.buffer(buffer)
    }
    let output = try connection.makeBuffer(count: size)
    let instance = try #require(
      try await call("f0r_construct", .integer(Int64(width)), .integer(Int64(height))).result
    ).unchecked
    for time in 0..<times {
      output.write([UInt8](repeating: 0, count: size))
      let time = InterfaceValue.number(Double(time) * 0.04)
      if numbers[0] >= 2 {
        _ = try await connection.call(
          "f0r_update2",
          [instance, time] + inputs + [.buffer(output)]
        )
      } else {
        _ = try await call("f0r_update", instance, time, inputs[0], .buffer(output))
      }
      result += output.read(0..<size)
    }
    _ = try await call("f0r_destruct", instance)
    _ = try await call("f0r_deinit")
    return result
  }

  @Test("give the frames that they give in process, byte for byte") func frames() async throws {
    #expect(Self.plugins.count > 100)
    #expect(Set(Self.exceptions.keys).isSubset(of: Self.plugins))
    let folder = try RegistryFolder()
    try await PluginTools.forEach(Self.plugins) { plugin in
      let expected = try Self.inProcess(plugin, folder)
      var own: [UInt8]?
      var failure: (any Error)?
      do { own = try await Self.inSandbox(plugin, folder) } catch { failure = error }
      guard let reason = Self.exceptions[plugin] else {
        #expect(expected != nil, "\(plugin) fails in process")
        #expect(own == expected, "\(plugin) \(failure.map { "\($0)" } ?? "gave other frames")")
        return
      }
      // A reason that is none any more must go.
      #expect(expected == nil && own == nil, "\(plugin) does come to its end: \(reason)")
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// Debian's package of plugins.
  fileprivate static var requiresFrei0r: Self {
    .requires("the package frei0r-plugins is missing: run Scripts/setup") {
      FileManager.default.fileExists(atPath: Frei0rTests.folder)
    }
  }
}
