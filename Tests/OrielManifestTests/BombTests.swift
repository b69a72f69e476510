import Foundation
import OrielPropertyList
import OrielTypes
import Testing

@testable import OrielManifest

/// Manifests that are made to cost their reader time or memory.
@Suite("Manifest bombs", .serialized, .timeLimit(.minutes(3)))
struct BombTests {
  /// A bomb.
  enum Bomb: String, CaseIterable, Codable, Sendable {
    case millionKeys, millionKeysInJSON, millionKeysInText, nesting, nestingInText, nestingInJSON
    case hugeXML, hugeText, hugeBinary, hugeJSON, spaces, longString, longStringInJSON
    case millionKeysInBinary, nestingInBinary, sharedReferences, offsetTable
    case unknownKeys, equalKeys, typeDeclarations, entitlements, buildSettings
    case translations, millionKeysInNames, nestingInNames, hugeNames

    /// The name of the file.
    var file: String { rawValue.hasSuffix("JSON") ? "Info.json" : "Info.plist" }

    /// The size to which the file is made longer with zeros; nil for none.
    var size: UInt64? {
      switch self {
      case .hugeXML, .hugeText, .hugeBinary, .hugeJSON, .hugeNames: 200 << 20
      default: nil
      }
    }

    /// Whether the manifest is used in spite of what is odd about it.
    var isUsed: Bool {
      switch self {
      case .unknownKeys, .typeDeclarations, .translations, .millionKeysInNames, .nestingInNames,
        .hugeNames:
        true
      default: false
      }
    }

    /// The content.
    var content: [UInt8] {
      func nested(_ text: String) -> [UInt8] { Array(String(repeating: text, count: 100_000).utf8) }
      func numbered(_ count: Int, _ text: (Int) -> String) -> String {
        (0..<count).map(text).joined()
      }
      func million(_ text: (Int) -> String) -> [UInt8] {
        // Every key occurs a thousand times, which makes it no shorter.
        Array(String(repeating: numbered(1000, text), count: 1000).utf8)
      }
      switch self {
      case .millionKeys:
        return Array("<dict>".utf8)
          + million { "<key>k\($0)</key><true/>" } + Array("</dict>".utf8)
      case .millionKeysInJSON: return Array("{".utf8) + million { "\"k\($0)\":0," }
      case .millionKeysInText: return million { "k\($0);" }
      case .nesting: return Array("<array>".utf8) + nested("<array>")
      case .nestingInText: return nested("(")
      case .nestingInJSON: return nested("[")
      case .hugeXML: return Array("<plist><dict>".utf8)
      case .hugeText: return Array("{ a = b;".utf8)
      case .hugeBinary: return Array("bplist00".utf8)
      case .hugeJSON: return Array("{ \"a\": 1,".utf8)
      case .spaces: return [UInt8](repeating: 0x20, count: 200 << 20)
      case .longString:
        return Array("<dict><key>a</key><string>".utf8) + [UInt8](repeating: 0x41, count: 100 << 20)
      case .longStringInJSON:
        return Array("{\"a\":\"".utf8) + [UInt8](repeating: 0x41, count: 100 << 20)
      case .sharedReferences: return Self.binary(shared: 40)
      case .offsetTable: return Self.millionOffsets
      case .unknownKeys:
        // As many as the size of a manifest allows.
        return Self.manifest(
          ManifestFormTests.declaration(
            "<key>NSExtensionActivationRule</key><dict>"
              + numbered(25_000) { "<key>NSExtensionX\($0)</key><true/>" } + "</dict>",
            point: "org.oriel.share"
          )
        )
      case .equalKeys:
        return Array("<dict>".utf8)
          + Array(String(repeating: "<key>a</key><true/>", count: 55_000).utf8)
      case .typeDeclarations:
        return Self.manifest(
          ManifestFormTests.declaration("") + "<key>UTExportedTypeDeclarations</key><array>"
            + String(repeating: "<dict/>", count: 60_000) + "</array>"
        )
      case .entitlements:
        return Self.manifest(
          ManifestFormTests.declaration("") + "<key>OrielEntitlements</key><array>"
            + String(repeating: "<string>x</string>", count: 55_000) + "</array>"
        )
      case .buildSettings:
        let text = String(repeating: "$(", count: 120_000)
        return Array(
          ("<dict><key>CFBundleIdentifier</key><string>\(text)</string>"
            + "<key>CFBundleExecutable</key><string>\(text)</string>"
            + "<key>CFBundleDisplayName</key><string>\(text)</string></dict>").utf8
        )
      case .millionKeysInBinary: return Self.binaryOfMillionKeys
      case .nestingInBinary: return Self.binaryNested
      case .translations, .millionKeysInNames, .nestingInNames, .hugeNames:
        return Self.manifest(ManifestFormTests.declaration(""))
      }
    }

    /// A manifest in XML.
    private static func manifest(_ more: String) -> [UInt8] {
      Array(
        """
        <plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>com.example.a</string>
        <key>CFBundleExecutable</key><string>A.so</string>
        \(more)
        </dict></plist>
        """.utf8
      )
    }

    /// A binary list of arrays, each of which holds the next one fourteen times.
    private static func binary(shared depth: Int) -> [UInt8] {
      var file = Array("bplist00".utf8)
      var offsets: [Int] = []
      for level in 0..<depth {
        offsets.append(file.count)
        file += [0xAE] + [UInt8](repeating: UInt8(level + 1), count: 14)
      }
      offsets.append(file.count)
      file.append(0x09)
      return file + end(offsets.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }, 2, at: file.count)
    }

