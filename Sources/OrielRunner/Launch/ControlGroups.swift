internal import CShims
internal import Glibc
internal import OrielSystem
internal import OrielWire

/// The control groups of instances: one for each, in the group that was found for them.
///
/// The broker holds them, since it stays outside of every namespace. An instance gets a descriptor to
/// join its own by, and nothing of any other.
struct ControlGroups: ~Copyable {
  /// The group in which those of instances are.
  private let root: Root?
  /// The controllers that they have.
  let controllers: ControllerSet
  /// Why there are none, or what they lack.
  let lack: String
  /// The groups of the instances that run, by request.
  private var members: [UInt64: Member] = [:]
  /// Groups that could not be removed yet.
  private var leftovers: [String] = []

  /// The group for all, which is never closed in this process.
  private final class Root {
    let group: ControlGroup

    init(_ group: consuming ControlGroup) {
      self.group = group
    }
  }

  /// The group of one instance.
  private final class Member {
    let name: String
    let group: ControlGroup
    /// What was counted of memory; nil where nobody can tell.
    var events: ControlGroupEvents?
    let bound: UInt64?
    /// How often memory was pressed for, and the level that was told.
    var pressed: UInt64 = 0
    var level: MemoryPressure?

    init(
      _ name: String,
      _ group: consuming ControlGroup,
      events: consuming ControlGroupEvents?,
      bound: UInt64?
    ) {
      self.name = name
      self.group = group
      self.events = events
      self.bound = bound
    }
  }

  private static let prefix = "oriel-"

  /// Looks for a group, and tries with a process of its own whether it can be used.
  ///
  /// Called before any namespace is made, while this process has one thread.
  static func find(_ chosen: String?) -> ControlGroups {
    let search = ControlGroupSearch(
      wanted: ControllerSet.names.map(\.1),
      required: ["memory", "pids"],
      chosen: chosen
    )
    var found = search.find()
    guard let group = found.group.take() else { return ControlGroups(nil, [], found.lack) }
    removeAbandoned(in: group)
    do throws(SystemError) {
      try tryJoining(group)
    } catch {
      return ControlGroups(
        nil,
        [],
        "no process can be moved from the host's group into \(group.path): \(error.errno)"
      )
    }
    let controllers = ControllerSet(listed: found.controllers.joined(separator: " "))
    return ControlGroups(Root(group), controllers, found.lack)
  }

  private init(_ root: Root?, _ controllers: ControllerSet, _ lack: String) {
    self.root = root
    self.controllers = controllers
    self.lack = lack
  }

  /// Where groups are made; empty where they are not.
  private var place: String { root?.group.path ?? "" }

  /// Whether instances get groups.
  var areUsed: Bool { root != nil }

  /// The state of the layer for instances with the given limits.
  func status(_ limits: Limits) -> LayerStatus {
    let bounded = limits.controlGroupText(controllers)
    guard !controllers.isEmpty else {
      return LayerStatus(
        .cgroupLimits,
        .none,
        detail: "\(lack); resource limits bound each process instead, so "
          + limits.mostHeldText
      )
    }
    guard controllers == [.memory, .pids, .cpu] else {
      return LayerStatus(
        .cgroupLimits,
        .partial,
        detail: "\(bounded) in \(place); \(lack)"
          + (controllers.contains(.memory) ? "" : "; \(limits.mostHeldText)")
      )
    }
    return LayerStatus(
      .cgroupLimits,
      .full,
      detail: "\(bounded) in \(place); \(limits.mostHeldText)"
    )
  }

  /// Makes the group of an instance.
  ///
  /// Gives the descriptor to join it by; nil where instances get no groups.
  mutating func make(for id: UInt64, _ limits: Limits) throws(SystemError) -> Descriptor? {
    guard let root else { return nil }
    let name = "\(Self.prefix)\(getpid())-\(id)"
    let group = try root.group.makeChild(name)
    do throws(SystemError) {
      for setting in limits.controlGroupSettings(controllers) {
        do throws(SystemError) {
          try group.set(setting.file, to: setting.value)
        } catch {
          guard setting.isOptional, error.errno == .noSuchFile else { throw error }
        }
      }
      let joining = try group.open("cgroup.procs", .readWrite)
      let events = try? ControlGroupEvents(of: group, in: "memory.events")
      members[id] = Member(name, group, events: events, bound: limits.memory)
      return joining
    } catch {
      try? root.group.removeChild(name)
      throw error
    }
  }

