import Foundation
import OrielSystem
import OrielTesting
import OrielWire
import Testing

/// What an instance makes of answers, whatever its host sends, and of a host that dies.
@Suite("Questions of an instance", .requiresBundles, .timeLimit(.minutes(5)))
struct QuestionTests {
  /// Sends an answer with a descriptor on the null device.
  private func answer(_ id: UInt64, _ instance: RawInstance) throws {
    let null = try Descriptor.open("/dev/null", .readWrite)
    let packet = try Answer(status: 0, text: "").packet(id: id)
    _ = try null.withRawValue { try instance.socket.send(packet.bytes, rawDescriptors: [$0]) }
  }

  @Test("are each answered once; answers to none, and second ones, are dropped and closed")
  func oddAnswers() throws {
    let host = try RawHost()
    let instance = try host.launch("Services")
    let lines = ["descriptors", "async a.example 1", "async a.example 2", "descriptors"]
    var asked: [String] = []
    var text: String?
    while let message = try instance.next() {
      switch message {
      case .loaded: try instance.begin(lines.joined(separator: "\n"))
      case .ask(let ask):
        asked.append("\(ask.question)")
        let id = UInt64(asked.count)
        // To a question of the future, of nobody, and twice to this one.
        for other in [id + 1000, 0, .max] { try answer(other, instance) }
        for _ in 0..<2 { try answer(id, instance) }
      case .complete(let complete): text = complete.items.first?.text
      default: break
      }
    }
    #expect(asked == [1, 2].map { "connect(host: \"a.example\", port: \($0))" })
    let answers = try #require(text).split(separator: "\n").map {
      $0.split(separator: "=", maxSplits: 1).map(String.init)
    }
    #expect(answers.map(\.first) == lines)
    #expect(answers[1].last?.hasPrefix("OK") == true && answers[2].last?.hasPrefix("OK") == true)
    let (before, after) = (Int(answers[0][1]), Int(answers[3][1]))
    #expect(before != nil && before == after, "\(answers)")
  }

  @Test("all end once when the host is gone")
  func hostGone() throws {
    let host = try RawHost()
    let instance = try host.launch("Services")
    var asked = 0
    while let message = try instance.next() {
      if case .loaded = message { try instance.begin("hold a.example 1") }
      if case .ask = message { asked += 1 }
      // The instance sees the same as when the host's process ends.
      if asked == 16 { _ = instance.socket.descriptor.withRawValue { shutdown($0, 2) } }
    }
    #expect(asked == 16)
    var bytes = [UInt8](repeating: 0, count: 4096)
    var output: [UInt8] = []
    while case .bytes(let count) = try instance.output.read(into: &bytes) {
      output += bytes[..<count]
    }
    #expect(
      String(decoding: output, as: UTF8.self) == "answered=16 released=16 status=HOST_GONE\n"
    )
  }
}
