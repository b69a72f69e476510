public import OrielManifest
internal import OrielSystem

/// A connection to an extension that is made anew when its instance has ended.
///
/// What the old instance held is gone, and handles of it are refused by the new one. A host that wants
/// its state back brings it there itself, before anybody else calls:
///
/// ```swift
/// let kept = RestartingConnection(to: library, by: host) { connection in
///   _ = try await connection.call("set_volume", [.integer(settings.volume)])
/// }
/// let result = try await kept.connection().call("play", [.string("a.ogg")])
/// ```
///
/// A call that runs when the instance ends fails with ``CallError/ended(_:)``: whether it may be made
/// once more only its caller knows.
public actor RestartingConnection {
  /// How often an instance may end before no other is started.
  public struct Limit: Sendable {
    /// How many times an instance may be started again.
    public var restarts: Int
    /// The time in which they are counted.
    public var period: Duration

    /// A limit; the usual one is 5 restarts a minute.
    public init(restarts: Int = 5, period: Duration = .seconds(60)) {
      self.restarts = restarts
      self.period = period
    }
  }

  /// Brings a new instance to the state that the host wants.
  public typealias Replay = @Sendable (ExtensionConnection) async throws -> Void

  /// The extension.
  public nonisolated let installed: InstalledExtension
  /// The host that starts instances.
  private let host: ExtensionHost
  /// The options of each connection.
  private let options: ConnectionOptions
  /// How often an instance may end.
  private let limit: Limit
  /// What is done with each new instance.
  private let replay: Replay
  /// The connection, or the one that is being made.
  private var current: Task<ExtensionConnection, any Error>?
  /// When instances were started again.
  private var restarts: [MonotonicTime] = []
  /// Whether the host wants no connection any more.
  private var isClosed = false

  /// Remembers how to connect; the first instance is started when it is asked for.
  ///
  /// - Parameters:
  ///   - installed: The extension.
  ///   - host: The host that starts instances.
  ///   - options: What differs from the host's configuration.
  ///   - limit: How often an instance may end before no other is started.
  ///   - replay: Brings a new instance, the first one too, to the state that the host wants; when it
  ///     throws, the instance is ended and whoever asked for the connection gets the error.
  public init(
    to installed: InstalledExtension,
    by host: ExtensionHost,
    options: ConnectionOptions = ConnectionOptions(),
    limit: Limit = Limit(),
    replay: @escaping Replay = { _ in }
  ) {
    self.installed = installed
    self.host = host
    self.options = options
    self.limit = limit
    self.replay = replay
  }

  /// The connection, which is made anew if there is none or its instance has ended.
  ///
  /// Everybody who asks while it is being made waits for the same one.
  ///
  /// - Throws: A ``ConnectionError`` when there is none, also since instances ended too often; or what
  ///   the replay has thrown.
  public func connection() async throws -> ExtensionConnection {
    while true {
      guard !isClosed else { throw ConnectionError("The connection was closed; make another.") }
      let attempt = current ?? start()
      current = attempt
      do {
        let connection = try await attempt.value
        guard let result = connection.result else { return connection }
        // Of those who waited for it one starts the next.
        guard current == attempt else { continue }
        current = nil
        try countRestart(after: result)
      } catch {
        if current == attempt { current = nil }
        throw error
      }
    }
  }

  /// Ends the instance; no other one is started.
  public func close() async {
    isClosed = true
    guard let current else { return }
    self.current = nil
    await (try? current.value)?.closeAndWait()
  }

  private func start() -> Task<ExtensionConnection, any Error> {
    Task { [host, installed, options, replay] in
      let connection = try await host.connect(installed, options: options)
      do {
        try await replay(connection)
      } catch {
        await connection.closeAndWait()
        throw error
      }
      return connection
    }
  }

  /// Notes that an instance is started again.
  private func countRestart(after result: RequestResult) throws(ConnectionError) {
    let now = MonotonicTime.now
    let length = MonotonicTime(nanoseconds: 0).adding(limit.period).nanoseconds
    restarts.removeAll { now.nanoseconds - $0.nanoseconds > length }
    guard restarts.count < limit.restarts else {
      let last =
        if case .failed(let reason) = result.outcome { "\(reason)" } else { "It was closed." }
      throw ConnectionError(
        "'\(installed.identifier)' has ended \(restarts.count + 1) times within \(limit.period), and "
          + "is not started again. The last time: \(last)"
      )
    }
    restarts.append(now)
  }
}
