internal import OrielHost

/// Makes the host that commands run extensions with.
enum HostStarter {
  /// A host; when there can be none, a complaint says what is missing.
  static func host() throws(Complaint) -> ExtensionHost {
    do {
      return try ExtensionHost()
    } catch {
      throw Complaint(.sandbox, TerminalText.line(String(describing: error), limit: 2000))
    }
  }
}
