import Foundation
import Testing

/// What can be wrong with a command line that runs an extension: each gets one clear line, an exit
/// code, and leaves nothing behind.
@Suite struct RunErrorTests {
  /// Runs an extension on files.
  private func share(
    _ arguments: [String],
    with extension: String = "com.example.shout",
    wrapper: [String] = []
  ) async throws -> OrielProgram.Outcome {
    try await OrielProgram.run(
      ["run", `extension`] + arguments,
      environment: ["ORIEL_PATH": OrielProgram.extensions],
      wrapper: wrapper
    )
  }

  /// Expects one line of complaint and nothing else.
  private func expectComplaint(
    _ outcome: OrielProgram.Outcome,
    _ code: Int32,
    _ parts: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.code == code, sourceLocation: sourceLocation)
    #expect(outcome.output == "", sourceLocation: sourceLocation)
    #expect(
      outcome.messages.filter { $0 == "\n" }.count == 1,
      "\(outcome.messages)",
      sourceLocation: sourceLocation
    )
    #expect(outcome.messages.hasPrefix("oriel: "), sourceLocation: sourceLocation)
    for part in parts {
      #expect(outcome.messages.contains(part), sourceLocation: sourceLocation)
    }
  }

  @Test func `A missing file is named`() async throws {
    expectComplaint(
      try await share(["/nonexistent/photo.jpg", "--text", "a"]),
      3,
      "cannot share '/nonexistent/photo.jpg': there is no such file; check the path"
    )
  }

  @Test(arguments: ["--text", "--title"])
  func `A text that no item can carry is refused`(option: String) async throws {
    let fits = try await share([option, String(repeating: "a", count: 65_536)])
    #expect(fits.code != 3, "\(fits.messages)")
    expectComplaint(
      try await share([option, String(repeating: "a", count: 65_537)]),
      3,
      "\(option) has 65537 bytes, and an item carries at most 65536"
    )
  }

  @Test func `A folder is not shared`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    expectComplaint(
      try await share([folder.url.path]),
      3,
      "it is a folder; name the files in it instead"
    )
  }

  @Test(arguments: ["/dev/null", "/dev/zero"])
  func `A device is not shared`(path: String) async throws {
    expectComplaint(try await share([path]), 3, "only files can be shared")
  }

  @Test(.timeLimit(.minutes(1)))
  func `A pipe without a writer is not waited for`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    // The temporary C string lives as long as the call.
    let result = unsafe mkfifo(folder.path("pipe"), 0o644)
    try #require(result == 0)
    expectComplaint(try await share([folder.path("pipe")]), 3, "only files can be shared")
  }

  @Test func `A file that may not be read is named`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = try folder.write("secret.txt", "secret")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file)
    // Root may read everything, so for root the program runs without that right.
    let wrapper =
      geteuid() == 0
      ? [
        "setpriv", "--bounding-set", "-all", "--inh-caps", "-all", "--reuid", "65534",
        "--clear-groups",
      ]
      : []
    let copy = try geteuid() == 0 ? OrielCopy(in: folder) : nil
    let outcome = try await OrielProgram.run(
      ["run", copy?.shout ?? "com.example.shout", file],
      environment: ["ORIEL_PATH": OrielProgram.extensions],
      wrapper: wrapper.isEmpty ? [] : ["/usr/bin/env"] + wrapper,
      program: copy?.program ?? OrielProgram.products.appending(path: "oriel").path
    )
    expectComplaint(outcome, 3, "you may not read it (Permission denied)")
  }

  @Test func `An unknown extension is met with near names`() async throws {
    expectComplaint(
      try await share(["--text", "a"], with: "com.example.shuot"),
      4,
      "'com.example.shuot'",
      "com.example.shout"
    )
  }

  @Test func `A bundle that is not there is named`() async throws {
    expectComplaint(
      try await share(["--text", "a"], with: "./Nothing.appex"),
      4,
      "./Nothing.appex"
    )
  }

  @Test func `A broken manifest is named with line and column`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.write(
      "Broken.appex/Info.plist",
      "<?xml version=\"1.0\"?>\n<plist><dict>\n<key>a</kex>"
    )
    expectComplaint(
      try await share(["--text", "a"], with: folder.path("Broken.appex")),
      4,
      "Info.plist",
      "line 3"
    )
  }

  @Test func `A bundle without its library is named`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try FileManager.default.copyItem(
      atPath: OrielProgram.extensions + "/Shout.appex",
      toPath: folder.path("Shout.appex")
    )
    try FileManager.default.removeItem(atPath: folder.path("Shout.appex/Shout.so"))
    expectComplaint(
      try await share(["--text", "a"], with: folder.path("Shout.appex")),
      4,
      "Shout.so"
    )
  }

  @Test func `A folder for results that is not there is named`() async throws {
    expectComplaint(
      try await share(["--text", "a", "--output", "/nonexistent"]),
      3,
      "cannot write to the folder '/nonexistent': it does not exist; make it"
    )
  }

  @Test func `A file in place of the folder for results is named`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    expectComplaint(
      try await share(["--text", "a", "--output", try folder.write("file", "old")]),
      3,
      "it is a file; name a folder"
    )
    #expect(try folder.text("file") == "old")
  }

  @Test func `A folder for results that takes no files is named`() async throws {
    expectComplaint(
      try await share(["--text", "a", "--output", "/proc"]),
      3,
      "cannot write to the folder '/proc'"
    )
  }

  @Test func `A full disk leaves nothing half-written`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    // The disk is there only for the program and the shell around it, which looks at it at last.
    let script = """
      mount -t tmpfs -o size=100k none "$0" && "$@"
      code=$?
      echo "left: $(ls -A "$0")"
      exit $code
      """
    let outcome = try await share(
      [RunTests.photo, "--output", folder.url.path],
      with: "com.example.photoblog",
      wrapper: [
        "/usr/bin/unshare", "--user", "--map-user=1000", "--map-group=1000", "--keep-caps",
        "--mount", "/bin/sh", "-c", script, folder.url.path,
      ]
    )
    #expect(outcome.code == 6)
    #expect(outcome.output == "left: \n")
    #expect(
      outcome.messages
        == "oriel: cannot write what came back to '\(folder.url.path)': No space left on device; "
        + "nothing was written, make room or name another folder with --output\n"
    )
  }

  @Test func `A runner that is not there is named`() async throws {
    let outcome = try await OrielProgram.run(
      ["run", "com.example.shout", "--text", "a"],
      environment: [
        "ORIEL_PATH": OrielProgram.extensions, "ORIEL_RUNNER": "/nonexistent/oriel-runner",
      ]
    )
    expectComplaint(outcome, 5, "/nonexistent/oriel-runner")
  }
}
