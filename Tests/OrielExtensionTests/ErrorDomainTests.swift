import Testing

@testable import OrielExtension

private struct PrivateError: Error {}

@Test("The domain of a Swift error is its name, also of a private or local type")
func errorDomain() {
  struct LocalError: Error {}
  #expect(RequestRun.domain(of: LoadError.self) == "OrielExtension.LoadError")
  #expect(RequestRun.domain(of: PrivateError.self) == "OrielExtensionTests.PrivateError")
  #expect(!RequestRun.domain(of: LocalError.self).contains("$"))
}
