internal import OrielHost
internal import OrielManifest

/// What the sandbox stands on, for people and for scripts.
struct SystemDescription {
  /// Kernel, runner and user.
  let facts: HostFacts
  /// Where extensions are looked for.
  let places: [SearchPath.Location]

  /// Looks at this system.
  init() throws(Complaint) {
    do {
      facts = try HostFacts()
    } catch {
      throw Complaint(.sandbox, TerminalText.line(error.description, limit: 2000))
    }
    places = try RegistryStarter.registry().configuration.searchPath.locations
  }

  /// The description for people.
  var lines: [String] {
    var table = TextTable()
    table.add("kernel", TerminalText.line(facts.kernelRelease))
    table.add(
      "Landlock",
      facts.landlockVersion == 0 ? "none" : "version \(facts.landlockVersion)"
    )
    table.add("runner", TerminalText.line(facts.runnerPath))
    table.add("instances run as", "user \(facts.instanceUser)")
    for (index, place) in places.enumerated() {
      table.add(
        index == 0 ? "extensions in" : "",
        "\(TerminalText.line(place.path)) (\(place.origin.rawValue))"
      )
    }
    return table.lines()
  }

  /// The description for scripts.
  var json: JSONValue {
    .object([
      ("kernel", .string(facts.kernelRelease)),
      ("landlock", .integer(Int64(facts.landlockVersion))),
      ("runner", .string(facts.runnerPath)),
      ("instanceUser", .integer(Int64(facts.instanceUser))),
      (
        "searchPath",
        .array(
          places.map {
            .object([("path", .string($0.path)), ("origin", .string($0.origin.rawValue))])
          }
        )
      ),
    ])
  }
}
