import Foundation
import OrielTesting
import OrielWire
import Testing

/// errno values, from the kernel's <asm-generic/errno-base.h>.
private let permitted = 0
private let notPermitted = 1
private let noSuchFile = 2
private let accessDenied = 13
private let readOnlyFileSystem = 30

@Suite("What extension code can do in the full sandbox", .requiresBundles)
struct ProbeTests {
  /// What an instance answers to acts of the Probe fixture, by act.
  private func answers(_ acts: [String]) throws -> [String: Int] {
    let host = try RawHost()
    let text = try host.launch("Probe").conversation(acts.joined(separator: "\n")).returnedText
    var answers: [String: Int] = [:]
    for line in try #require(text, "the probe did not complete").split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      answers[String(parts[0])] = parts.count == 2 ? Int(parts[1]) : nil
    }
    return answers
  }

  @Test("what an extension needs is allowed")
  func controls() throws {
    let acts = [
      "temporary-file", "own-bundle", "thread", "memfd", "socketpair", "random", "clock",
      "time-zone", "list:/usr", "list:/extension", "read:/proc/self/status", "dlopen:libz.so.1",
    ]
    let answers = try answers(acts)
    for act in acts { #expect(answers[act] == permitted, "\(act)") }
  }

  @Test("files outside its view do not exist, and nothing of its view can be changed")
  func files() throws {
    let acts = [
      "temporary-file": permitted, "open:/etc/passwd": noSuchFile, "list:/home": noSuchFile,
      "open:/root": noSuchFile, "read:/proc/meminfo": noSuchFile, "write:/x": readOnlyFileSystem,
      "read:/.landlock": accessDenied, "own-memory": accessDenied,
      "exec:/usr/bin/true": notPermitted,
    ]
    let answers = try answers(Array(acts.keys))
    for (act, expected) in acts { #expect(answers[act] == expected, "\(act)") }
  }

  @Test("no socket, process, signal, privilege or kernel facility is reached")
  func calls() throws {
    let acts = [
      "socket", "socket-unix", "socket-netlink", "abstract-connect", "fork", "exec", "kill-parent",
      "kill-all", "clone-user", "keyctl", "perf", "io-uring", "personality", "setuid",
      "sethostname", "nice-down", "dumpable", "seccomp", "seccomp-listener", "name-to-handle",
      "signal-queue", "stdin-tty", "raise-limit", "shm", "msgget", "mq-open",
    ]
    let answers = try answers(["thread"] + acts)
    #expect(answers["thread"] == permitted)
    for act in acts { #expect(answers[act] == notPermitted, "\(act)") }
  }

  @Test("no mapping is writable and executable, and none becomes executable")
  func memory() throws {
    let answers = try answers(["memfd", "mmap-rwx", "mprotect-exec", "memfd-map-exec"])
    #expect(answers["memfd"] == permitted)
    #expect(answers["mmap-rwx"] == accessDenied)
    #expect(answers["mprotect-exec"] == accessDenied)
    // The named exception, which the report tells: a memory file is a file.
    #expect(answers["memfd-map-exec"] == permitted)
  }

  @Test("it sees itself alone: process 1, no capability, two descriptors beyond its own four")
  func itself() throws {
    let answers = try answers(["getpid", "no-new-privs", "seccomp-mode", "descriptors"])
    #expect(answers["getpid"] == 1)
    #expect(answers["no-new-privs"] == 1)
    #expect(answers["seccomp-mode"] == 2)
    // 0-3, and the two wake-up descriptors of the instance.
    #expect(answers["descriptors"] == 6)
  }
}
