import OrielHost
import OrielTesting
import Testing

/// That one value decides what an extension is told and what results tell.
@Suite(.requiresBundles) struct EntitlementTests {
  /// Asks the extension what it was granted.
  private func granted(
    _ names: [String],
    by grants: EntitlementGrants
  ) async throws -> (answers: [String], result: RequestResult) {
    let text = names.map { "has:\($0)" }.joined(separator: "\n")
    let result = try await Fixtures.run("Entitled", items: [ExtensionItem(text: text)]) {
      $0.entitlements = grants
    }
    let answer = try #require(result.texts.first ?? nil, "\(result.outcome)")
    return (answer.split(separator: "\n").map(String.init), result)
  }

  @Test("Nothing is granted by default")
  func nothing() async throws {
    let asked = try Fixtures.named("Entitled").manifest.entitlements
    #expect(!asked.isEmpty)
    let (answers, result) = try await granted(asked.texts, by: .none)
    #expect(answers == asked.texts.map { "has:\($0)=0" })
    #expect(result.entitlements.granted.isEmpty)
    #expect(result.entitlements.refused == asked)
  }

  @Test("What is both asked for and granted is in force, and nothing else")
  func some() async throws {
    let narrow = try Entitlement("network-client:api.example.com:443")
    let (answers, result) = try await granted(
      [narrow.text, "network-client:*.example.com:443", "open-url:https", "open-url:http"],
      by: [.entitlement(narrow), .kind(.openURL), .entitlement(try Entitlement("open-url:http"))]
    )
    #expect(
      answers == [
        "has:\(narrow)=1", "has:network-client:*.example.com:443=0", "has:open-url:https=1",
        "has:open-url:http=0",
      ]
    )
    #expect(result.entitlements.granted.texts == [narrow.text, "open-url:https"])
    #expect(result.entitlements.refused.texts.contains("network-client:*.example.com:443"))
    #expect(!result.entitlements.refused.texts.contains("open-url:https"))
  }

  @Test("More grants than an instance can be told are refused with a reason")
  func tooMany() async throws {
    let grants = try (0..<65).map { number in
      EntitlementGrants.Grant.entitlement(
        try Entitlement("network-client:a\(number).example.com:443")
      )
    }
    let result = try await Fixtures.run("Entitled") { $0.entitlements = EntitlementGrants(grants) }
    guard case .setup(let failure) = result.failure else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(failure.stage == "granting the entitlements")
    #expect(failure.reason.contains("65"))
  }
}
