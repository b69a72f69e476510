/// What a descriptor in a host's poll set belongs to, as the number that comes back with an event.
enum Token: Hashable {
  /// The command queue.
  case commands
  /// The timer.
  case timer
  /// The control socket of the runner with a generation.
  case control(UInt64)
  /// The standard error of that runner.
  case diagnostics(UInt64)
  /// The request socket of a request.
  case request(UInt64)
  /// The process of its instance.
  case process(UInt64)
  /// The standard output of its instance.
  case output(UInt64)
  /// The standard error of its instance.
  case errorOutput(UInt64)
  /// The process of a runner that was killed.
  case endingRunner(UInt64)
  /// The connection that is being made for a question.
  case connection(UInt64)

  /// The kind in the lowest bits, the number above.
  var rawValue: UInt64 {
    switch self {
    case .commands: 0
    case .timer: 1
    case .control(let number): number << 4 | 2
    case .diagnostics(let number): number << 4 | 3
    case .request(let number): number << 4 | 4
    case .process(let number): number << 4 | 5
    case .output(let number): number << 4 | 6
    case .errorOutput(let number): number << 4 | 7
    case .endingRunner(let number): number << 4 | 8
    case .connection(let number): number << 4 | 9
    }
  }

  /// Takes a number apart.
  init(rawValue: UInt64) {
    let number = rawValue >> 4
    self =
      switch rawValue & 15 {
      case 0: .commands
      case 1: .timer
      case 2: .control(number)
      case 3: .diagnostics(number)
      case 4: .request(number)
      case 5: .process(number)
      case 6: .output(number)
      case 7: .errorOutput(number)
      case 8: .endingRunner(number)
      default: .connection(number)
      }
  }
}
