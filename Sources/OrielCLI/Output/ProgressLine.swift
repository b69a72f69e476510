internal import OrielSystem

/// A line on standard error that shows, after a second, that work goes on.
enum ProgressLine {
  /// Does the work; on a terminal shows the text and the seconds that went by until it is done.
  static func during<Result, Failure: Error>(
    _ text: String,
    on console: Console,
    _ work: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    guard console.showsProgress else { return try await work() }
    let clock = ContinuousClock()
    let start = clock.now
    let ticker = Task {
      var shown = false
      while (try? await clock.sleep(for: .seconds(1))) != nil {
        let seconds = (clock.now - start).components.seconds
        draw("\(text) … \(seconds) s")
        shown = true
      }
      if shown { draw("") }
    }
    do {
      let result = try await work()
      await stop(ticker)
      return result
    } catch {
      await stop(ticker)
      throw error
    }
  }

  /// Ends the line, so that it is gone before anything else is printed.
  private static func stop(_ ticker: Task<Void, Never>) async {
    ticker.cancel()
    await ticker.value
  }

  /// Replaces what the line shows.
  private static func draw(_ text: String) {
    try? StandardStream.error.write(Array("\r\u{1b}[K\(text)".utf8))
  }
}
