import Foundation
import OrielHost
import OrielManifest
import OrielSystem
import OrielTesting
import Testing

/// URLs and files that a real extension asks of the user.
@Suite(.requiresBundles, .timeLimit(.minutes(5))) struct UserQuestionTests {
  /// A folder for the files of one test.
  private let folder = NSTemporaryDirectory() + "/oriel-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  /// Makes a file with a content.
  private func file(_ name: String, _ content: String = "original") throws -> String {
    let path = "\(folder)/\(name)"
    try Data(content.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  // MARK: - URLs

  @Test("The host's program gets the URLs whose scheme was granted, and decides")
  func openURL() async throws {
    let seen = Lock([String]())
    let lines = [
      "url https://example.com/a?b=c", "url HTTPS://EXAMPLE.com/", "url mailto:a@example.com",
      "url http://example.com/", "url x-test:y", "url https://refused.example/",
    ]
    let result = try await Services.run(lines, grants: ["open-url:https", "open-url:mailto"]) {
      $0.urlOpener = { request in
        seen.withLock { $0.append("\(request.scheme) \(request.host ?? "-") \(request.url)") }
        precondition(request.extension.identifier == "org.oriel.fixture.services")
        return request.host == "refused.example" ? .refused(reason: "not now") : .opened
      }
    }
    let answers = try Services.answers(result)
    #expect(answers["url https://example.com/a?b"] == "c=OK ")
    #expect(answers[lines[1]] == "OK ")
    #expect(answers[lines[2]] == "OK ")
    #expect(answers[lines[3]] == "DENIED 'open-url:http' was not granted")
    #expect(answers[lines[4]] == "DENIED 'open-url:x-test' was not granted")
    #expect(answers[lines[5]] == "DENIED not now")
    #expect(
      seen.withLock { $0 } == [
        "https example.com https://example.com/a?b=c", "https example.com HTTPS://EXAMPLE.com/",
        "mailto - mailto:a@example.com", "https refused.example https://refused.example/",
      ]
    )
  }

  @Test("No URL that confuses reaches the host's program, whatever was granted")
  func confusedDeputy() async throws {
    let seen = Lock(0)
    let denied = [
      "file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "oriel://org.other/x",
      "oriel-extension:org.other", "custom:x",
    ]
    let malformed = [
      "https://user:secret@example.com/", "https://example.com/../../etc/passwd",
      "\\\\server\\share", "//server/share", "https:///server/share", "https://example.com/\\x",
      "https://example.com/%2e%2e/x", "x-test:../../etc/passwd", "http://127.1/", "relative",
    ]
    let control = "https://example.com/"
    let lines = (denied + malformed + [control]).map { "url \($0)" }
    let result = try await Services.run(lines, granting: [.kind(.openURL)]) {
      $0.urlOpener = { _ in
        seen.withLock { $0 += 1 }
        return .opened
      }
    }
    let answers = try Services.answers(result)
    for url in denied { #expect(answers["url \(url)"]?.hasPrefix("DENIED") == true, "\(url)") }
    for url in malformed {
      #expect(answers["url \(url)"]?.hasPrefix("INVALID_ARGUMENT") == true, "\(url)")
    }
    #expect(answers["url \(control)"] == "OK ")
    #expect(seen.withLock { $0 } == 1)
  }

  @Test("A host that says nothing opens no URL and lets nobody choose")
  func silentHost() async throws {
    let result = try await Services.run(
      ["url https://example.com/", "choose read x"],
      granting: [.kind(.openURL), .kind(.userSelectedFiles)]
    )
    let answers = try Services.answers(result)
    #expect(answers["url https://example.com/"] == "UNSUPPORTED this host opens no URLs")
    #expect(answers["choose read x"] == "UNSUPPORTED this host lets nobody choose files")
  }

  @Test("A user is not asked without end")
  func patience() async throws {
    let seen = Lock(0)
    let lines = (0..<40).map { "url https://example.com/\($0)" }
    let result = try await Services.run(lines, grants: ["open-url:https"]) {
      $0.urlOpener = { _ in
        seen.withLock { $0 += 1 }
        return .opened
      }
    }
    let answers = try Services.answers(result)
    #expect(answers.values.count { $0 == "OK " } == 32)
    #expect(answers.values.count { $0 == "DENIED the user was asked often enough" } == 8)
    #expect(seen.withLock { $0 } == 32)
  }

  // MARK: - Files

  @Test("A file that the user chose can be read, and changed only if that was granted")
  func choose() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = try file("chosen.txt")
    let prompts = Lock([String]())
    for (grant, writes) in [("read", false), ("read-write", true)] {
      let result = try await Services.run(
        ["choose read for \u{1b}[1m\u{202e}reading", "choose write for writing"],
        grants: ["user-selected-files:\(grant)"]
      ) {
        $0.fileChooser = { request in
          prompts.withLock { $0.append("\(request.access): \(request.prompt)") }
          return path
        }
      }
      let answers = try Services.answers(result)
      let reading = "OK chosen.txt access:0 regular:1 cloexec:1 read:original"
      #expect(answers["choose read for \u{1b}[1m\u{202e}reading"] == reading)
      if writes {
        let writing = "OK chosen.txt access:2 regular:1 cloexec:1 read:original write:0"
        #expect(answers["choose write for writing"] == writing)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "changedl")
      } else {
        let refusal = "DENIED 'user-selected-files:read-write' was not granted"
        #expect(answers["choose write for writing"] == refusal)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "original")
      }
    }
    #expect(
      prompts.withLock { $0 } == [
        "readOnly: read for \u{FFFD}[1m\u{FFFD}reading",
        "readOnly: read for \u{FFFD}[1m\u{FFFD}reading",
        "readWrite: write for writing",
      ]
    )
  }

  @Test(
    "What is no regular file is not opened, whoever chose it",
    arguments: [
      ("link", "DENIED"), ("pipe", "UNSUPPORTED"), ("folder", "UNSUPPORTED"),
      ("device", "UNSUPPORTED"), ("missing", "NOT_FOUND"), ("none", "NOT_FOUND"),
    ]
  )
  func oddChoices(_ kind: String, _ status: String) async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let target = try file("target.txt")
    let path = "\(folder)/\(kind)"
    switch kind {
    case "link":
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    case "pipe": #expect(unsafe mkfifo(path, 0o600) == 0)
    case "folder":
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    default: break
    }
    for mode in ["read", "write"] {
      let result = try await Services.run(
        ["choose \(mode) x"],
        grants: ["user-selected-files:read-write"]
      ) { $0.fileChooser = { _ in kind == "device" ? "/dev/null" : kind == "none" ? nil : path } }
      let answer = try Services.answers(result)["choose \(mode) x"]
      #expect(answer?.hasPrefix(status) == true, "\(answer ?? "nothing")")
    }
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "original")
  }

  @Test(
    "An attachment that is offered for writing is written only with the entitlement",
    arguments: [
      (FileAccess.readWrite, "user-selected-files:read-write", true),
      (.readWrite, "user-selected-files:read", false), (.readWrite, "", false),
      (.readOnly, "user-selected-files:read-write", false),
    ]
  )
  func attachments(_ access: FileAccess, _ grant: String, _ isWritten: Bool) async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = try file("offered.txt")
    let result = try await Services.run(
      ["attachment write"],
      grants: grant.isEmpty ? [] : [grant],
      attachments: [ItemProvider(contentsOfFile: path, access: access)]
    )
    let answer = try Services.answers(result)["attachment write"]
    // EBADF: the descriptor is read-only.
    let end =
      isWritten
      ? "access:2 regular:1 cloexec:1 read:original write:0"
      : "access:0 regular:1 cloexec:1 read:original write:9"
    #expect(answer == "OK \(end)")
    let content = try String(contentsOfFile: path, encoding: .utf8)
    #expect(content == (isWritten ? "changedl" : "original"))
  }

  @Test("A file that is offered for writing and cannot be written is read")
  func readOnlyFile() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // Nobody can write a file that is a program which runs.
    let program = BuiltProducts.program("oriel-runner")
    let result = try await Services.run(
      ["attachment read"],
      grants: ["user-selected-files:read-write"],
      attachments: [ItemProvider(contentsOfFile: program, access: .readWrite)]
    )
    let answer = try #require(try Services.answers(result)["attachment read"])
    #expect(answer.hasPrefix("OK access:0 regular:1 cloexec:1 read:\u{7f}ELF"), "\(answer)")
  }

  @Test("A host's program that takes too long is cancelled with the request")
  func slowUser() async throws {
    let asked = try Gate()
    let wasCancelled = try Gate()
    let host = try ExtensionHost(configuration: Fixtures.configuration)
    let request = Task {
      try await Services.run(["choose read x"], grants: ["user-selected-files:read"], host: host) {
        $0.fileChooser = { _ in
          asked.open()
          try? await Task.sleep(for: .seconds(120))
          if Task.isCancelled { wasCancelled.open() }
          return nil
        }
      }
    }
    try await wait { asked.isOpen(within: 0) }
    request.cancel()
    guard case .cancelled(_, _, .host) = try await request.value.outcome else {
      Issue.record("\(try await request.value.outcome)")
      return
    }
    try await wait { wasCancelled.isOpen(within: 0) }
    await host.shutdownAndWait()
  }

  @Test("An extension in Swift gets what it asks for, and typed errors")
  func swift() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let server = try LoopbackServer()
    let mute = try MuteServer()
    let path = try file("swift.txt", "content")
    let lines = [
      "connect localhost \(server.port)", "connect 10.0.0.1 80", "connect 127.1 80",
      "abandon localhost \(mute.server.port)", "open https://example.com/", "open file:///x",
      "choose",
    ]
    let result = try await Services.run(
      lines,
      grants: [
        "network-client:localhost:*", "network-client:*:*", "open-url:https",
        "user-selected-files:read",
      ],
      fixture: "SwiftServices"
    ) {
      $0.urlOpener = { _ in .opened }
      $0.fileChooser = { $0.prompt == "Which?" ? path : nil }
    }
    let answers = try Services.answers(result)
    #expect(answers[lines[0]] == "pong:ping")
    #expect(answers[lines[1]] == "denied 'network-client:10.0.0.1:80' was not granted")
    #expect(answers[lines[2]] == "invalid it is no name or address of a host")
    #expect(answers[lines[3]] == "cancelled")
    #expect(answers[lines[4]] == "opened")
    #expect(answers[lines[5]]?.hasPrefix("denied") == true)
    #expect(answers["choose"] == "swift.txt content")
  }
}
