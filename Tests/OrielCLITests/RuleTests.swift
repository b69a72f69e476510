import Foundation
import Testing

/// What `oriel rule` says about rules, wherever they stand.
@Suite struct RuleTests {
  /// Runs `oriel rule` with a file as its standard input.
  private static func rule(
    _ arguments: [String],
    input: String? = nil
  ) async throws -> OrielProgram.Outcome {
    try await OrielProgram.run(
      ["rule"] + arguments,
      wrapper: input.map { ["/bin/sh", "-c", "exec \"$@\" <\"$0\"", $0] } ?? []
    )
  }

  @Test(arguments: [
    ("extensionItems.@count == 1", 0, "rule-check-fine"),
    (
      "SUBQUERY(extensionItems, $x,\n  $x.attachments.@count = 1).@count", 4,
      "rule-check-unreadable"
    ),
    ("SUBQUERY(extensionItems, $, TRUEPREDICATE).@count > 0", 4, "rule-check-dollar"),
    ("extensionItems.@count == 1 OR TRUEPREDICATE AND FALSEPREDICATE", 0, "rule-check-warning"),
    ("NSExtensionActivationSupportsText == 1", 4, "rule-check-key"),
  ])
  func `A predicate is checked with place and caret`(
    predicate: String,
    code: Int32,
    golden: String
  ) async throws {
    let outcome = try await Self.rule(["check", predicate])
    #expect(outcome.code == code)
    #expect(outcome.messages == "")
    try Golden.expect(outcome.output, is: golden)
  }

  @Test func `Warnings fail a check that is strict`() async throws {
    #expect(try await Self.rule(["check", "TRUEPREDICATE"]).code == 0)
    #expect(try await Self.rule(["check", "TRUEPREDICATE", "--strict"]).code == 1)
    #expect(try await Self.rule(["check", "extensionItems.@count = 1", "--strict"]).code == 0)
    #expect(try await Self.rule(["check", "extensionItems.@count =", "--strict"]).code == 4)
  }

  @Test func `A bundle, its manifest, standard input and a dictionary alone are checked`()
    async throws
  {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let bundle = try TestBundle(
      name: "A",
      identifier: "com.example.a",
      rule: TestBundle.dictionary(["SupportsImagesWithMaxCount": 1, "SupportsText": 2])
    ).make(in: folder, as: "A.appex")
    let manifest = bundle + "/Info.plist"
    let checked = try await Self.rule(["check", bundle])
    try Golden.expect(
      checked.output.replacing(folder.url.path, with: "<folder>"),
      is: "rule-check-bundle"
    )
    #expect(checked.code == 0)
    #expect(try await Self.rule(["check", manifest]).output == checked.output)
    let piped = try await Self.rule(["check", "-"], input: manifest)
    #expect(piped.output == checked.output.replacing(manifest, with: "standard input"))
    let alone = try folder.write(
      "rule.plist",
      "{ NSExtensionActivationSupportsImageWithMaxCount = 3; }"
    )
    #expect(try await Self.rule(["expand", alone]).output.contains("public.image"))
    let text = try folder.write("rule.txt", "extensionItems.@count == 2\n")
    #expect(try await Self.rule(["check", "-", "--strict"], input: text).code == 0)
    #expect(try await Self.rule(["expand", text]).output == "extensionItems.@count == 2\n")
  }

