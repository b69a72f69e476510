internal import CShims

/// Memory in a file whose size can never change, which two processes map and both write.
///
/// The host makes it and passes it on; a peer that maps it finds no page missing later.
package struct SharedFile: ~Copyable, Sendable {
  /// The memory file.
  package let descriptor: Descriptor
  /// The size in bytes, a multiple of the page.
  package let size: Int

  /// Makes memory for so many bytes, filled with zeros; the name only shows in diagnostics.
  package init(size: Int, name: String) throws(SystemError) {
    guard let rounded = Self.wholePages(size) else {
      throw SystemError("memfd_create", .invalidArgument)
    }
    // The temporary C string lives as long as the call.
    let result = unsafe oriel_shim_shared_file(name, UInt64(rounded))
    descriptor = Descriptor(owning: try checked("memfd_create", result))
    self.size = rounded
  }

  /// The size of a page.
  package static let page = Int(oriel_shim_page_size())

  /// The bytes of the pages that so many bytes need; nil for sizes that cannot be.
  package static func wholePages(_ size: Int) -> Int? {
    guard size > 0 else { return nil }
    let (sum, overflow) = size.addingReportingOverflow(page - 1)
    return overflow ? nil : sum / page * page
  }
}
