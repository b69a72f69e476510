/// The file `InfoPlist.strings` of one language, as a bundle holds it.
package struct LocalizedStrings: Sendable, Hashable {
  /// The path in the bundle, as `de.lproj/InfoPlist.strings`.
  package let path: String
  /// The bytes; none for a file that is left out, because there is too much.
  package let bytes: [UInt8]

  /// The name of such files.
  static let fileName = "InfoPlist.strings"
  /// The suffix of the folders that hold them.
  static let folderSuffix = ".lproj"
  /// The largest file that is read.
  static let greatestSize = 1 << 16
  /// The most bytes of all files of one bundle that are read.
  static let greatestTotalSize = 1 << 20
  /// The most files of one bundle that are read.
  static let greatestCount = 128

  /// Gathers the parts.
  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// The name of the language, by the folder.
  var language: Substring {
    path.split(separator: "/").first?.dropLast(Self.folderSuffix.count) ?? ""
  }

  /// Whether a path in a bundle is that of such a file.
  static func isPath(_ path: String) -> Bool {
    // Most files are no such, which is soon found out.
    guard path.utf8.last == fileName.utf8.last else { return false }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[1] == fileName && parts[0].hasSuffix(folderSuffix)
      && parts[0].count > folderSuffix.count
  }
}
