import Dispatch
import Foundation
import OrielSystem
import Synchronization

/// The descriptors of this process, for tests in a process of their own.
enum DescriptorTable {
  /// What the descriptors are open on, but for the one that looks.
  ///
  /// Others may remove a file that a process of its own has inherited from them; that counts as
  /// the same file.
  static var targets: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }.filter { !$0.hasSuffix("/fd") }.map { $0.replacing(" (deleted)", with: "") }.sorted()
  }

  /// Allows so few more descriptors that a test can use all of them up.
  ///
  /// What other tests had open when this process was started may have been inherited.
  static func limit(to count: UInt64) -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    let inherited = names.compactMap { UInt64($0) }.max() ?? 0
    var limit = rlimit()
    // The structure outlives both calls.
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return false
    }
    limit.rlim_cur = rlim_t(inherited + count)
    // Filled just above.
    return unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
  }

  /// Takes all descriptors that are left.
  static func fill() throws -> DescriptorList {
    let null = try Descriptor.open("/dev/null", .readOnly)
    var list = DescriptorList()
    while let copy = try? null.duplicate() { list.append(copy) }
    list.append(null)
    return list
  }
}

/// A thread that takes every descriptor, also those that others give back, until it is ended.
final class DescriptorGreed: Sendable {
  private let isEnded = Atomic(false)
  private let full = DispatchSemaphore(value: 0)
  private let empty = DispatchSemaphore(value: 0)

  /// Takes all; when this returns there are none.
  init() {
    Foundation.Thread { [self] in
      var taken: [Int32] = []
      while !isEnded.load(ordering: .sequentiallyConsistent) {
        let copy = dup(0)
        if copy >= 0 { taken.append(copy) } else { full.signal() }
      }
      for number in taken { close(number) }
      empty.signal()
    }.start()
    full.wait()
  }

  /// Gives all back.
  func end() {
    isEnded.store(true, ordering: .sequentiallyConsistent)
    empty.wait()
  }
}
