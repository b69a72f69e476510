import Foundation
import OrielTesting
import Testing

/// What `oriel enable`, `disable`, `approve` and `forget` keep, and what follows from it.
@Suite struct DecisionTests {
  /// A user with an extension, and places for what is decided.
  private struct User {
    /// The folder of everything.
    let folder: TemporaryFolder
    /// Where an extension is.
    var bundle: String { folder.path("extensions/A.appex") }

    /// Makes a user with the extension `com.example.a`.
    init() throws {
      folder = try TemporaryFolder()
      try TestBundle(
        name: "First",
        identifier: "com.example.a",
        rule: TestBundle.dictionary(["SupportsText": 1])
      ).make(in: folder, as: "extensions/A.appex")
    }

    /// Runs the program as this user.
    func oriel(_ arguments: String..., approval: String? = nil) async throws -> OrielProgram.Outcome
    {
      var environment = ["ORIEL_PATH": folder.path("extensions")]
      for name in ["CONFIG", "STATE", "CACHE"] {
        environment["XDG_\(name)_HOME"] = folder.path(name)
      }
      environment["ORIEL_APPROVAL"] = approval
      return try await OrielProgram.run(arguments, environment: environment)
    }

    /// The state that a list tells.
    func state(_ identifier: String = "com.example.a", approval: String? = nil) async throws
      -> String
    {
      let outcome = try await oriel("list", "--all", "--json", approval: approval)
      let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
      let root = try #require(value as? [String: Any])
      let extensions = try #require(root["extensions"] as? [[String: Any]])
      let entry = try #require(extensions.first { $0["identifier"] as? String == identifier })
      return try #require(entry["state"] as? String)
    }
  }

  /// A text without dates.
  private static func undated(_ text: String) -> String {
    text.replacing(/[0-9]{4}-[0-9-]+ [0-9:]+ UTC/, with: "<date>")
  }

