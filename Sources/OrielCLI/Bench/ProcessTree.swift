internal import OrielSystem

/// What `/proc` tells about this process and those it started.
enum ProcessTree {
  /// The most bytes of a file in `/proc` that are looked at.
  private static let mostBytes = 1 << 20
  /// The most threads of a process that are looked at.
  private static let mostThreads = 4096

  /// The processes that this one started, and those that they started.
  static func descendants() throws(SystemError) -> [String] {
    let own = try text("/proc/self/stat").prefix { $0 != " " }
    var found: [String] = []
    var waiting = [String(own)]
    while let process = waiting.popLast() {
      // A process may be gone by the time that it is looked at.
      let threads = (try? names(in: "/proc/\(process)/task")) ?? []
      for thread in threads {
        let children = (try? text("/proc/\(process)/task/\(thread)/children")) ?? ""
        let numbers = children.split(separator: " ").map(String.init)
        found += numbers
        waiting += numbers
      }
    }
    return found
  }

  /// Whether a process has a library with this name in its memory.
  static func hasLoaded(_ process: String, _ library: String) throws(SystemError) -> Bool {
    try text("/proc/\(process)/maps").contains("/\(library)")
  }

  /// The kilobytes of memory that a process shares with no other.
  static func privateKilobytes(_ process: String) throws(SystemError) -> Int {
    var sum = 0
    for line in try text("/proc/\(process)/smaps_rollup").split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count >= 2, ["Private_Clean:", "Private_Dirty:"].contains(fields[0]) else {
        continue
      }
      sum += Int(fields[1]) ?? 0
    }
    return sum
  }

  /// The text of a file in `/proc`, whose size is known only after it was read.
  private static func text(_ path: String) throws(SystemError) -> String {
    let file = try Descriptor.open(path, .readOnly)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < mostBytes, case .bytes(let count) = try file.read(into: &chunk) {
      bytes += chunk.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The names in a folder of `/proc`.
  private static func names(in folder: String) throws(SystemError) -> [String] {
    try Descriptor.open(folder, [.readOnly, .directory]).names(limit: mostThreads).names
  }
}
