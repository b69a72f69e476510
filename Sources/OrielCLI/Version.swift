/// The versions that this build has.
enum Version {
  /// The version of the package.
  static let package = "0.1.0"
  /// The version of the C interface that extensions are built against.
  static let interface = 1
  /// The version of the JSON that commands print; members may be added without a new one.
  static let output = 1
}