  @Test func `A disabled extension is listed, and neither offered nor run, until it is enabled`()
    async throws
  {
    let user = try User()
    defer { user.folder.remove() }
    #expect(try await user.oriel("match", "--text", "a").output.contains("com.example.a"))
    let disabled = try await user.oriel("disable", "com.example.a", "--reason", "posts twice")
    #expect(disabled.code == 0)
    #expect(disabled.messages == "")
    #expect(
      Self.undated(disabled.output)
        == """
        First (com.example.a): was usable, is disabled now
          was disabled by the user on <date>: posts twice; 'oriel enable' undoes it

        """
    )
    let list = try await user.oriel("list")
    #expect(list.output == "")
    #expect(
      list.messages
        == "oriel: 1 bundle that cannot be used is not listed; 'oriel list --all' says why\n"
    )
    #expect(try await user.oriel("list", "--all").output.contains("posts twice"))
    #expect(try await user.oriel("show", "com.example.a").output.contains("posts twice"))
    #expect(try await user.oriel("match", "--text", "a").code == 1)
    let why = try await user.oriel("match", "--text", "a", "--why", "com.example.a")
    #expect(why.code == 1)
    #expect(why.output.contains("posts twice"))
    for name in ["com.example.a", user.bundle] {
      let run = try await user.oriel("run", name, "--text", "a")
      #expect(run.code == 4)
      #expect(run.output == "")
      #expect(run.messages.contains("'oriel enable' undoes it"), "\(run.messages)")
    }
    let enabled = try await user.oriel("enable", "com.example.a")
    #expect(enabled.output == "First (com.example.a): was disabled, is usable now\n")
    let again = try await user.oriel("enable", user.bundle)
    #expect(again.output == "First (com.example.a): is usable, as it was\n")
    #expect(try await user.oriel("run", "com.example.a", "--text", "a").output.contains("A"))
  }

  @Test func `What has to be approved is not run before, nor a changed one with pinned approval`()
    async throws
  {
    let user = try User()
    defer { user.folder.remove() }
    #expect(try await user.state() == "usable")
    for policy in ["required", "pinned"] {
      #expect(try await user.state(approval: policy) == "unapproved")
      let run = try await user.oriel("run", "com.example.a", "--text", "a", approval: policy)
      #expect(run.code == 4)
      #expect(run.messages.contains("'oriel approve' does it"), "\(run.messages)")
    }
    let approved = try await user.oriel("approve", "com.example.a", approval: "pinned")
    #expect(approved.code == 0, "\(approved.messages)")
    #expect(approved.output == "First (com.example.a): was unapproved, is usable now\n")
    #expect(
      try await user.oriel("run", "com.example.a", "--text", "a", approval: "pinned").code == 0
    )
    try user.folder.write("extensions/A.appex/more.txt", "a")
    #expect(try await user.state(approval: "required") == "usable")
    #expect(try await user.state(approval: "pinned") == "changed")
    let changed = try await user.oriel("run", "com.example.a", "--text", "a", approval: "pinned")
    #expect(changed.code == 4)
    #expect(changed.messages.contains("changed since it was approved on"), "\(changed.messages)")
    let again = try await user.oriel("approve", user.bundle, approval: "pinned")
    #expect(again.output == "First (com.example.a): was changed, is usable now\n")
  }

  @Test(.timeLimit(.minutes(1)))
  func `What crashed again and again is not run until it is released, but by its path`()
    async throws
  {
    let user = try User()
    defer { user.folder.remove() }
    let crash = user.folder.path("extensions/Crash.appex")
    try FileManager.default.copyItem(
      atPath: OrielProgram.extensions + "/Crash.appex",
      toPath: crash
    )
    let name = "org.oriel.fixture.crash"
    for _ in 0..<3 { #expect(try await user.oriel("run", name, "--text", "a").code == 1) }
    #expect(try await user.state(name) == "quarantined")
    let refused = try await user.oriel("run", name, "--text", "a")
    #expect(refused.code == 4)
    #expect(refused.messages.contains("failed 3 times in a row"), "\(refused.messages)")
    #expect(refused.messages.contains("'oriel enable' releases it"))
    #expect(try await user.oriel("run", crash, "--text", "a").code == 1)
    let released = try await user.oriel("enable", name)
    #expect(released.output == "Crash (\(name)): was quarantined, is usable now\n")
    #expect(try await user.oriel("run", name, "--text", "a").code == 1)
  }

  @Test func `What is forgotten is as if it had just been installed`() async throws {
    let user = try User()
    defer { user.folder.remove() }
    _ = try await user.oriel("approve", "com.example.a")
    _ = try await user.oriel("disable", "com.example.a")
    #expect(try await user.state() == "disabled")
    let forgotten = try await user.oriel("forget", "com.example.a")
    #expect(forgotten.output == "First (com.example.a): was disabled, is usable now\n")
    #expect(try await user.state(approval: "required") == "unapproved")
    // Also when it is gone by now; then it has no state.
    _ = try await user.oriel("disable", "com.example.a")
    try FileManager.default.removeItem(atPath: user.bundle)
    let gone = try await user.oriel("forget", "com.example.a")
    #expect(gone.code == 0)
    #expect(
      gone.output == "com.example.a is not installed; what was decided about it is forgotten\n"
    )
    #expect(try await user.oriel("forget", "com.example.a").code == 4)
  }

  @Test(arguments: ["enable", "disable", "approve", "forget"])
  func `An extension that is not there is met with near names`(command: String) async throws {
    let user = try User()
    defer { user.folder.remove() }
    let outcome = try await user.oriel(command, "com.example.b")
    #expect(outcome.code == 4)
    #expect(outcome.output == "")
    #expect(outcome.messages.contains("com.example.a"), "\(outcome.messages)")
    try user.folder.makeFolder("Empty.appex")
    let broken = try await user.oriel(command, user.folder.path("Empty.appex"))
    #expect(broken.code == 4)
    #expect(broken.messages.contains("has no valid identifier"), "\(broken.messages)")
  }

  @Test func `When decisions are lost nothing undecided is offered, until all are forgotten`()
    async throws
  {
    let user = try User()
    defer { user.folder.remove() }
    #expect(try await user.oriel("disable", "com.example.b").code == 4)
    #expect(try await user.oriel("disable", "com.example.a").code == 0)
    for name in ["decisions.plist", "decisions.plist.backup"] {
      try user.folder.write("CONFIG/oriel/\(name)", "damaged")
    }
    #expect(try await user.state() == "undecided")
    #expect(try await user.oriel("match", "--text", "a").code == 1)
    #expect(try await user.oriel("forget").code == 2)
    #expect(try await user.oriel("forget", "com.example.a", "--all").code == 2)
    let forgotten = try await user.oriel("forget", "--all")
    #expect(forgotten.code == 0)
    #expect(forgotten.output == "all decisions are forgotten\n")
    #expect(try await user.state() == "usable")
    #expect(try await user.oriel("match", "--text", "a").output.contains("com.example.a"))
  }

  @Test func `A policy that does not exist is refused`() async throws {
    let user = try User()
    defer { user.folder.remove() }
    let outcome = try await user.oriel("list", approval: "maybe")
    #expect(outcome.code == 2)
    #expect(
      outcome.messages
        == "oriel: ORIEL_APPROVAL is 'maybe', but can be one of none, required, pinned; "
        + "set it to one of these, or unset it\n"
    )
    #expect(try await user.oriel("list", approval: "none").code == 0)
  }

  @Test func `A script gets both states, and a reason cannot act on a terminal`() async throws {
    let user = try User()
    defer { user.folder.remove() }
    let outcome = try await user.oriel(
      "disable",
      "com.example.a",
      "--reason",
      "\u{1b}[2J\u{202e}\"x\"\ny",
      "--json"
    )
    let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let root = try #require(value as? [String: Any])
    #expect(root["version"] as? Int == 1)
    #expect((root["before"] as? [String: Any])?["state"] as? String == "usable")
    let after = try #require(root["after"] as? [String: Any])
    #expect(after["state"] as? String == "disabled")
    let decision = try #require(after["decision"] as? [String: Any])
    #expect(decision["author"] as? String == "user")
    for arguments in [["list", "--all"], ["show", "com.example.a"], ["list", "--all", "--json"]] {
      let text =
        arguments.count == 3
        ? try await user.oriel("list", "--all", "--json").output
        : try await user.oriel(arguments[0], arguments[1]).output
      #expect(text.contains("disabled"))
      for character in ["\u{1b}", "\u{202e}"] { #expect(!text.contains(character), "\(text)") }
    }
    let long = try await user.oriel(
      "disable",
      "com.example.a",
      "--reason",
      String(repeating: "a", count: 1025)
    )
    #expect(long.code == 2)
  }

  @Test func `Without HOME it is the database of users that says where decisions are`() async throws
  {
    let user = try User()
    defer { user.folder.remove() }
    let unset = ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"].flatMap { ["-u", $0] }
    // Only looked at: what is in the home folder is the business of whoever runs the tests.
    let outcome = try await OrielProgram.run(
      ["list", "--all"],
      environment: ["ORIEL_PATH": user.folder.path("extensions")],
      wrapper: ["/usr/bin/env"] + unset
    )
    #expect(outcome.output.contains("com.example.a"))
    #expect(!outcome.messages.contains("has no place"))
  }

  @Test(.requiresRoot)
  func `Who has no home folder at all is offered nothing that may have been disabled`() async throws
  {
    let user = try User()
    defer { user.folder.remove() }
    let copy = try OrielCopy(in: user.folder)
    // A number that no user has.
    let setpriv = ["/usr/bin/setpriv", "--reuid", "54321", "--regid", "54321", "--clear-groups"]
    let unset = ["/usr/bin/env", "-u", "HOME", "-u", "XDG_CONFIG_HOME"]
    func match(_ wrapper: [String]) async throws -> OrielProgram.Outcome {
      try await OrielProgram.run(
        ["match", "--text", "a", "--why"],
        environment: ["ORIEL_PATH": user.folder.path("extensions")],
        wrapper: wrapper,
        program: copy.program
      )
    }
    // Positive control: with a place for decisions it is offered.
    let placed = try await match(
      setpriv + ["/usr/bin/env", "XDG_CONFIG_HOME=\(user.folder.path("none"))"]
    )
    #expect(placed.code == 0, "\(placed)")
    let outcome = try await match(setpriv + unset)
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("nobody knows whether it was disabled"))
    #expect(outcome.output.contains("set one of the two variables"))
  }
}
