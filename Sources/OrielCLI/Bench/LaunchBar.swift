/// How long a cold request to a kind of extension may take, in times of the yardstick.
struct LaunchBar: Sendable {
  /// What the extension is, for people.
  let title: String
  /// What the extension is, for scripts.
  let key: String
  /// The fixture that stands for its kind.
  let identifier: String
  /// How many times as long as `posix_spawn` of `true` with wait a request may take.
  let limit: Double

  /// The kinds that are measured.
  static let all = [
    LaunchBar(
      title: "request, extension in C",
      key: "c",
      identifier: "org.oriel.fixture.completeearly",
      limit: 2.8
    ),
    LaunchBar(
      title: "request, extension in Swift",
      key: "swift",
      identifier: "org.oriel.fixture.swifttext",
      limit: 3.0
    ),
    LaunchBar(
      title: "request, extension with Foundation",
      key: "foundation",
      identifier: "org.oriel.fixture.foundationjson",
      limit: 4.5
    ),
  ]
}
