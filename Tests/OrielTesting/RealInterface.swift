public import Foundation

/// The description of a real library's functions, as its extension in `Plugins/Libraries` has it.
public enum RealInterface: String, CaseIterable, Sendable {
  case zlib = "Zlib/Zlib"
  case sqlite3 = "SQLite/SQLite"
  case turbojpeg = "TurboJPEG/TurboJPEG"
  case libc = "LibC/Resources/LibC"
  case frei0r = "Frei0r/Frei0r"
  case ladspa = "LADSPA/LADSPA"

  /// The folder of extensions of libraries: that of the sources, unless the variable
  /// `ORIEL_TEST_LIBRARIES` names a copy for a user who may not enter that.
  private static var folder: URL {
    ProcessInfo.processInfo.environment["ORIEL_TEST_LIBRARIES"].map { URL(filePath: $0) }
      ?? URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Plugins/Libraries")
  }

  /// The file.
  public var url: URL { Self.folder.appending(path: "\(rawValue).interface") }

  /// The text.
  public var text: String {
    get throws { try String(contentsOf: url, encoding: .utf8) }
  }

  /// The libraries that the description fits and that do not give the same each time, with the reason:
  /// what the file `exceptions` beside it lists.
  public var exceptions: [String: String] {
    let file = url.deletingLastPathComponent().appending(path: "exceptions")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    return Dictionary(
      uniqueKeysWithValues: rows.map { row in
        let parts = row.split(separator: " ", maxSplits: 1)
        return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
      }
    )
  }
}
