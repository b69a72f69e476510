/// Why an extension that was asked for cannot be started.
public struct CatalogError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason.
  public enum Reason: Sendable, Hashable {
    /// No bundle has the identifier; these are the nearest that there are.
    case unknown(nearest: [String])
    /// It was built for another system.
    case incompatible(needs: String, has: String)
    /// The bundle is broken.
    case broken([Diagnostic])
  }

  /// The reason.
  public let reason: Reason
  /// What was asked for, safe to show.
  public let name: String

  /// Creates an error.
  init(_ reason: Reason, name: String) {
    self.reason = reason
    self.name = name
  }

  /// One line: what is wrong and what to do.
  public var description: String {
    switch reason {
    case .unknown(let nearest) where nearest.isEmpty:
      "no extension '\(name)' is installed; 'oriel list' shows those that are"
    case .unknown(let nearest):
      "no extension '\(name)' is installed; did you mean \(nearest.joined(separator: " or "))?"
    case .incompatible(let needs, let has):
      "the extension '\(name)' needs \(needs), but this system has \(has); "
        + "build it for this system"
    case .broken(let diagnostics):
      "the bundle '\(name)' cannot be used: "
        + (diagnostics.first?.finding ?? "it is broken")
        + (diagnostics.count > 1 ? " (and \(diagnostics.count - 1) more)" : "")
    }
  }
}
