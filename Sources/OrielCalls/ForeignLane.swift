internal import OrielSystem

/// The lane on which threads that serve none call the host, one at a time.
final class ForeignLane: Sendable {
  /// The lane, which is used while the lock is held.
  private let lane: Lock<Lane>

  /// Takes the lane over.
  init(_ lane: Lane) {
    self.lane = Lock(lane)
  }

  /// Serves the lane on this thread while a function runs.
  func serve(_ engine: CallEngine, _ body: (LaneServer) -> Void) {
    lane.withLock { lane in
      let server = LaneServer(engine, lane)
      server.withContext { body(server) }
    }
  }
}
