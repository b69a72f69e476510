internal import OrielSystem

/// Collects what comes out of a pipe, up to a limit.
struct OutputCapture: ~Copyable {
  /// The reading end, until its end was seen.
  private var pipe: Descriptor?
  /// What is kept: the first bytes.
  private(set) var bytes: [UInt8] = []
  /// How many bytes are not kept.
  private(set) var dropped = 0
  /// The most bytes that are kept.
  private let limit: Int

  /// Collects from a pipe, or nothing.
  init(_ pipe: consuming Descriptor?, limit: Int) {
    self.pipe = pipe
    self.limit = limit
  }

  /// Reads what is there, a few times at most, so that one writer does not hold up others.
  ///
  /// Gives false when the end or more than enough was reached and the pipe must be closed.
  mutating func read(into buffer: inout [UInt8]) -> Bool {
    guard let pipe = pipe.take() else { return false }
    for _ in 0..<4 {
      guard let reading = try? pipe.read(into: &buffer), reading != .endOfFile else {
        self.pipe = consume pipe
        return false
      }
      guard case .bytes(let count) = reading else { break }
      keep(buffer[..<count])
    }
    self.pipe = consume pipe
    // A writer that goes on for as long again gets an error for every further byte, so that it
    // costs no more time.
    return dropped <= limit
  }

  /// Keeps what still fits.
  private mutating func keep(_ new: ArraySlice<UInt8>) {
    let kept = new.prefix(limit - bytes.count)
    bytes.append(contentsOf: kept)
    dropped += new.count - kept.count
  }

  /// Whether more may come.
  var isOpen: Bool { pipe != nil }

  /// Makes the pipe one that does not wait, and watches it.
  mutating func watch(by poll: borrowing EventPoll, token: Token) throws(SystemError) {
    guard let pipe = pipe.take() else { return }
    do throws(SystemError) {
      try pipe.setNonBlocking()
      try poll.add(pipe, for: .readable, token: token.rawValue)
      self.pipe = consume pipe
    } catch {
      self.pipe = consume pipe
      throw error
    }
  }

  /// Closes the pipe and watches it no longer.
  mutating func unwatch(by poll: borrowing EventPoll) {
    guard let pipe = pipe.take() else { return }
    try? poll.remove(pipe)
  }
}
