internal import Glibc
internal import OrielSystem

/// Finds the program that starts instances.
enum RunnerLookup {
  /// The name of the program.
  private static let name = "oriel-runner"

  /// The path of the program: as configured, else by `ORIEL_RUNNER`, else beside this program's
  /// own file, else in `../libexec/oriel` from there.
  static func path(configured: String?) throws(HostError) -> String {
    if let configured { return try chosen(configured, by: "the host's configuration") }
    if let path = Environment.value("ORIEL_RUNNER"), !path.isEmpty {
      return try chosen(path, by: "ORIEL_RUNNER")
    }
    let candidates = Environment.programFolder.map {
      ["\($0)/\(name)", "\($0)/../libexec/oriel/\(name)"]
    }
    if let found = candidates?.first(where: isExecutable) { return found }
    throw HostError(
      .runnerNotFound,
      "oriel-runner was not found, which every request needs: it is neither "
        + (candidates ?? [name]).joined(separator: " nor ")
        + ". Install it there, or name it in ORIEL_RUNNER."
    )
  }

  /// The folder that a runner lies in, where the services that a host itself runs lie, too.
  static func folder(of path: String) -> String {
    // A name without a folder lies in the working directory.
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A path that somebody chose, for which no other is taken.
  private static func chosen(_ path: String, by origin: String) throws(HostError) -> String {
    guard isExecutable(path) else {
      throw HostError(
        .runnerNotFound,
        "\(path), named by \(origin), is not an executable file. "
          + "Name the oriel-runner of this version."
      )
    }
    return path
  }

  /// Whether a file may be executed.
  private static func isExecutable(_ path: String) -> Bool {
    // The path is a C string for the call.
    unsafe access(path, X_OK) == 0
  }
}
