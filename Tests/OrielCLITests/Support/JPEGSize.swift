import Foundation

/// The size of a JPEG, read from its frame header.
struct JPEGSize {
  /// The pixels of a row.
  let width: Int
  /// The rows.
  let height: Int

  /// What can be wrong with a file.
  enum Failure: Error {
    /// The file does not begin as a JPEG does, or has no frame header.
    case noJPEG
  }

  /// Reads the size from a file.
  init(path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    guard bytes.starts(with: [0xFF, 0xD8]) else { throw Failure.noJPEG }
    var place = 2
    while place + 9 < bytes.count, bytes[place] == 0xFF {
      let marker = bytes[place + 1]
      // Frame headers, without the tables whose markers lie among theirs.
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        height = Int(bytes[place + 5]) << 8 | Int(bytes[place + 6])
        width = Int(bytes[place + 7]) << 8 | Int(bytes[place + 8])
        return
      }
      place += 2 + (Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
    }
    throw Failure.noJPEG
  }
}
