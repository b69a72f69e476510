@testable import OrielHost

/// Hosts that open the files of attachments when they are told to.
enum LoadGate {
  /// A host that tells when a file is to be opened, and opens it once it may.
  static func host(begun: Gate, release: Gate) throws -> ExtensionHost {
    var configuration = Fixtures.configuration
    configuration.openFile = {
      begun.open()
      _ = release.isOpen(within: 60_000)
      return AttachmentServer.open($0, $1, $2)
    }
    return try ExtensionHost(configuration: configuration)
  }
}
