import Foundation
import OrielTesting
import Testing

/// Installing and removing extensions, as a person and a script do.
@Suite struct RunInstallTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs the program with a data folder of the test's own.
  private func oriel(_ arguments: [String]) async throws -> OrielProgram.Outcome {
    try await OrielProgram.run(arguments, environment: ["XDG_DATA_HOME": folder.path("data")])
  }

  @Test func `An archive is installed, found, run and removed`() async throws {
    defer { folder.remove() }
    let archive = folder.path("shout.tar.gz")
    let tar = try Process.run(
      URL(filePath: "/bin/tar"),
      arguments: ["-C", OrielProgram.extensions, "-czf", archive, "Shout.appex"]
    )
    tar.waitUntilExit()
    try #require(tar.terminationStatus == 0)
    #expect(try await oriel(["run", "com.example.shout", "--text", "a"]).code == 4)

    let installed = try await oriel(["install", archive])
    #expect(installed.code == 0, "\(installed.messages)")
    #expect(installed.output.hasPrefix("installed  Shout (com.example.shout), version 1.0\n"))
    #expect(installed.output.contains("at  \(folder.path("data"))/oriel/extensions/Shout.appex"))
    #expect(try await oriel(["run", "com.example.shout", "--text", "a"]).output.contains("A"))

    let again = try await oriel(["install", archive, "--json"])
    #expect(again.code == 0)
    let list = try JSONSerialization.jsonObject(with: Data(again.output.utf8))
    let first = try #require((list as? [[String: Any]])?.first)
    #expect(first["change"] as? String == "unchanged")

    let removed = try await oriel(["uninstall", "com.example.shout"])
    #expect(removed.code == 0, "\(removed.messages)")
    #expect(removed.output.hasPrefix("removed  Shout (com.example.shout)\n"))
    #expect(try await oriel(["uninstall", "com.example.shout"]).code == 4)
  }

  @Test(.requiresRoot) func `Nothing is made in the data folder of another user`() async throws {
    defer { folder.remove() }
    let bundle = OrielProgram.extensions + "/Shout.appex"
    let data = folder.path("data")
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    // The C string lives for the call.
    try #require(unsafe chown(data, 54_321, 54_321) == 0)
    let refused = try await oriel(["install", bundle])
    #expect(refused.code == 3)
    #expect(refused.messages.contains("belongs to another user"), "\(refused.messages)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: data) == [])
    #expect(try await oriel(["install", bundle, "--to", data + "/named"]).code == 0)
  }

  @Test func `Each of several is installed or refused by itself`() async throws {
    defer { folder.remove() }
    let text = try folder.write("text.appex.tar", "This is no archive.")
    let outcome = try await oriel([
      "install", text, folder.path("nothing"), OrielProgram.extensions + "/NoEntry.appex",
      OrielProgram.extensions + "/Shout.appex", "--to", folder.path("to"),
    ])
    #expect(outcome.code == 3)
    let lines = outcome.messages.split(separator: "\n")
    #expect(lines.count == 3, "\(outcome.messages)")
    #expect(lines.allSatisfy { $0.hasPrefix("oriel: ") })
    #expect(outcome.messages.contains("no archive that can be unpacked"))
    #expect(outcome.messages.contains("does not exist"))
    #expect(outcome.messages.contains("oriel_extension_entry"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("to")) == ["Shout.appex"]
    )
  }

  @Test func `An identifier removes only what lies in the user's own folder`() async throws {
    defer { folder.remove() }
    let files = FileManager.default
    let work = folder.path("work")
    let own = folder.path("data") + "/oriel/extensions"
    for path in [work, own] {
      try files.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    let bundle = work + "/Shout.appex"
    try files.copyItem(atPath: OrielProgram.extensions + "/Shout.appex", toPath: bundle)

    // A link to where somebody works on it.
    try files.createSymbolicLink(atPath: own + "/Shout.appex", withDestinationPath: bundle)
    #expect(try await oriel(["show", "com.example.shout"]).code == 0)
    let linked = try await oriel(["uninstall", "com.example.shout"])
    #expect(linked.code == 4)
    #expect(linked.messages.contains("\(bundle), which is not in your own folder"))
    #expect(files.fileExists(atPath: bundle + "/Info.plist"))
    try files.removeItem(atPath: own + "/Shout.appex")

    // The place that ORIEL_PATH names comes before the user's own.
    #expect(try await oriel(["install", bundle]).code == 0)
    let named = try await OrielProgram.run(
      ["uninstall", "com.example.shout"],
      environment: ["XDG_DATA_HOME": folder.path("data"), "ORIEL_PATH": work]
    )
    #expect(named.code == 4)
    #expect(files.fileExists(atPath: bundle + "/Info.plist"))
    #expect(try await oriel(["uninstall", "com.example.shout"]).code == 0)
    #expect(files.fileExists(atPath: bundle + "/Info.plist"))
    #expect(try await oriel(["uninstall", bundle]).code == 0)
    #expect(!files.fileExists(atPath: bundle))
  }

  @Test func `What was decided stays until it is forgotten`() async throws {
    defer { folder.remove() }
    let bundle = OrielProgram.extensions + "/Shout.appex"
    let name = "com.example.shout"
    func decide(_ arguments: [String]) async throws -> OrielProgram.Outcome {
      try await OrielProgram.run(
        arguments,
        environment: [
          "XDG_DATA_HOME": folder.path("data"), "XDG_CONFIG_HOME": folder.path("config"),
        ]
      )
    }
    #expect(try await decide(["install", bundle]).code == 0)
    #expect(try await decide(["uninstall", name]).output.contains("forget") == false)
    #expect(try await decide(["install", bundle]).code == 0)
    #expect(try await decide(["disable", name]).code == 0)
    #expect(try await decide(["approve", name]).code == 0)
    let removed = try await decide(["uninstall", name])
    #expect(
      removed.output.hasSuffix(
        "kept  that \(name) is disabled and is approved; 'oriel forget \(name)' forgets it\n"
      ),
      "\(removed.output)"
    )
    #expect(try await decide(["forget", name]).code == 0)
    #expect(try await decide(["install", bundle]).code == 0)
    let again = try await decide(["uninstall", name, "--json"])
    let object = try JSONSerialization.jsonObject(with: Data(again.output.utf8)) as? [String: Any]
    #expect((object?["decisions"] as? [Any])?.isEmpty == true, "\(again.output)")
  }

  @Test func `What an extension has kept stays until it is to go`() async throws {
    defer { folder.remove() }
    let bundle = OrielProgram.extensions + "/Entitled.appex"
    let name = "org.oriel.fixture.entitled"
    for removal in [[], ["--data"]] {
      #expect(try await oriel(["install", bundle]).code == 0)
      let place = try await oriel(["run", name, "--text", "container", "--grant", "container"])
      let path = try #require(place.output.firstMatch(of: /container=(\/[^\s]*)/)?.1)
      let kept = try await oriel([
        "run", name, "--text", "write:\(path)/file:text", "--grant", "container",
      ])
      #expect(kept.output.contains("=0"), "\(kept.output)\(kept.messages)")
      let removed = try await oriel(["uninstall", name] + removal)
      #expect(removed.code == 0, "\(removed.messages)")
      if removal.isEmpty {
        #expect(removed.output.contains("'oriel container clear \(name)' removes them"))
      } else {
        #expect(removed.output.contains("what it kept in"))
        #expect(try await oriel(["install", bundle]).code == 0)
        let after = try await oriel(["uninstall", name])
        #expect(!after.output.contains("kept"), "\(after.output)")
      }
    }
  }

  @Test func `What a copy that stays uses is kept, whatever is asked`() async throws {
    defer { folder.remove() }
    let bundle = OrielProgram.extensions + "/Entitled.appex"
    let name = "org.oriel.fixture.entitled"
    let system = folder.path("system/oriel/extensions")
    func oriel(_ arguments: String...) async throws -> OrielProgram.Outcome {
      try await OrielProgram.run(
        arguments,
        environment: [
          "XDG_DATA_HOME": folder.path("data"), "XDG_DATA_DIRS": folder.path("system"),
        ]
      )
    }
    #expect(try await oriel("install", bundle, "--to", system).code == 0)
    #expect(try await oriel("install", bundle).code == 0)
    let place = try await oriel("run", name, "--text", "container", "--grant", "container")
    let path = try #require(place.output.firstMatch(of: /container=(\/[^\s]*)/)?.1)
    let text = "write:\(path)/file:text"
    let written = try await oriel("run", name, "--text", text, "--grant", "container")
    #expect(written.output.contains("=0"), "\(written.output)\(written.messages)")
    let removed = try await oriel("uninstall", name, "--data")
    #expect(removed.code == 0, "\(removed.messages)")
    #expect(removed.output.contains("which the copy at \(system)/Entitled.appex uses"))
    // So do copies for one host, which no other host finds.
    let host = folder.path("system/oriel/hosts/com.example.host/extensions")
    #expect(try await oriel("install", bundle, "--to", host).code == 0)
    let second = try await oriel("uninstall", "\(system)/Entitled.appex", "--data")
    #expect(second.output.contains("which the copy at \(host)/Entitled.appex uses"))
    // Positive control: without another copy it goes.
    let last = try await oriel("uninstall", "\(host)/Entitled.appex", "--data")
    #expect(last.output.contains("what it kept in"), "\(last.output)\(last.messages)")
  }
}
