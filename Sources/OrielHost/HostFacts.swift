internal import OrielSystem

/// What a host finds on this system before it runs anything.
public struct HostFacts: Hashable, Sendable {
  /// The release of the kernel, as `6.1.0-18-amd64`.
  public let kernelRelease: String
  /// The version of Landlock's interface; 0 when there is no Landlock.
  public let landlockVersion: UInt32
  /// The program that starts instances.
  public let runnerPath: String
  /// The user that instances run as: the host's own, or another one when the host is root.
  public let instanceUser: UInt32

  /// Looks at the system; throws when there is no runner.
  public init(configuration: HostConfiguration = HostConfiguration()) throws(HostError) {
    kernelRelease = KernelFacts.release
    landlockVersion = KernelFacts.landlockVersion
    runnerPath = try RunnerLookup.path(configured: configuration.runnerPath)
    instanceUser = RunnerPolicy.seedUser ?? KernelFacts.effectiveUser
  }
}
