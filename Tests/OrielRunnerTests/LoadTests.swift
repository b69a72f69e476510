import Foundation
import OrielSystem
import OrielTesting
import OrielWire
import Testing

/// What an instance makes of answers to its loads, whatever its host sends, and of a host that dies.
@Suite("Loads of an instance", .requiresBundles, .timeLimit(.minutes(5)))
struct LoadTests {
  /// What the instance printed to its end.
  private func output(of instance: RawInstance) throws -> String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var output: [UInt8] = []
    while case .bytes(let count) = try instance.output.read(into: &bytes) {
      output += bytes[..<count]
    }
    return String(decoding: output, as: UTF8.self)
  }

  @Test("all end once when the host is gone, with those who watch them", arguments: [1, 5, 64])
  func hostGone(_ count: Int) throws {
    let host = try RawHost()
    let instance = try host.launch("Loads")
    let lines = Array(repeating: "start public.data", count: count) + ["wait"]
    var watched = 0
    while let message = try instance.next() {
      if case .loaded = message {
        try instance.begin(lines.joined(separator: "\n"), types: ["public.data"])
      }
      guard case .loadNotice(let notice) = message, notice.kind == .watched else { continue }
      watched += 1
      guard watched == count else { continue }
      for id in 1...UInt64(count) {
        try instance.send(LoadAdvanced(completed: 1, total: 2), id: id)
      }
      // The instance sees the same as when the host's process ends.
      _ = instance.socket.descriptor.withRawValue { shutdown($0, 2) }
    }
    #expect(watched == count)
    #expect(
      try output(of: instance)
        == "loads=\(count) once=\(count) watched=\(count) once=\(count) late=0 status=HOST_GONE\n"
    )
  }

  /// The answer to the only load, and what the fixture makes of it.
  static let answers: [(LoadResult, String)] = [
    (LoadResult(status: 0, kind: .inline, size: 2, bytes: [1, 2]), "OK OK 2"),
    (LoadResult(status: 0, kind: .none, size: 0, bytes: []), "OK INTERNAL 0"),
    // A descriptor was announced and none came.
    (LoadResult(status: 0, kind: .descriptor, size: 9, bytes: []), "OK INTERNAL 0"),
    (LoadResult(status: 0, kind: .descriptor, size: 9, bytes: [], detail: .held), "OK INTERNAL 0"),
    (
      LoadResult(
        status: -13,
        kind: .none,
        size: 0,
        bytes: [],
        detail: .failure(WireFailure(domain: "d", code: .min, text: ""))
      ), "OK IO 0"
    ),
    (
      LoadResult(
        status: 0,
        kind: .inline,
        size: 1,
        bytes: [1],
        detail: .picture(type: "x", width: 0, height: .max)
      ), "OK OK 1"
    ),
  ]

  @Test(
    "end once with whatever comes; second answers and late words are dropped",
    arguments: answers
  )
  func oddAnswers(_ answer: LoadResult, _ expected: String) throws {
    let host = try RawHost()
    let instance = try host.launch("Loads")
    var text: String?
    var log: String?
    var released = 0
    while let message = try instance.next() {
      switch message {
      case .loaded: try instance.begin("async public.data", types: ["public.data"])
      case .loadNotice(let notice) where notice.kind == .released: released += 1
      case .loadNotice:
        // Of loads that are none, and of this one before and after its end.
        for id in [0, 2, .max, 1] as [UInt64] {
          try instance.send(LoadAdvanced(completed: 3, total: 1), id: id)
        }
        for id in [0, 2, .max, 1, 1] as [UInt64] { try instance.send(answer, id: id) }
        try instance.send(LoadAdvanced(completed: 4, total: 1), id: 1)
      case .complete(let complete): text = complete.items.first?.text
      case .finishWork, .began: break
      case .log(let line): log = line.text
      default: break
      }
      if case .complete = message { try instance.send(Finish()) }
    }
    let found = try #require(text)
    #expect(found.contains("async public.data= \(expected)"), "\(found)")
    #expect(found.contains("words 1 last 3/1 then STALE"), "\(found)")
    #expect(log == "loads=1 once=1 watched=1 once=1 late=0")
    // Only what is held is given back, once.
    #expect(released == (answer.detail == .held ? 1 : 0))
  }

  @Test("A preview that is none is a failure", arguments: [LoadResult.Detail.none, .held])
  func noPicture(_ detail: LoadResult.Detail) throws {
    let host = try RawHost()
    let instance = try host.launch("Loads")
    var text: String?
    while let message = try instance.next() {
      switch message {
      case .loaded: try instance.begin("preview 8 9", types: ["public.data"])
      case .loadPreview(let load):
        #expect(load == LoadPreview(attachment: 0, width: 8, height: 9))
        try instance.send(
          LoadResult(status: 0, kind: .inline, size: 1, bytes: [1], detail: detail),
          id: 1
        )
      case .complete(let complete):
        text = complete.items.first?.text
        try instance.send(Finish())
      default: break
      }
    }
    #expect(text == "preview 8 9= OK INTERNAL\n")
  }
}
