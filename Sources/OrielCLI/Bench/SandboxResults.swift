internal import OrielHost

/// What the benchmark of the sandbox found.
struct SandboxResults: Sendable {
  /// One step of every launch.
  struct Step: Sendable {
    /// What it does.
    let name: String
    /// The layer that it puts up, if any.
    let layer: SandboxLayer?
    /// What it took.
    var samples: Samples
  }

  /// The launches that were measured.
  let runs: Int
  /// The steps in their order.
  private(set) var steps: [Step] = []
  /// The whole request, to the outcome.
  private(set) var whole = Self.empty
  /// From the outcome to the end of the instance.
  private(set) var ending = Self.empty
  /// `posix_spawn` of `true` with wait.
  private(set) var spawn = Self.empty
  /// Fork with wait.
  private(set) var fork = Self.empty
  /// What calls cost.
  var prices: [CallPrice] = []

  private static var empty: Samples {
    var samples = Samples()
    samples.beginRound()
    return samples
  }

  /// Nothing measured yet.
  init(runs: Int) {
    self.runs = runs
  }

  /// Adds a launch.
  mutating func add(
    _ timings: RequestTimings,
    end: Duration,
    spawn: Duration,
    fork: Duration
  ) throws(Complaint) {
    guard let reported = timings.reported, let loaded = timings.loaded,
      let finished = timings.finished, !timings.steps.isEmpty
    else { throw Complaint(.notCompleted, "a launch did not tell what its steps took") }
    // The steps of one name, such as two looks at what holds, are one.
    var durations: [(name: String, layer: SandboxLayer?, duration: Duration)] = []
    for step in timings.steps {
      if let index = durations.firstIndex(where: { $0.name == step.name }) {
        durations[index].duration += step.duration
      } else {
        durations.append((step.name, step.layer, step.duration))
      }
    }
    let inside = durations.reduce(Duration.zero) { $0 + $1.duration }
    durations.insert(("asking the runner, and hearing of it", nil, reported - inside), at: 0)
    durations.append(("loading the library", nil, loaded - reported))
    durations.append(("the request itself", nil, finished - loaded))
    for step in durations {
      let index =
        steps.firstIndex { $0.name == step.name }
        ?? {
          steps.append(Step(name: step.name, layer: step.layer, samples: Self.empty))
          return steps.count - 1
        }()
      steps[index].samples.add(step.duration)
    }
    whole.add(finished)
    ending.add(end - finished)
    self.spawn.add(spawn)
    self.fork.add(fork)
  }

  /// The results as a table.
  func lines(_ console: Console) -> [String] {
    var table = TextTable()
    table.add("step", "layer", "p50 µs", "p95 µs", "share")
    for step in steps {
      let name = step.layer.map { TerminalText.line($0.name) } ?? ""
      table.add([TerminalText.line(step.name), name] + cells(step.samples) + [share(step.samples)])
    }
    table.add(["from the call to the outcome", ""] + cells(whole) + [share(whole)])
    table.add(["afterwards, to the end of the instance", ""] + cells(ending))
    table.add(["posix_spawn of true, wait", ""] + cells(spawn))
    table.add(["fork, wait", ""] + cells(fork))
    var lines = table.lines(alignedRight: [2, 3, 4])
    if let first = lines.first { lines[0] = console.bold(first) }
    for price in prices {
      lines.append(
        "\(price.name): \(price.inside.text(decimals: 0)) ns in the sandbox, "
          + "\(price.outside.text(decimals: 0)) ns outside"
      )
    }
    return lines
  }

  /// Median and 95th percentile.
  private func cells(_ samples: Samples) -> [String] {
    [0.5, 0.95].map { samples.percentile($0).text(decimals: 1) }
  }

  /// The part of the whole that a step takes.
  private func share(_ samples: Samples) -> String {
    "\((100 * samples.percentile(0.5) / whole.percentile(0.5)).text(decimals: 1)) %"
  }

  /// The results as JSON, times of steps in microseconds.
  var json: JSONValue {
    .object([
      ("version", .integer(Int64(Version.output))),
      ("runs", .integer(Int64(runs))),
      (
        "steps",
        .array(
          steps.map { step in
            .object(
              [
                ("step", .string(step.name)),
                ("layer", .optional(step.layer?.identifier)),
              ] + members(step.samples)
            )
          }
        )
      ),
      ("request", .object(members(whole))),
      ("ending", .object(members(ending))),
      ("posixSpawn", .object(members(spawn))),
      ("fork", .object(members(fork))),
      (
        "callNanoseconds",
        .object(
          prices.map {
            (
              $0.key,
              .object([
                ("inside", .number($0.inside.rounded())),
                ("outside", .number($0.outside.rounded())),
              ])
            )
          }
        )
      ),
    ])
  }

  /// The percentiles as members of an object, with one decimal.
  private func members(_ samples: Samples) -> [(String, JSONValue)] {
    [("p50", 0.5), ("p95", 0.95)].map {
      ($0.0, .number((samples.percentile($0.1) * 10).rounded() / 10))
    }
  }
}
