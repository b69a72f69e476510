import Foundation
import OrielSystem
import OrielTesting
import Testing

/// Control groups: finding one that may be used, in files laid out as the kernel does, and using a
/// real one.
@Suite(.timeLimit(.minutes(5))) struct ControlGroupTests {
  /// A folder with the files of a hierarchy.
  final class Hierarchy {
    let root = NSTemporaryDirectory() + "/oriel-groups-\(UUID().uuidString)"

    init() throws { try add("", controllers: "cpuset cpu io memory hugetlb pids", passing: "") }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    /// Adds a group.
    func add(_ path: String, controllers: String, passing: String) throws {
      try FileManager.default.createDirectory(
        atPath: root + path,
        withIntermediateDirectories: true
      )
      for (name, text) in [
        ("cgroup.controllers", controllers), ("cgroup.subtree_control", passing),
      ] {
        try (text + "\n").write(
          toFile: "\(root)\(path)/\(name)",
          atomically: false,
          encoding: .utf8
        )
      }
    }

    /// The search of a process in a group.
    func search(from own: String, chosen: String? = nil, isRoot: Bool) -> ControlGroupSearch {
      var search = ControlGroupSearch(
        wanted: ["memory", "pids", "cpu"],
        required: ["memory", "pids"],
        chosen: chosen.map { root + $0 },
        mounts: "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755\n"
          + "38 31 0:35 / /elsewhere rw,relatime shared:9 - cgroup cgroup rw,memory\n"
          + "41 31 0:38 / \(root) rw,relatime shared:9 - cgroup2 cgroup2 rw\n",
        membership: "4:memory:/other\n0::\(own)\n",
        isPrivileged: isRoot
      )
      search.isOfKernel = false
      return search
    }
  }

  /// What was found, in a form that can be compared.
  private func outcome(_ search: ControlGroupSearch) -> (path: String?, [String], String) {
    var found = search.find()
    var path: String?
    if let group = found.group.take() { path = group.path }
    return (path, found.controllers, found.lack)
  }

  @Test("The own group is used when it passes all controllers on", arguments: [true, false])
  func own(isRoot: Bool) throws {
    let tree = try Hierarchy()
    try tree.add("/a/b", controllers: "cpu memory pids", passing: "cpu memory pids")
    let (path, controllers, lack) = outcome(tree.search(from: "/a/b", isRoot: isRoot))
    #expect(path == tree.root + "/a/b" && controllers == ["memory", "pids", "cpu"] && lack == "")
  }

  @Test("Without the cpu controller it is used, and that is told")
  func partial() throws {
    let tree = try Hierarchy()
    try tree.add("/a", controllers: "memory pids", passing: "memory pids")
    let (path, controllers, lack) = outcome(tree.search(from: "/a", isRoot: true))
    #expect(path == tree.root + "/a" && controllers == ["memory", "pids"])
    #expect(lack == "\(tree.root)/a does not pass on the controllers cpu")
  }

  @Test("A group that does not pass on memory is none, unless somebody chose it")
  func withoutMemory() throws {
    let tree = try Hierarchy()
    try tree.add("/a", controllers: "pids", passing: "pids")
    let (path, _, lack) = outcome(tree.search(from: "/a", isRoot: true))
    #expect(path == nil && lack.hasSuffix("/a does not pass on the controllers memory, cpu"))
    let chosen = outcome(tree.search(from: "/", chosen: "/a", isRoot: true))
    #expect(chosen.path == tree.root + "/a" && chosen.1 == ["pids"])
  }

  @Test("Above the own group is looked by everyone but root")
  func above() throws {
    let tree = try Hierarchy()
    try tree.add("/a", controllers: "cpu memory pids", passing: "cpu memory pids")
    try tree.add("/a/host", controllers: "cpu memory pids", passing: "")
    let user = outcome(tree.search(from: "/a/host", isRoot: false))
    #expect(user.path == tree.root + "/a")
    let root = outcome(tree.search(from: "/a/host", isRoot: true))
    #expect(root.path == nil && root.2.contains("/a/host does not pass on"))
  }

  @Test("A chosen group is asked to pass its controllers on")
  func enabling() throws {
    let tree = try Hierarchy()
    try tree.add("/a", controllers: "cpu memory pids", passing: "")
    _ = outcome(tree.search(from: "/", chosen: "/a", isRoot: true))
    // The kernel adds words; a file holds what was written last over what was there.
    let text = try String(
      contentsOfFile: tree.root + "/a/cgroup.subtree_control",
      encoding: .utf8
    )
    #expect(text.contains("+cpu"))
  }

  @Test(
    "What is no group is none, and the reason is told",
    arguments: [("0::/../..", "is in no group"), ("4:memory:/x", "is in no group")]
  )
  func noGroup(membership: String, reason: String) throws {
    let tree = try Hierarchy()
    var search = tree.search(from: "/", isRoot: true)
    search.own =
      ControlGroupSearch(
        wanted: [],
        required: [],
        chosen: nil,
        mounts: "",
        membership: membership,
        isPrivileged: true
      ).own
    #expect(outcome(search).2.contains(reason))
    search.root = nil
    #expect(outcome(search).2 == "no hierarchy of version 2 is mounted")
    search.chosen = "/nonexistent"
    #expect(outcome(search).2.contains("ENOENT"))
    search.chosen = "/tmp"
    search.isOfKernel = true
    #expect(outcome(search).2 == "/tmp is no control group of version 2")
  }

  @Test("Counters are read from lines of key and value, whatever else is there")
  func counters() {
    let text = "low 0\nhigh 12\nmax 3\noom 2\noom_kill 1\nwords that are none\nx -1\n"
    let counters = ControlGroup.counters(in: text)
    #expect(counters == ["low": 0, "high": 12, "max": 3, "oom": 2, "oom_kill": 1])
  }

  @Test(
    "A process is moved into a real group, ended with it, and the group is removed",
    .requiresControlGroups
  )
  func kernel() throws {
    let path = try #require(ControlGroupHierarchy.root)
    let root = try ControlGroup(opening: path)
    let isOfKernel = root.isOfKernel
    #expect(isOfKernel)
    let name = "oriel-\(getpid())-\(UUID().uuidString)"
    let group = try root.makeChild(name)
    #expect(root.children(startingWith: name) == [name])
    let process = try Spawn(path: "/bin/sleep", arguments: ["sleep", "1000"], environment: [])
      .start(descriptors: DescriptorList())
    let number = try #require(Self.child(named: "sleep"))
    try group.set("cgroup.procs", to: "\(number)")
    let membership = try String(contentsOfFile: "/proc/\(number)/cgroup", encoding: .utf8)
    #expect(membership.contains("0::/\(name)\n"))
    #expect(group.counters(of: "cgroup.events")["populated"] == 1)
    // A group with a process in it stays.
    #expect(throws: SystemError.self) { try root.removeChild(name) }
    group.killAll()
    let poll = try EventPoll()
    try poll.add(process.descriptor, for: .readable, token: 1)
    #expect(try poll.wait(milliseconds: 20_000).count == 1)
    #expect(try process.reap()?.signal == SIGKILL)
    try root.removeChild(name)
    #expect(root.children(startingWith: name).isEmpty)
  }

  @Test("A change of a counter is told until it is read, and only then", .requiresControlGroups)
  func events() throws {
    let root = try ControlGroup(opening: try #require(ControlGroupHierarchy.root))
    let name = "oriel-\(getpid())-\(UUID().uuidString)"
    let group = try root.makeChild(name)
    defer { try? root.removeChild(name) }
    let events = try ControlGroupEvents(of: group, in: "cgroup.events")
    let isNewsAtFirst = Self.hasNews(events, milliseconds: 0)
    #expect(!isNewsAtFirst)
    // A group without processes is frozen at once.
    try group.set("cgroup.freeze", to: "1")
    let isNews = Self.hasNews(events, milliseconds: 20_000)
    #expect(isNews)
    let others = group.counters(of: "cgroup.events")
    let isNewsAfterOthers = Self.hasNews(events, milliseconds: 0)
    #expect(others["frozen"] == 1 && isNewsAfterOthers)
    let own = try events.read()
    let isNewsAfterReading = Self.hasNews(events, milliseconds: 0)
    #expect(own["frozen"] == 1 && !isNewsAfterReading)
  }

  /// Whether something was counted that was not read.
  private static func hasNews(_ events: borrowing ControlGroupEvents, milliseconds: Int32) -> Bool {
    var polls = [
      pollfd(fd: events.descriptor.withRawValue { $0 }, events: Int16(POLLPRI), revents: 0)
    ]
    // One structure is passed, and it outlives the call.
    return unsafe poll(&polls, 1, milliseconds) == 1
  }

  /// The child of this process with a name.
  private static func child(named name: String) -> Int32? {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.compactMap { Int32($0) }.first { number in
      let stat = (try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)) ?? ""
      return stat.contains("(\(name)) ") && stat.contains(" \(getpid()) ")
        && stat.split(separator: " ").dropFirst(3).first == "\(getpid())"
    }
  }
}