  /// Removes the group of an instance that has ended.
  ///
  /// Gives what it counted of memory.
  mutating func end(_ id: UInt64) -> GroupMemory? {
    guard let member = members.removeValue(forKey: id) else { return nil }
    let memory = controllers.contains(.memory) ? Self.memory(of: member.group) : nil
    member.group.killAll()
    leftovers.append(member.name)
    removeLeftovers()
    return memory
  }

  private static func memory(of group: borrowing ControlGroup) -> GroupMemory {
    let events = group.counters(of: "memory.events")
    let peak = (try? group.text(of: "memory.peak"))?.split(separator: "\n").first.flatMap {
      UInt64($0)
    }
    return GroupMemory(
      peak: peak ?? 0,
      shortages: events["oom"] ?? 0,
      kills: events["oom_kill"] ?? 0
    )
  }

  private mutating func removeLeftovers() {
    guard let root else { return }
    var left: [String] = []
    for name in leftovers where (try? root.group.removeChild(name)) == nil { left.append(name) }
    leftovers = left
  }

  /// Ends what is left, and removes its groups as far as that can be waited for.
  mutating func endAll() {
    for id in Array(members.keys) { _ = end(id) }
    for _ in 0..<100 where !leftovers.isEmpty {
      // Without descriptors this is a short sleep: nothing tells of an empty group but its file.
      _ = poll(nil, 0, 5)
      removeLeftovers()
    }
  }

  /// The groups whose events are watched, with the descriptor to watch.
  var watched: [(id: UInt64, events: Int32)] {
    guard controllers.contains(.memory) else { return [] }
    return members.compactMap { id, member in
      member.level == .critical ? nil : member.events?.descriptor.withRawValue { (id, $0) }
    }
  }

  /// Reads what was counted; gives the level of pressure when it has risen.
  func pressure(of id: UInt64) -> MemoryPressure? {
    guard let member = members[id] else { return nil }
    guard let counters = try? member.events?.read() else {
      // What cannot be read would be ready for ever.
      member.events = nil
      return nil
    }
    guard let bound = member.bound, let pressed = counters["high"], pressed > member.pressed else {
      return nil
    }
    member.pressed = pressed
    let level: MemoryPressure = member.level == nil ? .warning : .critical
    member.level = level
    // The next threshold; behind the last one the instance must not be slowed down any more, but
    // come to its end.
    let next =
      level == .warning ? "\(MemoryPressure.critical.threshold(of: bound))" : "max"
    try? member.group.set("memory.high", to: next)
    return level
  }

  /// Moves a process into a group, which shows whether instances can be.
  private static func tryJoining(_ group: borrowing ControlGroup) throws(SystemError) {
    let name = "\(prefix)\(getpid())-test"
    let child = try group.makeChild(name)
    defer { try? group.removeChild(name) }
    let joining = try child.open("cgroup.procs", .readWrite)
    let process = try checked("fork", oriel_shim_fork())
    if process == 0 {
      _exit(joining.withRawValue { oriel_shim_join_control_group($0) })
    }
    var status: Int32 = 0
    // The variable outlives the call.
    while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR { continue }
    guard let code = WaitStatus(rawValue: status).exitCode else {
      throw SystemError("joining", .ioFailed)
    }
    guard code == 0 else { throw SystemError("joining", Errno(rawValue: code)) }
  }

  /// Removes the empty groups of runners that were ended before they could do it.
  private static func removeAbandoned(in group: borrowing ControlGroup) {
    for name in group.children(startingWith: prefix) {
      let parts = name.split(separator: "-")
      // This one has made none yet, so those with its number are of another one before it.
      guard parts.count == 3, let runner = Int32(parts[1]),
        runner == getpid() || (kill(runner, 0) < 0 && errno == ESRCH)
      else { continue }
      // One that a process is in stays.
      try? group.removeChild(name)
    }
  }
}
