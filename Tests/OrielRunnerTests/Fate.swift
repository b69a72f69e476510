import OrielTesting
import OrielWire

/// What becomes of an extension that a host wants to start.
enum Fate {
  /// Its code ran; the instance had reported these layers before.
  case started([LayerStatus])
  /// It was not started, and this is why.
  case refused(layer: Layer?, errno: Int32, text: String)
  /// Its library could not be used.
  case notLoaded(String)
  /// It was not started, and nobody said why.
  case silence

  /// Starts a fixture through a command in front of the runner.
  static func ofExtension(
    startedThrough command: [String],
    _ change: (inout RawHost.Options) -> Void = { _ in }
  ) throws -> Fate {
    var options = RawHost.Options()
    options.command = command
    options.preloads = []
    change(&options)
    let host: RawHost
    do {
      host = try RawHost(options)
    } catch WireError.truncated {
      return .silence
    }
    switch host.greeting {
    case .failed(let failed):
      return .refused(
        layer: failed.layer,
        errno: failed.errno,
        text: "\(failed.stage): \(failed.text)"
      )
    case .ready: break
    default: return .silence
    }
    let messages = try host.launch("CompleteEarly").conversation()
    switch messages.last {
    case .launchFailed(let failed):
      return .refused(layer: failed.layer, errno: failed.errno, text: failed.text)
    case .loadFailed(let failed): return .notLoaded(failed.text)
    case .none:
      while case let event? = try? host.event() {
        guard case .launchFailed(let failed) = event else { continue }
        return .refused(layer: failed.layer, errno: failed.errno, text: failed.text)
      }
      return .silence
    default:
      return messages.returnedText == "early" ? .started(messages.layers ?? []) : .silence
    }
  }
}

/// A program that makes single system calls fail, or lie, for what it starts.
enum OuterFilter {
  /// The command in front of a program, with the rules of the filter.
  static func command(_ rules: [String]) -> [String] {
    [BuiltProducts.program("oriel-outer-filter")] + rules + ["--"]
  }
}
