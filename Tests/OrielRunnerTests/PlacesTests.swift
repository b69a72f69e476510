import Foundation
import OrielTesting
import OrielWire
import Testing

/// Acts that are allowed although the policy page would have them refused; at most two.
private let exceptions = [
  "memfd-map-exec":
    "A memory file is a file: libffi's closures map one twice, to write and to execute."
]

/// errno values by which the sandbox refuses, from the kernel's <asm-generic/errno-base.h> and
/// <errno.h>: EPERM, ENOENT, EACCES, EROFS, ENOSYS.
private let plainRefusals: Set<Int> = [1, 2, 13, 30, 38]

/// Acts that are refused in other words: ENOEXEC is what the probe says for the linker, EXDEV that of
/// a rename between mounts, ENOTDIR that of a path through a device, ENOMEM and EAGAIN those of
/// locked memory.
private let otherRefusals: [String: Int] = [
  "dlopen:/tmp/none.so": 8, "dlopen:/usr/bin/true": 8, "load-copied-library": 8,
  "rename-into-bundle": 18, "open:/proc/self/fd/0/etc": 20, "lock-memory": 12, "map-locked": 11,
]

/// Every act of the probe, from everywhere that code of an extension runs.
@Suite("Everything that an extension might try", .requiresBundles)
struct PlacesTests {
  @Test("every act is answered alike in a resolver, constructor, entry, begin, thread and handler")
  func everyPlace() throws {
    let host = try RawHost()
    let report = try PlacesReport(try host.launch("Places").conversation().returnedText)
    #expect(report.rows.count > 400)
    #expect(report.failures == [])
    let allowed = report.rows.filter { $0.kind == "x" && $0.answers.allSatisfy { $0 == 0 } }
    #expect(Set(allowed.map(\.act)).isSubset(of: exceptions.keys))
  }

  @Test("what is refused for its user's sake works outside the sandbox")
  func outside() async {
    // In a process of its own, which some of the acts change.
    await #expect(processExitsWith: .success) {
      let library = try #require(ProbeLibrary())
      let names = library.names(.refusedButAllowedOutside)
      #expect(names.count > 70)
      for name in names { #expect(library.perform(name) == 0, "\(name)") }
    }
  }

  @Test("a forbidden call ends the instance, whatever place it is made from")
  func endings() throws {
    let acts = try #require(ProbeLibrary()).names(.ending)
    #expect(acts.count > 35)
    let places = ["resolver", "constructor", "entry", "thread", "handler"]
    var plans = acts.enumerated().map { ($1, places[$0 % places.count]) }
    // Two acts from everywhere; the others are spread over the places.
    for place in places { plans += [("ptrace", place), ("int80", place)] }

    let bundle = try BundleCopyFolder("Places")
    let host = try RawHost()
    try bundle.write("begin random", to: "plan")
    #expect(try host.launch("Places", in: bundle.folder, id: 1).conversation().returnedText != nil)
    for (index, (act, place)) in plans.enumerated() {
      try bundle.write("\(place) \(act)", to: "plan")
      let id = UInt64(index + 2)
      let messages = try host.launch("Places", in: bundle.folder, id: id).conversation()
      #expect(messages.returnedText == nil, "\(place): \(act)")
      #expect(try host.violation(of: id), "\(place): \(act)")
    }
  }
}

/// What the Places fixture returned.
struct PlacesReport {
  /// One act.
  struct Row {
    let act: String
    let kind: String
    let answers: [Int]
  }

  let rows: [Row]

  /// Reads the lines "act kind answer…".
  init(_ text: String?) throws {
    rows = try #require(text, "the fixture did not complete").split(separator: "\n").map { line in
      let words = line.split(separator: " ").map(String.init)
      try #require(words.count == 8, "\(line)")
      return Row(act: words[0], kind: words[1], answers: words[2...].compactMap { Int($0) })
    }
  }

  /// Acts that were not answered as they must be.
  var failures: [String] {
    rows.filter { row in
      guard row.answers.count == 6 else { return true }
      switch row.kind {
      case "r", "o":
        return !row.answers.allSatisfy {
          $0 == otherRefusals[row.act] || plainRefusals.contains($0) && $0 == row.answers[0]
        }
      case "c": return row.answers.contains { $0 != 0 }
      default: return false
      }
    }.map { "\($0.act) \($0.kind): \($0.answers)" }
  }
}
