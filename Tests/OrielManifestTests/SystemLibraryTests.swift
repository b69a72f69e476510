import Foundation
import Testing

@testable import OrielManifest

/// Compares with readelf, which shares no code with the inspection.
@Suite("Inspection of the libraries of this system", .requires(.readelf))
struct SystemLibraryTests {
  /// Some shared libraries that are installed here.
  static func libraries() -> [String] {
    let files = FileManager.default
    let directories = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64"]
    let paths = directories.flatMap { directory in
      ((try? files.contentsOfDirectory(atPath: directory)) ?? []).sorted()
        .filter { $0.contains(".so") }.map { "\(directory)/\($0)" }
    }
    let libraries = paths.filter {
      let handle = FileHandle(forReadingAtPath: $0)
      return (try? handle?.read(upToCount: 4)) == Data([0x7F, 0x45, 0x4C, 0x46])
    }
    return libraries.enumerated().filter { $0.offset % max(1, libraries.count / 60) == 0 }
      .map(\.element)
  }

  @Test("Needed libraries, run paths and glibc are those that readelf shows")
  func agreement() throws {
    let paths = Self.libraries()
    try #require(paths.count > 10, "there are too few libraries to compare")
    for path in paths {
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      let inspection = ExecutableInspection(
        MemorySource(bytes: bytes),
        file: path,
        facts: .current
      )
      let dynamic = try Tool.readelf.run(["-dW", path]).split(separator: "\n")
      func bracketed(_ mark: String) -> [String] {
        dynamic.filter { $0.contains(mark) }.compactMap {
          $0.split(separator: "[").last?.split(separator: "]").first.map(String.init)
        }
      }
      #expect(inspection.neededLibraries == bracketed("(NEEDED)"), "\(path)")
      let runPaths = bracketed("(RUNPATH)").first ?? bracketed("(RPATH)").first ?? ""
      #expect(inspection.runPaths == runPaths.split(separator: ":").map(String.init), "\(path)")
      #expect(inspection.glibcVersion == (try Self.neededGlibc(path)), "\(path)")
      #expect(inspection.diagnostics.contains { $0.message.contains("no entry function") })
    }
  }

  /// The newest version of glibc that readelf shows as needed.
  private static func neededGlibc(_ path: String) throws -> VersionNumber? {
    let text = try Tool.readelf.run(["-VW", path])
    guard let needs = text.range(of: "Version needs section") else { return nil }
    let versions = text[needs.lowerBound...].split(whereSeparator: \.isWhitespace)
      .filter { $0.hasPrefix("GLIBC_") }
      .compactMap {
        $0 == "GLIBC_ABI_DT_RELR" ? VersionNumber(2, 36) : VersionNumber($0.dropFirst(6))
      }
    return versions.max()
  }
}
