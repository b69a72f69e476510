/// The users of this process's user namespace, as `/proc/self/uid_map` tells them.
package struct UserMap: Sendable {
  /// A run of users: the first one here, the one it stands for in the namespace outside, how many.
  private struct Run: Sendable {
    let inside: UInt64
    let outside: UInt64
    let count: UInt64
  }

  private let runs: [Run]

  /// The map in the kernel's text form; lines of another shape are left out.
  package init(_ text: String) {
    runs = text.split(separator: "\n").compactMap { line in
      let numbers = line.split(separator: " ").compactMap { UInt64($0) }
      guard numbers.count == 3 else { return nil }
      return Run(inside: numbers[0], outside: numbers[1], count: numbers[2])
    }
  }

  /// The map of this process; empty where `/proc` cannot be read.
  package static func current() -> UserMap {
    guard let file = try? Descriptor.open("/proc/self/uid_map", .readOnly) else {
      return UserMap("")
    }
    // The kernel allows 340 lines of at most 33 characters.
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let count = (try? file.read(into: &buffer, at: 0)) ?? 0
    return UserMap(String(decoding: buffer.prefix(count), as: UTF8.self))
  }

  /// Whether a process here can become a user.
  package func contains(_ user: UInt32) -> Bool { outside(of: user) != nil }

  /// The user that a user of this namespace stands for outside.
  package func outside(of user: UInt32) -> UInt64? {
    let user = UInt64(user)
    let run = runs.first { user >= $0.inside && user - $0.inside < $0.count }
    return run.map { $0.outside &+ (user - $0.inside) }
  }

  /// The user that instances of a host run as when the host is root and must not lend that to them.
  ///
  /// Nil for a host that is an ordinary user, also one that is called root in a user namespace of its
  /// own without other users, as rootless containers make them.
  package func instanceUser(of effectiveUser: UInt32, wanted: UInt32) -> UInt32? {
    guard effectiveUser == 0 else { return nil }
    if !contains(wanted), let outside = outside(of: 0), outside != 0 { return nil }
    return wanted
  }
}
