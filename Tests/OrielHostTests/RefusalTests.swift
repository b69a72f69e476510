import OrielHost
import OrielTesting
import Testing

@Suite("What the sandbox refused", .requiresBundles, .timeLimit(.minutes(2)))
struct RefusalTests {
  /// What one way of the Refused fixture is refused.
  private func refusals(_ how: String) async throws -> (told: [Refusal], total: UInt64) {
    let result = try await Fixtures.run("Refused", items: [ExtensionItem(text: how)]) {
      $0.reportsRefusals = true
    }
    #expect(result.texts.count == 1, "\(result.outcome)")
    guard case .counted(let told, let total) = result.refusals else {
      Issue.record("not counted")
      return ([], 0)
    }
    return (told, total)
  }

  /// A refusal that must be told: its text, the function of the fixture that met it, and what helps.
  struct Row: Sendable, CustomStringConvertible {
    let text: String
    let function: String
    let advice: String
    let entitlement: String?
    var description: String { text }
  }

  // Texts and error numbers are those that the fixture's calls and the policy page give.
  static let rows = [
    Row(
      text: "socket(AF_INET, SOCK_STREAM|SOCK_CLOEXEC, 0) = Operation not permitted (EPERM)",
      function: "connect_somewhere",
      advice: "oriel.network/1",
      entitlement: "network-client:HOST:PORT"
    ),
    Row(
      text: "execve(\"/usr/bin/true\", ",
      function: "run_something",
      advice: "starts no programs",
      entitlement: nil
    ),
    Row(
      text: "openat(AT_FDCWD, \"/home/somebody/notes.txt\", O_RDONLY|O_CLOEXEC) = "
        + "No such file or directory (ENOENT)",
      function: "read_notes",
      advice: "attachments",
      entitlement: "user-selected-files:read"
    ),
    Row(
      text: "openat(AT_FDCWD, \"/usr/share/oriel-fixture\", O_WRONLY|O_CREAT|O_CLOEXEC, 0o600) = "
        + "Read-only file system (EROFS)",
      function: "write_to_system",
      advice: "read-only",
      entitlement: "container"
    ),
    Row(
      text: "openat(AT_FDCWD, \"/opt/fixture/libmissing.so\", O_RDONLY|O_CLOEXEC) = ",
      function: "load_what_is_missing",
      advice: "-rpath '$ORIGIN'",
      entitlement: nil
    ),
    Row(
      text: "system call 1023(",
      function: "call_what_is_not_listed",
      advice: "does not offer",
      entitlement: nil
    ),
    Row(
      text: "openat(AT_FDCWD, \"/home/x\", O_RDONLY) = ",
      function: "act_once",
      advice: "does not see",
      entitlement: "user-selected-files:read"
    ),
  ]

  @Test("is told with arguments, error, callers and advice; what is no refusal is not")
  func acts() async throws {
    let (told, total) = try await refusals("acts")
    for row in Self.rows {
      let found = told.first { $0.description.hasPrefix(row.text) }
      let refusal = try #require(found, "\(row) in \(told.map(\.description))")
      #expect(refusal.advice.contains(row.advice), "\(refusal.advice)")
      #expect(refusal.entitlement == row.entitlement)
      #expect(
        refusal.callers.contains { $0.library == "Refused.so" && $0.function == row.function },
        "\(refusal.callers)"
      )
      #expect(refusal.callers.count <= 8)
    }
    #expect(told.contains { $0.call == "mkdir" || $0.call == "mkdirat" })
    // A file that is missing where files can be, and a call that libraries only try.
    #expect(!told.contains { $0.path == "/tmp/missing" || $0.call == "clone3" })
    #expect(told.count == Self.rows.count + 1)
    #expect(total == UInt64(told.count))
  }

  @Test("is not counted unless the request asks for it")
  func notAsked() async throws {
    let result = try await Fixtures.run("Refused", items: [ExtensionItem(text: "acts")])
    #expect(result.texts.first??.contains("socket=1\n") == true)
    #expect(result.refusals == .notCounted)
  }

  @Test("stays bounded when an extension is refused the same and different things without end")
  func flood() async throws {
    let (told, total) = try await refusals("flood")
    // Reports for which the channel has no room are only counted.
    #expect((2...256).contains(told.count))
    #expect(total == 101_000)
    #expect(told.count { $0.call == "socket" } == 1)
  }

  @Test(
    "is nothing for an extension that does nothing wrong",
    arguments: ["SwiftRuntime", "EchoItems"]
  )
  func nothing(name: String) async throws {
    let result = try await Fixtures.run(name, items: [ExtensionItem(text: "x")]) {
      $0.reportsRefusals = true
    }
    #expect(result.refusals == .counted([], total: 0))
  }

  @Test("is told of pointers to nowhere without a path")
  func pointers() async throws {
    let (told, _) = try await refusals("pointers")
    #expect(told.map(\.path) == ["/home/x", nil])
    #expect(told.last?.description.hasPrefix("execve(0x10, NULL, NULL) = ") == true)
  }

  @Test("is told up to the end of an extension that dies")
  func death() async throws {
    let result = try await Fixtures.run("Refused", items: [ExtensionItem(text: "die")]) {
      $0.reportsRefusals = true
    }
    #expect(result.failure?.code == "crash.signal")
    guard case .counted(let told, let total) = result.refusals else {
      Issue.record("not counted")
      return
    }
    #expect(told.map(\.call) == ["socket"])
    #expect(total >= 1)
  }
}
