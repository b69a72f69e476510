import OrielHost

/// The headers of previews, which a host's program may have from anywhere.
enum PictureHeaders {
  /// Reads a header; accepted is one with a type and a size.
  static func run(_ bytes: [UInt8]) throws(Finding) -> Bool {
    guard let header = ImageHeader(bytes) else { return false }
    try Finding.unless(header.size.width > 0 && header.size.height > 0, "a size is 0")
    let isPNG = bytes.starts(with: [0x89, 0x50, 0x4E, 0x47])
    try Finding.unless(isPNG || bytes.starts(with: [0xFF, 0xD8]), "another format is accepted")
    try Finding.unless((header.type == .png) == isPNG, "the type is not that of the signature")
    try Finding.unless(
      ImageHeader(bytes + [0xFF, 0xC0, 0]) == header,
      "what follows the header changes it"
    )
    return true
  }
}
