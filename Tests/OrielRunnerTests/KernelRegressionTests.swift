import Foundation
import OrielSystem
import OrielTesting
import OrielWire
import Testing

/// errno values, from the kernel's <asm-generic/errno-base.h> and <errno.h>.
private let permitted = 0
private let notPermitted = 1
private let noSuchFile = 2
private let accessDenied = 13

/// Holes that other sandboxes had, tried in a real instance: what the kernel offers a process.
///
/// The rest of the list is tested where it belongs: bundles and manifests in
/// `BundleRegressionTests`; what a host leaves lying around (CVE-2024-21626, CVE-2023-4911) in
/// `CarelessHostTests`; libraries (CVE-2011-1658) in `ExecutableTests`; layers that cannot be put up
/// (CVE-2017-5426) in `FailClosedTests`; what is shown and granted (CVE-2021-43860) and directories
/// that an extension may write to (CVE-2024-42472) with the entitlements; messages and shared memory
/// in the tests of the channel; the confused deputy with the services; outliving the host in
/// `LifetimeTests`; constructors in `PlacesTests`. Speculative and timing channels are out of scope, and
/// so is that instances of one runner share their addresses.
@Suite("Holes that others had: calls of the kernel", .requiresBundles)
struct KernelRegressionTests {
  /// Sees that acts get what they should; one that is allowed comes first.
  private func expect(
    _ expected: KeyValuePairs<String, Int>,
    in host: RawHost,
    output terminal: Int32? = nil
  ) throws {
    #expect(expected.first?.value == permitted, "a control comes first")
    let answers = try host.answers(expected.map(\.key), output: terminal)
    for (act, answer) in expected { #expect(answers[act] == answer, "\(act)") }
  }

  @Test("CVE-2026-97029: a signal to process group 0 stays inside")
  func processGroup() throws {
    try expect(
      [
        "signal-self": permitted, "find-session": noSuchFile, "kill-group": notPermitted,
        "kill-group-upper": notPermitted, "kill-own-group": notPermitted,
        "kill-parent-group": notPermitted, "kill-all": notPermitted, "kill-parent": notPermitted,
      ],
      in: try RawHost()
    )
  }

  @Test(
    "CVE-2017-5226, CVE-2019-10063, CVE-2023-28100: nothing is typed into a terminal",
    .requires("there are no terminals to be had") { TerminalPair() != nil }
  )
  func terminal() throws {
    let pair = try #require(TerminalPair())
    try expect(
      [
        "stdout-is-tty": permitted, "stdout-tty": notPermitted, "stdout-tty-upper": notPermitted,
        "stdout-tty-odd": notPermitted, "tioclinux": notPermitted,
        "tioclinux-upper": notPermitted, "ioctl-every": notPermitted,
        "find-terminal": noSuchFile,
      ],
      in: try RawHost(),
      output: pair.terminal
    )
    // Whatever was typed into it could be read now.
    var waiting: Int32 = -1
    #expect(unsafe ioctl(pair.terminal, UInt(FIONREAD), &waiting) == 0 && waiting == 0)
  }

  @Test("CVE-2021-41133: a call that the table does not list does not exist, whatever its number")
  func newCalls() throws {
    try expect(
      [
        "thread": permitted, "every-number": 38, "fork-clone3": 38, "landlock": 38,
        "mount-status": 38, "mount-list": 38, "clone-namespaces": notPermitted,
      ],
      in: try RawHost()
    )
    for (index, act) in ["open-tree", "move-mount", "fsopen", "mount-setattr"].enumerated() {
      let host = try RawHost()
      let id = UInt64(index + 1)
      let messages = try host.launch("Probe", id: id).conversation(act)
      #expect(messages.returnedText == nil)
      #expect(try host.violation(of: id), "\(act)")
    }
  }

  @Test("CVE-2019-5736: the runner's own program is neither written, nor read, nor run again")
  func ownProgram() throws {
    let program = URL(fileURLWithPath: BuiltProducts.program("oriel-runner"))
    let before = try Data(contentsOf: program)
    let host = try RawHost()
    let acts = [
      "write:/proc/self/exe", "place-write:/proc/self/exe", "truncate:/proc/self/exe",
      "read:/proc/self/exe", "place-read:/proc/self/exe", "mapped-files", "exec:/proc/self/exe",
      "exec-at", "hard-link-runner",
    ]
    let answers = try host.answers(["read:/proc/self/status"] + acts)
    #expect(answers["read:/proc/self/status"] == permitted)
    // ETXTBSY: the program runs, which the kernel sees before it asks Landlock.
    for act in acts {
      #expect([notPermitted, noSuchFile, accessDenied, 26].contains(answers[act]), "\(act)")
    }
    #expect(answers["read:/proc/self/exe"] == accessDenied)
    #expect(try Data(contentsOf: program) == before)
  }

  @Test("CVE-2019-6133: a process is known by its descriptor, which never means another one")
  func processNumbers() throws {
    let host = try RawHost()
    let first = try host.launch("Probe", id: 1)
    let handle = try host.process(of: 1)
    #expect(try handle.send(signal: 0))
    #expect(try first.conversation("thread").returnedText == "thread=0\n")
    _ = try host.exit(of: 1)
    let second = try host.launch("Probe", id: 2)
    let other = try host.process(of: 2)
    #expect(try !handle.kill())
    #expect(try other.send(signal: 0))
    #expect(try second.conversation("thread").returnedText == "thread=0\n")
    try expect(
      [
        "signal-self": permitted, "pidfd-self": notPermitted, "pidfd-signal": notPermitted,
        "pidfd-take": notPermitted, "host-process": notPermitted, "host-credentials": notPermitted,
      ],
      in: try RawHost()
    )
  }

  @Test("CVE-2021-0920: an instance passes no descriptor, neither to its host nor to itself")
  func passedDescriptors() throws {
    try expect(
      [
        "send-to-peer": permitted, "socketpair": permitted, "pass-descriptor": notPermitted,
        "pass-host-descriptor": notPermitted, "sendmmsg": notPermitted,
        "socketpair-every": notPermitted, "io-uring": notPermitted,
      ],
      in: try RawHost()
    )
  }

  @Test("Instances share no open file with each other: flags set on one do not show in the next")
  func sharedOpenFiles() throws {
    let host = try RawHost()
    let clean = try host.answers(["input-flags"], id: 1)
    let marked = try host.answers(["mark-input", "input-flags"], id: 2)
    #expect(marked["mark-input"] == permitted)
    #expect(marked["input-flags"] != clean["input-flags"])
    #expect(try host.answers(["input-flags"], id: 3)["input-flags"] == clean["input-flags"])
  }

  @Test("A thread has no table of descriptors of its own, which would be the limit once more")
  func descriptorTables() throws {
    try expect(
      [
        "thread-raw": permitted, "thread-without-files": notPermitted,
        "thread-without-fs": notPermitted,
      ],
      in: try RawHost()
    )
  }

  @Test(
    "A host with real-time threads hands their policy on to no instance",
    .requiresRoot,
    .requires(program: "chrt")
  )
  func realTime() throws {
    let host = try RawHost(through: [try #require(path(of: "chrt")), "--fifo", "1"])
    let handle = host.runner.descriptor.withRawValue { $0 }
    let facts = try String(contentsOfFile: "/proc/self/fdinfo/\(handle)", encoding: .utf8)
    let line = try #require(facts.split(separator: "\n").first { $0.hasPrefix("Pid:") })
    let process = try #require(Int32(line.dropFirst(4).trimmingCharacters(in: .whitespaces)))
    #expect(sched_getscheduler(process) == SCHED_FIFO)
    try expect(["thread": permitted, "find-priority": noSuchFile], in: host)
  }

  @Test("The fork server's memory tells an instance nothing of those before it")
  func residue() throws {
    let host = try RawHost()
    // Its folder has a name that is nowhere else.
    let other = try BundleCopyFolder("CompleteEarly")
    let name = try #require(other.folder.split(separator: "/").last.map(String.init))
    let veiled = name.utf8.map { String(format: "%02x", $0 ^ 0x5A) }.joined()
    // The act finds a text that is there.
    let control = try host.answers(["scan:\(veiled)", name], id: 1)
    #expect(control["scan:\(veiled)"] == permitted)
    for id in UInt64(2)...4 {
      let messages = try host.launch("CompleteEarly", in: other.folder, id: id).conversation()
      #expect(messages.returnedText == "early")
    }
    let answers = try host.answers(["scan:\(veiled)"], id: 5)
    #expect(answers["scan:\(veiled)"] == noSuchFile)
  }

  @Test("A library that is exchanged for one of the same size and times is not loaded")
  func exchangedLibrary() throws {
    let folder = try BundleCopyFolder("CompleteEarly")
    let library = "\(folder.bundle)/CompleteEarly.so"
    let host = try RawHost()
    let control = try host.launch("CompleteEarly", in: folder.folder, id: 1).conversation()
    #expect(control.returnedText == "early")
    let messages = try host.launch("CompleteEarly", in: folder.folder, id: 2) {
      let date = try FileManager.default.attributesOfItem(atPath: library)[.modificationDate]
      var content = try Data(contentsOf: URL(fileURLWithPath: library))
      content[content.count - 1] ^= 1
      try content.write(to: URL(fileURLWithPath: library), options: [])
      try FileManager.default.setAttributes(
        [.modificationDate: try #require(date)],
        ofItemAtPath: library
      )
    }.conversation()
    guard case .loadFailed(let failed)? = messages.last else {
      Issue.record("the exchanged library was used: \(messages)")
      return
    }
    #expect(failed.kind == .changedFile)
  }
}
