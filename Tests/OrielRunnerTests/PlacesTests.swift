import Foundation
import OrielTesting
import OrielWire
import Testing

/// Acts that are allowed although the policy page would have them refused; at most two.
private let exceptions = [
  "memfd-map-exec":
    "A memory file is a file: libffi's closures map one twice, to write and to execute."
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
