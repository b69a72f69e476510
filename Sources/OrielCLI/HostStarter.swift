internal import OrielHost

/// Makes the host that commands run extensions with.
enum HostStarter {
  /// A configuration whose host says on standard error what it has to say, and keeps how requests
  /// end in a registry.
  static func configuration(
    _ weakenings: [SandboxWeakening],
    _ console: Console,
    registry: ExtensionRegistry? = nil
  ) -> HostConfiguration {
    var configuration = HostConfiguration()
    configuration.weakenings = weakenings
    configuration.registry = registry
    configuration.log = { console.say(TerminalText.line($0, limit: 2000)) }
    return configuration
  }

  /// A host; when there can be none, a complaint says what is missing.
  static func host(
    _ configuration: HostConfiguration = HostConfiguration()
  ) throws(Complaint) -> ExtensionHost {
    do {
      return try ExtensionHost(configuration: configuration)
    } catch {
      throw Complaint(.sandbox, TerminalText.line(String(describing: error), limit: 2000))
    }
  }
}
