public import OrielManifest

/// What may differ from request to request.
public struct RequestOptions: Sendable {
  /// The time until the library is loaded, if not the host's.
  public var startTimeout: Duration?
  /// The time from there until the answer, if not the host's.
  public var requestTimeout: Duration?
  /// The time for clearing up, if not the host's.
  public var graceTime: Duration?
  /// What the extension may have of the entitlements that it asks for: nothing unless said here.
  public var entitlements: EntitlementGrants
  /// Decides about the URLs that the extension asks to open, if not the host's.
  public var urlOpener: URLOpener?
  /// Lets the user choose the files that the extension asks for, if not the host's.
  public var fileChooser: FileChooser?
  /// The bytes that all returned attachments may have together, if not the host's.
  public var returnedBytesLimit: UInt64?
  /// Whether the result waits for the end of the instance, for its last output and its usage.
  ///
  /// The outcome is the same either way. Without this, the result is there as soon as the
  /// extension has completed the request, while its instance may still clear up.
  public var waitsForExit: Bool
  /// Whether the instance tells what the sandbox refuses it: each call and each file, with the
  /// callers and what would help.
  ///
  /// For authors of extensions. Every call has the same result as without, and many take longer.
  public var reportsRefusals: Bool
  /// Whether the timings of the result tell what each step of making the sandbox took.
  public var measuresSteps: Bool

  /// The usual options.
  public init() {
    entitlements = .none
    waitsForExit = false
    reportsRefusals = false
    measuresSteps = false
  }
}
