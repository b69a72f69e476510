internal import OrielSandbox
package import OrielWire

/// A layer of the sandbox by its name.
public struct SandboxLayer: Hashable, Sendable {
  /// The layer in messages.
  package let layer: Layer

  /// The public form of a layer.
  package init(_ layer: Layer) {
    self.layer = layer
  }

  /// The layer with a name for programs, as `userNamespace`; nil when there is none.
  public init?(identifier: String) {
    guard let layer = Layer.allCases.first(where: { String(describing: $0) == identifier }) else {
      return nil
    }
    self.init(layer)
  }

  /// The name for programs, as `userNamespace`.
  public var identifier: String { String(describing: layer) }

  /// The name for people, without an article.
  public var name: String { LayerGuide(layer).name }
}

extension SandboxLayer: CaseIterable {
  /// Every layer there is, in the order of reports.
  public static var allCases: [SandboxLayer] { Layer.allCases.map(SandboxLayer.init) }
}

extension SandboxLayer: CustomStringConvertible {
  /// The name for programs.
  public var description: String { identifier }
}

extension SandboxLayer {
  /// A launcher started by exec with a clean state.
  public static let launcher = SandboxLayer(.launcher)
  /// A user namespace of its own.
  public static let userNamespace = SandboxLayer(.userNamespace)
  /// A mount namespace of its own.
  public static let mountNamespace = SandboxLayer(.mountNamespace)
  /// A process namespace of its own.
  public static let pidNamespace = SandboxLayer(.pidNamespace)
  /// A network namespace with nothing in it.
  public static let networkNamespace = SandboxLayer(.networkNamespace)
  /// An IPC namespace of its own.
  public static let ipcNamespace = SandboxLayer(.ipcNamespace)
  /// A host name namespace of its own.
  public static let utsNamespace = SandboxLayer(.utsNamespace)
  /// A control group namespace of its own.
  public static let cgroupNamespace = SandboxLayer(.cgroupNamespace)
  /// A private, read-only root directory.
  public static let privateRoot = SandboxLayer(.privateRoot)
  /// A `/proc` that shows the instance only.
  public static let privateProc = SandboxLayer(.privateProc)
  /// A session and process group of its own, without a terminal.
  public static let session = SandboxLayer(.session)
  /// A session keyring of its own.
  public static let keyring = SandboxLayer(.keyring)
  /// No gain of privileges by executing.
  public static let noNewPrivileges = SandboxLayer(.noNewPrivileges)
  /// No capabilities.
  public static let capabilities = SandboxLayer(.capabilities)
  /// Locked secure bits.
  public static let securebits = SandboxLayer(.securebits)
  /// No core dump and no tracing by others.
  public static let notDumpable = SandboxLayer(.notDumpable)
  /// Resource limits.
  public static let resourceLimits = SandboxLayer(.resourceLimits)
  /// Lower priority, and first choice when memory runs out.
  public static let scheduling = SandboxLayer(.scheduling)
  /// Landlock rules for files.
  public static let landlockFiles = SandboxLayer(.landlockFiles)
  /// Landlock scopes for signals and abstract sockets.
  public static let landlockScopes = SandboxLayer(.landlockScopes)
  /// The system call filter.
  public static let systemCallFilter = SandboxLayer(.systemCallFilter)
  /// No memory that is both writable and executable.
  public static let writeXorExecute = SandboxLayer(.writeXorExecute)
  /// Exactly the granted descriptors.
  public static let descriptors = SandboxLayer(.descriptors)
  /// Control group limits.
  public static let cgroupLimits = SandboxLayer(.cgroupLimits)
  /// A nested user namespace that bounds threads per instance.
  public static let nestedUserNamespace = SandboxLayer(.nestedUserNamespace)
  /// An environment built from nothing.
  public static let environment = SandboxLayer(.environment)
  /// A supervisor that names the forbidden call that ends an instance.
  public static let supervisor = SandboxLayer(.supervisor)
}
