package import OrielWire

/// The parts of the system that every instance sees, read-only.
///
/// Enough for the C and Swift runtimes, time zones, locales, fonts and TLS certificates; nothing of
/// a user, nothing that changes, nothing that names the machine. The runner adds the folder of its
/// own Swift runtime when that lies elsewhere.
package enum BaseFileView {
  /// The entries; on a system with merged folders `/lib` and its kin are links, and stay links.
  package static let entries: [ViewEntry] = [
    ViewEntry("/usr/lib"),
    ViewEntry("/usr/lib32", isOptional: true),
    ViewEntry("/usr/lib64", isOptional: true),
    ViewEntry("/usr/share"),
    ViewEntry("/lib"),
    ViewEntry("/lib32", isOptional: true),
    ViewEntry("/lib64", isOptional: true),
    ViewEntry("/etc/alternatives", isOptional: true),
    ViewEntry("/etc/fonts", isOptional: true),
    ViewEntry("/etc/ssl/certs", isOptional: true),
    ViewEntry("/etc/ld.so.cache", kind: .file, isOptional: true),
    ViewEntry("/etc/localtime", kind: .file, isOptional: true),
  ]
}
