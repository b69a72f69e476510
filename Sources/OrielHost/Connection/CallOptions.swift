public import OrielManifest

/// What may differ from call to call.
public struct CallOptions: Sendable {
  /// The time until the function must have returned; without one it is the connection's.
  public var timeout: Duration?

  /// The usual options.
  public init(timeout: Duration? = nil) {
    self.timeout = timeout
  }
}

/// What may differ from connection to connection.
public struct ConnectionOptions: Sendable {
  /// The time until calls can be made, if not the host's.
  public var startTimeout: Duration?
  /// The time that a call has when nobody says otherwise.
  public var callTimeout: Duration
  /// What the extension may have of the entitlements that it asks for.
  public var entitlements: EntitlementGrants
  /// Whether the instance tells what it is refused.
  public var reportsRefusals: Bool
  /// The bytes that arguments and results of a call may take, beside shared buffers.
  public var frameSize: Int
  /// Whether waiting for an instance is done awake at first; without, it costs less and takes longer.
  public var spins: Bool

  /// The usual options.
  public init() {
    callTimeout = .seconds(30)
    entitlements = .none
    reportsRefusals = false
    frameSize = 4 << 20
    spins = true
  }
}
