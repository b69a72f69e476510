import Foundation
import OrielSandbox
import OrielSystem
import OrielTesting
import OrielWire
import Testing

/// Instances in control groups of a real hierarchy, as far as it has controllers.
@Suite("Control groups", .requiresBundles, .requiresControlGroups, .timeLimit(.minutes(5)))
struct ControlGroupRunnerTests {
  /// A group that is removed at the end.
  final class Delegated {
    let path: String

    init() throws {
      path = try #require(ControlGroupHierarchy.root) + "/oriel-test-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
      // The path is a C string for the call.
      _ = unsafe rmdir(path)
    }

    /// The groups in it with the processes in each.
    var members: [String: [String]] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      var members: [String: [String]] = [:]
      for name in names where name.hasPrefix("oriel-") {
        let processes = try? String(contentsOfFile: "\(path)/\(name)/cgroup.procs", encoding: .utf8)
        members[name] = processes?.split(separator: "\n").map(String.init)
      }
      return members
    }
  }

  @Test(
    "An instance is in a group of its own before it reports, which is gone when its end is told"
  )
  func life() throws {
    let group = try Delegated()
    let host = try RawHost(RawHost.Options(controlGroup: group.path))
    guard case .ready(let ready) = host.greeting else {
      Issue.record("\(host.greeting)")
      return
    }
    // What tested the group is gone.
    #expect(group.members.isEmpty)
    let status = try #require(ready.layers.first { $0.layer == .cgroupLimits })
    let first = try host.launch("Idle", id: 7)
    let second = try host.launch("Idle", id: 8)
    var processes: [Int32] = []
    for (instance, id) in [(first, "7"), (second, "8")] {
      guard case .report(let report)? = try instance.next() else {
        Issue.record("no report")
        return
      }
      #expect(report.layers.first { $0.layer == .cgroupLimits } == status)
      let member = try #require(group.members.first { $0.key.hasSuffix("-\(id)") })
      let process = try #require(member.value.first.flatMap { Int32($0) })
      #expect(member.value.count == 1)
      let program = try FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/\(process)/exe"
      )
      #expect(program.hasSuffix("oriel-runner"))
      processes.append(process)
    }
    #expect(Set(processes).count == 2)
    #expect(kill(processes[0], SIGKILL) == 0)
    while true {
      guard case .exited(let exited) = try host.event() else { continue }
      #expect(WaitStatus(rawValue: exited.status).signal == SIGKILL)
      break
    }
    #expect(group.members.keys.map { $0.hasSuffix("-8") } == [true])
    #expect(kill(processes[1], SIGKILL) == 0)
    while true { if case .exited = try host.event() { break } }
    #expect(group.members.isEmpty)
  }

  @Test("A host that goes leaves no group behind, and one that was killed leaves none to the next")
  func cleaning() throws {
    let group = try Delegated()
    do {
      let host = try RawHost(RawHost.Options(controlGroup: group.path))
      let instance = try host.launch("Idle")
      _ = try instance.next()
      #expect(group.members.count == 1)
    }
    // The runner was killed at once, so the group stays, without a process in it.
    let member = try #require(group.members.keys.first)
    let events = unsafe open("\(group.path)/\(member)/cgroup.events", O_RDONLY | O_CLOEXEC)
    defer { close(events) }
    var text = [UInt8](repeating: 0, count: 256)
    var polls = [pollfd(fd: events, events: Int16(POLLPRI), revents: 0)]
    repeat {
      // Reading makes the next change wake the wait. Both arrays outlive the calls.
      let count = unsafe pread(events, &text, text.count, 0)
      try #require(count > 0)
      if String(decoding: text.prefix(count), as: UTF8.self).contains("populated 0") { break }
    } while unsafe poll(&polls, 1, 60_000) == 1
    #expect(group.members.mapValues(\.isEmpty) == [member: true])
    let next = try RawHost(RawHost.Options(controlGroup: group.path))
    guard case .ready = next.greeting else {
      Issue.record("\(next.greeting)")
      return
    }
    #expect(group.members.isEmpty)
  }

  @Test("An extension sees its group as the root of the hierarchy, and nothing of where it is")
  func view() throws {
    let group = try Delegated()
    let host = try RawHost(RawHost.Options(controlGroup: group.path))
    let text = try host.launch("Probe").conversation("find-control-group").returnedText
    #expect(text == "find-control-group=2\n" || text == "find-control-group=2", "\(text ?? "")")
  }

  @Test("What is no group is reported, and instances run without one")
  func none() throws {
    let host = try RawHost(RawHost.Options(controlGroup: "/tmp"))
    guard case .ready(let ready) = host.greeting else {
      Issue.record("\(host.greeting)")
      return
    }
    let status = try #require(ready.layers.first { $0.layer == .cgroupLimits })
    #expect(status.state == .none && ready.controllers == [])
    #expect(status.detail.contains("/tmp is no control group of version 2"))
    #expect(status.detail.contains(Limits().mostHeldText))
    #expect(try host.launch("CompleteEarly").conversation().returnedText == "early")
  }
}
