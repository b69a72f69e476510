/// What a bundle or container holds.
struct CopiedContents: Hashable, Sendable {
  /// The files.
  var files = 0
  /// The bytes of all files.
  var bytes: UInt64 = 0
  /// Whether extended attributes or access lists were left out.
  var lostAttributes = false
}
