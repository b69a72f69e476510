import OrielTesting
import OrielWire
import Testing

@Suite("The author's debug mode", .requiresBundles, .timeLimit(.minutes(2)))
struct DebugModeTests {
  /// The answer of a fixture, and what it reported to be refused.
  private func run(
    _ fixture: String,
    _ text: String,
    reports: Bool
  ) throws -> (answer: String, refused: [Refused]) {
    let host = try RawHost()
    let messages = try host.launch(fixture, reportsRefusals: reports).conversation(text)
    let answer = try #require(messages.returnedText, "\(fixture): \(messages)")
    let refused = messages.compactMap { message -> Refused? in
      if case .refused(let refused) = message { refused } else { nil }
    }
    return (answer, refused)
  }

  /// Acts of the Probe fixture whose answer is a refusal, a success or a number.
  private static let acts = [
    "temporary-file", "own-bundle", "thread", "memfd", "socketpair", "random", "clock",
    "time-zone", "list:/usr", "list:/extension", "read:/proc/self/status", "dlopen:libz.so.1",
    "open:/etc/passwd", "list:/home", "open:/root", "read:/proc/meminfo", "write:/x",
    "read:/.landlock", "own-memory", "exec:/usr/bin/true", "stat:/home", "unlink:/usr/lib",
    "mkdir:/usr/x", "symlink-to:/etc/passwd", "chmod:/extension", "dlopen:/opt/x.so",
    "inotify:/tmp", "socket", "socket-unix", "socket-netlink", "abstract-connect", "fork", "exec",
    "kill-parent", "kill-all", "clone-user", "keyctl", "perf", "io-uring", "personality", "setuid",
    "sethostname", "nice-down", "dumpable", "seccomp", "seccomp-listener", "name-to-handle",
    "signal-queue", "signal-thread", "signal-own-thread", "stdin-tty", "raise-limit", "shm",
    "msgget", "mq-open", "mmap-rwx", "mprotect-exec", "memfd-map-exec", "temporary-map-exec",
    "getpid", "getuid", "no-new-privs", "seccomp-mode", "descriptors", "environment",
    "threads-max", "capabilities", "net-interfaces", "uid-map", "connect-dgram",
  ]

  @Test("changes no result: every act of the probe answers alike with and without it")
  func probe() throws {
    let acts = Self.acts.joined(separator: "\n")
    let ordinary = try run("Probe", acts, reports: false)
    let reporting = try run("Probe", acts, reports: true)
    #expect(reporting.answer == ordinary.answer)
    #expect(ordinary.answer.split(separator: "\n").count == Self.acts.count)
    #expect(ordinary.refused.isEmpty)
    #expect(reporting.refused.count > 20)
  }

  @Test("changes no result of any act in a resolver, constructor, entry, thread or signal handler")
  func places() throws {
    let ordinary = try run("Places", "", reports: false)
    let reporting = try run("Places", "", reports: true)
    let expected = try PlacesReport(ordinary.answer)
    let found = try PlacesReport(reporting.answer)
    #expect(expected.rows.count > 400)
    #expect(found.rows.map(\.act) == expected.rows.map(\.act))
    for (found, expected) in zip(found.rows, expected.rows) {
      #expect(found.answers == expected.answers, "\(found.act)")
    }
    // More is only counted; and some reports may find no room.
    let told = reporting.refused.compactMap(\.refusal)
    #expect((1...256).contains(told.count))
    #expect(reporting.refused.map(\.total).max() ?? 0 > 1000)
  }

  @Test(
    "changes no result of pointers to nowhere, of signals and of threads",
    arguments: ["pointers", "signals", "threads", "acts"]
  )
  func hardCases(how: String) throws {
    let ordinary = try run("Refused", how, reports: false)
    let reporting = try run("Refused", how, reports: true)
    #expect(reporting.answer == ordinary.answer)
    #expect(ordinary.answer.contains("=1\n") || ordinary.answer.contains("=14\n"))
    #expect(!reporting.refused.isEmpty)
  }
}
