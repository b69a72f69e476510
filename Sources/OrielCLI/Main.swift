internal import OrielSystem

/// The program `oriel`.
@main
enum Main {
  /// Works in a task, while the first thread waits for signals.
  ///
  /// The function is not `async`: the library that would then run the first thread gives signals
  /// to a thread of its own, where they end the program at once.
  static func main() {
    // Before anything else: threads that are started later inherit it.
    Termination.holdBack()
    try? StandardStream.fillGaps()
    let arguments = Array(CommandLine.arguments.dropFirst())
    let malformed = Environment.malformedArgument
    let interruption = Interruption()
    // Detached, since the first thread is not there to serve the main actor.
    let work = Task.detached {
      let console = Console(environment: Environment.value)
      let code = await Program.run(arguments, malformed: malformed, on: console)
      Termination.exitNow(interruption.signal.map { 128 &+ $0 } ?? code.number)
    }
    Termination.handleForEver { number in
      // The second one ends the program whatever it is doing.
      if interruption.note(number) { Termination.exitNow(128 &+ number) }
      work.cancel()
    }
  }
}
