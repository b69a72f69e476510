import OrielText

@testable import OrielManifest

/// Manifests in any format, from bytes to what a host uses.
enum Manifests {
  /// Reads a manifest; accepted is one that can be used.
  static func run(_ bytes: [UInt8]) throws(Finding) -> Bool {
    let reading = ExtensionManifest.read(bytes, bundleName: "Fuzz")
    try Finding.unless(reading.diagnostics.count <= 512, "there are too many diagnostics")
    for diagnostic in reading.diagnostics { try Finding.unlessPrintable("\(diagnostic)") }
    try checkName(reading.displayName)
    let hasError = reading.diagnostics.contains { $0.severity == .error }
    guard let manifest = reading.manifest else {
      try Finding.unless(hasError, "a manifest is refused and nothing says why")
      return false
    }
    try Finding.unless(!hasError, "a manifest is used in spite of an error")
    try Finding.unless(
      BundleIdentifier(manifest.identifier.rawValue) == manifest.identifier
        && reading.identifier == manifest.identifier,
      "the identifier is none"
    )
    try Finding.unlessPrintable(manifest.identifier.rawValue)
    try Finding.unlessPrintable(manifest.extensionPoint.rawValue)
    let name = manifest.executableName
    try Finding.unless(
      !name.isEmpty && name != "." && name != ".." && !name.utf8.contains(UInt8(ascii: "/"))
        && !name.utf8.contains(0) && name.utf8.count <= 255,
      "the name of the library leads elsewhere: \(name.debugDescription)"
    )
    try checkName(manifest.displayName)
    for text in [manifest.version, manifest.shortVersion] {
      if let text { try Finding.unlessPrintable(text) }
    }
    return true
  }

  /// Checks a name for people.
  private static func checkName(_ name: String) throws(Finding) {
    try Finding.unlessPrintable(name)
    try Finding.unless(
      name.count <= DisplayName.greatestLength
        && Printable.name(name) == name,
      "a name is not safe to show: \(name.debugDescription)"
    )
  }
}
