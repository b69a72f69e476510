internal import Glibc

/// Looks for a control group in which this process may make groups of its own.
///
/// Looked at are: the group that somebody chose, or else this process's own group and, for a process
/// that is not root, the one above it, where an init system puts the processes of a delegated group
/// into a part of it. Root could take any group, and so takes none that nobody gave to it.
package struct ControlGroupSearch: Sendable {
  /// The controllers that are of use, by the kernel's names.
  package var wanted: [String]
  /// Those without which a group that nobody chose is of no use.
  package var required: [String]
  /// The path that somebody chose.
  package var chosen: String?
  /// Where the hierarchy is mounted.
  package var root: String?
  /// The path of this process's own group in the hierarchy.
  package var own: String?
  /// Whether this process may use every group anyway.
  package var isPrivileged: Bool
  /// Whether the kernel's own hierarchy is looked at, and no copy of its files.
  package var isOfKernel = true

  /// A search from this process.
  package init(wanted: [String], required: [String], chosen: String?) {
    self.init(
      wanted: wanted,
      required: required,
      chosen: chosen,
      mounts: Self.read("/proc/self/mountinfo"),
      membership: Self.read("/proc/self/cgroup"),
      isPrivileged: geteuid() == 0
    )
  }

  /// A search from a process with the given files in its `/proc`.
  package init(
    wanted: [String],
    required: [String],
    chosen: String?,
    mounts: String,
    membership: String,
    isPrivileged: Bool
  ) {
    self.wanted = wanted
    self.required = required
    self.chosen = chosen
    self.isPrivileged = isPrivileged
    root = Self.mountPoint(in: mounts)
    own = membership.split(separator: "\n").first { $0.hasPrefix("0::/") }.map {
      String($0.dropFirst(3))
    }
  }

  /// What was found.
  package struct Found: ~Copyable, Sendable {
    /// The group, if there is one.
    package var group: ControlGroup?
    /// The wanted controllers that groups in it have.
    package var controllers: [String]
    /// Why there is none, or which controllers it lacks and why; empty when nothing is lacking.
    package var lack: String
  }

  /// Looks.
  package func find() -> Found {
    if let chosen { return look(at: chosen) }
    guard let root else {
      return Found(group: nil, controllers: [], lack: "no hierarchy of version 2 is mounted")
    }
    guard let own, !own.contains("/..") else {
      return Found(group: nil, controllers: [], lack: "this process is in no group of version 2")
    }
    let found = look(at: Self.join(root, own))
    guard found.group == nil, !isPrivileged, let slash = own.lastIndex(of: "/"), own != "/" else {
      return found
    }
    let above = look(at: Self.join(root, String(own[..<slash])))
    // What was tried first is what an administrator thinks of.
    return above.group == nil ? found : above
  }

  /// Looks at one group.
  private func look(at path: String) -> Found {
    func nothing(_ why: String) -> Found { Found(group: nil, controllers: [], lack: why) }
    do throws(SystemError) {
      let group = try ControlGroup(opening: path)
      guard !isOfKernel || group.isOfKernel else {
        return nothing("\(path) is no control group of version 2")
      }
      let available = try Self.words(group.text(of: "cgroup.controllers"))
      let passedOn = try Self.words(group.text(of: "cgroup.subtree_control"))
      let missing = available.filter { !passedOn.contains($0) }
      let refusal = chosen == nil ? nil : enable(missing, in: group)
      let enabled = try Self.words(group.text(of: "cgroup.subtree_control"))
      let usable = wanted.filter(enabled.contains)
      let lacking = wanted.filter { !enabled.contains($0) }
      let list = lacking.joined(separator: ", ")
      let lack =
        lacking.isEmpty ? "" : "\(path) does not pass on the controllers \(list)" + (refusal ?? "")
      guard chosen != nil || required.allSatisfy(usable.contains) else { return nothing(lack) }
      return Found(group: group, controllers: usable, lack: lack)
    } catch {
      return nothing("\(path) cannot be used: \(error)")
    }
  }

  /// Passes the wanted controllers on to groups in a group that somebody gave to this process.
  ///
  /// Gives why one of them could not be, as the end of a sentence.
  private func enable(_ available: [String], in group: borrowing ControlGroup) -> String? {
    var refusal: String?
    for name in wanted where available.contains(name) {
      do {
        try group.set("cgroup.subtree_control", to: "+\(name)")
      } catch {
        // EBUSY: there are processes in it.
        refusal =
          error.errno.rawValue == EBUSY
          ? " because processes are in it" : ": \(error.errno)"
      }
    }
    return refusal
  }

  /// Where a hierarchy of version 2 is mounted, as a list of mounts tells it.
  private static func mountPoint(in mounts: String) -> String? {
    for line in mounts.split(separator: "\n") {
      let halves = line.split(separator: " ", omittingEmptySubsequences: false)
      guard let dash = halves.firstIndex(of: "-"), halves.count > dash + 1, halves.count > 4,
        halves[dash + 1] == "cgroup2"
      else { continue }
      return unescaped(halves[4])
    }
    return nil
  }

  /// A path with its octal escapes resolved.
  private static func unescaped(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.count >= 3,
        let code = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
      {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func join(_ root: String, _ path: String) -> String {
    path == "/" || path.isEmpty ? root : root + path
  }

  private static func words(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "\n" }.map(String.init)
  }

  private static func read(_ path: String) -> String {
    guard let file = try? Descriptor.open(path, .readOnly) else { return "" }
    // What lies behind the first megabyte of mounts is not looked at.
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    let count = (try? file.read(into: &buffer, at: 0)) ?? 0
    return String(decoding: buffer.prefix(count), as: UTF8.self)
  }
}
