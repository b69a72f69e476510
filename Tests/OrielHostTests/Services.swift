import OrielHost
import OrielManifest
import Testing

/// Runs the fixture that asks its host for services.
enum Services {
  /// Runs lines with grants, in the shared host or another one.
  static func run(
    _ lines: [String],
    granting grants: [EntitlementGrants.Grant],
    attachments: [ItemProvider] = [],
    host: ExtensionHost? = nil,
    fixture: String = "Services",
    _ change: (inout RequestOptions) -> Void = { _ in }
  ) async throws -> RequestResult {
    var options = RequestOptions()
    options.waitsForExit = true
    options.entitlements = EntitlementGrants(grants)
    change(&options)
    let item = ExtensionItem(text: lines.joined(separator: "\n"), attachments: attachments)
    return try await #require(host ?? Fixtures.host).perform(
      Fixtures.named(fixture),
      items: [item],
      options: options
    )
  }

  /// Runs lines with grants given as texts.
  static func run(
    _ lines: [String],
    grants: [String],
    attachments: [ItemProvider] = [],
    host: ExtensionHost? = nil,
    fixture: String = "Services",
    _ change: (inout RequestOptions) -> Void = { _ in }
  ) async throws -> RequestResult {
    try await run(
      lines,
      granting: grants.map { try EntitlementGrants.Grant($0) },
      attachments: attachments,
      host: host,
      fixture: fixture,
      change
    )
  }

  /// The answer to each line.
  static func answers(_ result: RequestResult) throws -> [String: String] {
    let text = try #require(result.texts.first ?? nil, "\(result.outcome)")
    var answers: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
      answers[parts[0]] = parts.count == 2 ? parts[1] : ""
    }
    return answers
  }
}