    /// A binary list with a million objects, all of which are one Boolean, in an array.
    private static var millionOffsets: [UInt8] {
      var file = Array("bplist00".utf8) + [0x09]
      // The array has as many references as a file of this size holds beside the table.
      file += [0xAF, 0x12, 0, 0, 0x3A, 0x98] + [UInt8](repeating: 0, count: 15_000 * 3)
      let table = [UInt8](repeating: 8, count: 999_999) + [9]
      return file + end(table, 1, references: 3, top: 999_999, at: file.count)
    }

    /// A binary list with a dictionary of a million keys.
    private static var binaryOfMillionKeys: [UInt8] {
      // All keys are one object and all values another.
      var file = Array("bplist00".utf8) + [0x51, 0x6B, 0x09]
      let top = file.count
      file += [0xDF, 0x12, 0, 0x0F, 0x42, 0x40] + [UInt8](repeating: 0, count: 1_000_000)
      file += [UInt8](repeating: 1, count: 1_000_000)
      return file + end([8, 10, UInt8(top)], 1, top: 2, at: file.count)
    }

    /// A binary list of a hundred thousand arrays, each in the one before.
    private static var binaryNested: [UInt8] {
      var file = Array("bplist00".utf8)
      var table: [UInt8] = []
      for level in 1...100_000 {
        for shift in [16, 8, 0] { table.append(UInt8(truncatingIfNeeded: file.count >> shift)) }
        file.append(0xA1)
        for shift in [16, 8, 0] { file.append(UInt8(truncatingIfNeeded: level >> shift)) }
      }
      for shift in [16, 8, 0] { table.append(UInt8(truncatingIfNeeded: file.count >> shift)) }
      file.append(0x09)
      return file + end(table, 3, references: 3, at: file.count)
    }

    /// The offset table and the trailer.
    private static func end(
      _ table: [UInt8],
      _ size: UInt8,
      references: UInt8 = 1,
      top: Int = 0,
      at offset: Int
    ) -> [UInt8] {
      table + [0, 0, 0, 0, 0, 0, size, references]
        + [table.count / Int(size), top, offset].flatMap { number in
          (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * (7 - $0))) }
        }
    }

    /// Makes the bundle.
    func write(into directory: borrowing TemporaryDirectory) throws {
      try directory.write(content, to: "A.appex/\(file)")
      let names = "de.lproj/InfoPlist.strings"
      switch self {
      case .millionKeysInNames:
        let keys = (0..<1000).map { "k\($0)=\"\";" }.joined()
        let text = String(repeating: keys, count: 1000)
        try directory.write(Array(text.utf8), to: "A.appex/\(names)")
      case .nestingInNames:
        let text = "a = " + String(repeating: "(", count: 60_000)
        try directory.write(Array(text.utf8), to: "A.appex/\(names)")
      case .hugeNames: try directory.write(Array("a = b;".utf8), to: "A.appex/\(names)")
      default: break
      }
      if let size {
        let path = self == .hugeNames ? names : file
        let url = URL(fileURLWithPath: "\(directory.path)/A.appex/\(path)")
        let handle = try FileHandle(forWritingTo: url)
        try handle.truncate(atOffset: size)
        try handle.close()
      }
      guard self == .translations else { return }
      let entries = (0..<5000).map { "k\($0)=\"\";" }.joined()
      for first in "abcdefghij" {
        for second in "abcdefghijklmnopqrst" {
          let path = "A.appex/\(first)\(second).lproj/InfoPlist.strings"
          try directory.write(Array(entries.utf8), to: path)
        }
      }
    }
  }

  /// A number of kibibytes in what the kernel tells about this process.
  static func memory(_ name: String) -> Int? {
    let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = text?.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return line?.split { !$0.isNumber }.first.flatMap { Int($0) }
  }

  /// The processor time of this process, in seconds: what others do at the same time does not count.
  static func time() -> Double {
    Double(clock()) / Double(CLOCKS_PER_SEC)
  }

  @Test("The measure of memory notices what is used")
  func control() async {
    await #expect(processExitsWith: .success) {
      let before = try #require(BombTests.memory("VmHWM"))
      let large = [UInt8](repeating: 1, count: 300 << 20)
      let after = try #require(BombTests.memory("VmHWM"))
      #expect(after - before >= 300 << 10, "\(large.last ?? 0)")
    }
  }

  /// The most processor time in seconds: the bar is one second of a release build, which
  /// `Scripts/bombs` measures; what is not optimized takes several times as long.
  static let greatestTime = 8.0
  /// The most memory in KiB.
  static let greatestMemory = 256 << 10

  @Test("Each is dealt with in bounded time and 256 MB", arguments: Bomb.allCases)
  func bombs(bomb: Bomb) async throws {
    let directory = try TemporaryDirectory()
    try bomb.write(into: directory)
    let path = "\(directory.path)/A.appex"
    if let folder = ProcessInfo.processInfo.environment["ORIEL_BOMBS"] {
      try FileManager.default.copyItem(atPath: path, toPath: "\(folder)/\(bomb.rawValue).appex")
    }
    await #expect(processExitsWith: .success) { [bomb = bomb as Bomb, path = path as String] in
      let start = BombTests.time()
      let entry = CatalogEntry(inspecting: path)
      let seconds = BombTests.time() - start
      let peak = try #require(BombTests.memory("VmHWM"))
      #expect(seconds <= BombTests.greatestTime, "\(bomb): \(seconds) s")
      #expect(peak <= BombTests.greatestMemory, "\(bomb): \(peak) KiB")
      // Beside its manifest the bundle lacks a library.
      let errors = entry.diagnostics.filter { $0.severity == .error }
      #expect(!errors.isEmpty)
      #expect(errors.contains { $0.file == "A.so" } == bomb.isUsed, "\(errors)")
      #expect(entry.diagnostics.count <= 512)
    }
  }
}
