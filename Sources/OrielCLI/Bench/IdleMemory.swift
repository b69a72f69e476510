internal import OrielHost
internal import OrielManifest
internal import OrielSystem

/// Measures the private memory of instances that have begun a request and wait.
enum IdleMemory {
  /// How many instances are measured at once.
  static let instances = 4
  /// How long instances get to become idle.
  private static let patience = Duration.seconds(10)
  /// The library of the fixture, by which its instances are known.
  private static let library = "Idle.so"

  /// The kilobytes of each instance, or why they are not known.
  enum Reading: Sendable {
    /// The private memory of each instance, in kilobytes.
    case kilobytes([Int])
    /// Why there are no numbers.
    case unknown(String)

    /// Whether no instance has more than it may; what is not known is not held against anybody.
    var meetsBar: Bool {
      guard case .kilobytes(let numbers) = self else { return true }
      return numbers.allSatisfy { $0 <= LaunchResults.memoryLimit }
    }

    /// The reading for people.
    var text: String {
      switch self {
      case .kilobytes(let numbers):
        "\(numbers.map(String.init).joined(separator: ", ")) KB, bar \(LaunchResults.memoryLimit) KB, "
          + (meetsBar ? "met" : "missed")
      case .unknown(let why): why
      }
    }

    /// The reading for scripts.
    var json: JSONValue {
      switch self {
      case .kilobytes(let numbers):
        .object([
          ("kilobytes", .array(numbers.map { .integer(Int64($0)) })),
          ("bar", .integer(Int64(LaunchResults.memoryLimit))), ("met", .bool(meetsBar)),
        ])
      case .unknown(let why): .object([("kilobytes", .null), ("reason", .string(why))])
      }
    }
  }

  /// Starts instances, reads their memory, and cancels their requests.
  static func measure(_ host: ExtensionHost, _ extension: InstalledExtension) async -> Reading {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<instances {
        group.addTask { _ = await host.perform(`extension`, items: []) }
      }
      let reading = await readWhenIdle()
      group.cancelAll()
      return reading
    }
  }

  /// Waits until every instance has loaded its library and has stopped growing.
  private static func readWhenIdle() async -> Reading {
    let clock = ContinuousClock()
    let end = clock.now + patience
    var last: [Int] = []
    do throws(SystemError) {
      while clock.now < end {
        try? await clock.sleep(for: .milliseconds(100))
        var numbers: [Int] = []
        for process in try ProcessTree.descendants()
        where try ProcessTree.hasLoaded(process, library) {
          numbers.append(try ProcessTree.privateKilobytes(process))
        }
        if numbers.count == instances, numbers == last { return .kilobytes(numbers) }
        last = numbers
      }
      return .unknown("not measured: the instances did not become idle")
    } catch {
      return error.errno == .permissionDenied || error.errno == .notPermitted
        ? .unknown("not measured: only root may look into an instance; run this as root")
        : .unknown("not measured: \(error)")
    }
  }
}