  @Test func `A manifest with other faults still has its rule checked`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = try folder.write(
      "Info.plist",
      TestBundle(name: "A", identifier: "no identifier", rule: "<string>1 ==</string>").manifest
    )
    let outcome = try await Self.rule(["check", file])
    #expect(outcome.code == 4)
    #expect(outcome.output.contains("[missing-value]"), "\(outcome.output)")
  }

  @Test(arguments: [
    ("Nothing.appex", 3, "cannot read 'Nothing.appex': there is no such file; check the path"),
    ("/nonexistent/a", 3, "there is no such file"), ("/dev/zero", 3, "it is a device"),
  ])
  func `A file that is not there or is none gets one line`(
    operand: String,
    code: Int32,
    message: String
  ) async throws {
    let outcome = try await Self.rule(["check", operand])
    #expect(outcome.code == code)
    #expect(outcome.output == "")
    #expect(outcome.messages.contains(message), "\(outcome.messages)")
  }

  @Test func `A file that is too large, or no property list, is refused`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let large = try folder.write("large.plist", String(repeating: " ", count: 1 << 21))
    let tooLarge = try await Self.rule(["check", large])
    #expect(tooLarge.code == 4)
    #expect(tooLarge.messages.contains("the limit is 1048576 bytes"), "\(tooLarge.messages)")
    let broken = try folder.write("broken.plist", "<plist><dict><key>a</kex>")
    let outcome = try await Self.rule(["check", broken])
    #expect(outcome.code == 4)
    #expect(outcome.messages.contains("line 1, column"), "\(outcome.messages)")
    let none = try folder.write("none.plist", "<plist><dict/></plist>")
    #expect(try await Self.rule(["check", none]).messages.contains("NSExtension: is missing"))
  }

  @Test func `An explanation needs no files, and its exit code is the answer`() async throws {
    let rule = "extensionItems.attachments.@count == 1"
    let one = try await Self.rule(["explain", rule, "--type", "public.jpeg,public.file-url"])
    #expect(one.code == 0)
    try Golden.expect(one.output, is: "rule-explain-offered")
    let two = try await Self.rule(
      ["explain", rule, "--type", "public.jpeg", "--type", "public.mpeg-4"]
    )
    #expect(two.code == 1)
    try Golden.expect(two.output, is: "rule-explain-not-offered")
    let json = try await Self.rule(["explain", rule, "--type", "public.jpeg", "--json"])
    let value = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
    let root = try #require(value as? [String: Any])
    #expect(root["offered"] as? Bool == true)
    #expect((root["clauses"] as? [Any])?.count == 1)
    let unreadable = try await Self.rule(["explain", "a ==", "--text", "a"])
    #expect(unreadable.code == 4)
    #expect(unreadable.messages.contains("'oriel rule check' shows the place"))
  }

  @Test func `An expansion gives the answers of its dictionary`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let bundle = try TestBundle(
      name: "A",
      identifier: "com.example.a",
      rule: TestBundle.dictionary(["SupportsImageWithMaxCount": 1])
    ).make(in: folder, as: "A.appex")
    let predicate = try await Self.rule(["expand", bundle]).output
    for (types, code) in [
      (["public.png"], 0), (["public.png", "public.png"], 1), (["public.mpeg-4"], 1),
    ] as [([String], Int32)] {
      let input = types.flatMap { ["--type", $0] }
      #expect(try await Self.rule(["explain", bundle] + input).code == code)
      #expect(try await Self.rule(["explain", predicate] + input).code == code)
    }
    let json = try await Self.rule(["expand", bundle, "--json"])
    let value = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
    let root = try #require(value as? [String: Any])
    #expect((root["predicate"] as? String).map { $0 + "\n" } == predicate)
  }

  @Test func `A script gets code, place and excerpt`() async throws {
    let outcome = try await Self.rule(["check", "1 ==", "--json"])
    let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let root = try #require(value as? [String: Any])
    #expect(root["version"] as? Int == 1)
    #expect(root["state"] as? String == "unreadable")
    let diagnostics = try #require(root["diagnostics"] as? [[String: Any]])
    #expect(diagnostics.map { $0["code"] as? String } == ["missing-value"])
    #expect(diagnostics.map { $0["severity"] as? String } == ["error"])
    #expect(diagnostics.map { $0["line"] as? Int } == [1])
    #expect(diagnostics.map { $0["column"] as? Int } == [5])
  }

  @Test func `A dictionary can be written where a predicate can`() async throws {
    let images = "NSExtensionActivationSupportsImageWithMaxCount"
    let expanded = try await OrielProgram.run(["rule", "expand", "{\"\(images)\": 2}"])
    #expect(expanded.code == 0, "\(expanded.messages)")
    let predicate = expanded.output.trimmingCharacters(in: .newlines)
    for rule in ["{\"\(images)\": 2}", "{ \(images) = 2; }", predicate] {
      for (count, code) in [(2, 0), (3, 1)] {
        let types = Array(repeating: ["--type", "public.png"], count: count).flatMap { $0 }
        let outcome = try await OrielProgram.run(["rule", "explain", rule] + types)
        #expect(outcome.code == Int32(code), "\(rule): \(outcome)")
      }
    }
    // A list is none.
    let list = "{\"public.png\"} == {\"public.png\"}"
    let checked = try await OrielProgram.run(["rule", "check", list])
    #expect(checked.output.hasPrefix("predicate"), "\(checked)")
  }

  @Test func `The name of a type without quotes is met with advice`() async throws {
    let types = "extensionItems.attachments.registeredTypeIdentifiers"
    let rule = "ANY \(types) UTI-CONFORMS-TO public.image"
    let outcome = try await OrielProgram.run(["rule", "check", rule])
    #expect(outcome.output.contains("stands in quotes"), "\(outcome)")
    let deeper = rule.replacing("registeredTypeIdentifiers", with: "types")
      .replacing("public.image", with: "\"public.image\"")
    let other = try await OrielProgram.run(["rule", "check", deeper])
    #expect(!other.output.contains("quotes"), "\(other)")
  }
}
