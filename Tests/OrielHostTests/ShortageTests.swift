import Foundation
import OrielHost
import OrielSystem
import OrielTesting
import OrielWire
import Testing

/// What a host does when its process has no descriptors left.
@Suite(.requiresBundles, .timeLimit(.minutes(5))) struct ShortageTests {
  @Test("A moment without descriptors delays the start of the runner and loses nothing")
  func start() async {
    await #expect(processExitsWith: .success) {
      #expect(DescriptorTable.limit(to: 100))
      let runner = ScriptedRunner { _, _, socket in
        try ScriptedRunner.load(on: socket)
        try ScriptedRunner.send(Complete(items: [], itemFailures: [], flags: 0), on: socket)
      }
      let item = try Fixtures.named("CompleteEarly")
      let host = try runner.host()
      let begun = try Gate()
      try OrielSystem.Thread.start { try? shortage { begun.open() } }
      #expect(begun.isOpen(within: 20_000))
      guard case .completed = await host.perform(item, items: []).outcome else {
        fatalError("the request did not complete")
      }
      #expect(runner.starts == 1)
      await host.shutdownAndWait()
    }
  }

  @Test("A moment without descriptors delays a launch and loses nothing")
  func launch() async {
    await #expect(processExitsWith: .success) {
      #expect(DescriptorTable.limit(to: 100))
      let runner = ScriptedRunner { id, control, socket in
        let process = try Spawn(path: "/bin/sleep", arguments: ["sleep", "1000"], environment: [])
          .start(descriptors: DescriptorList())
        try shortage {
          try process.descriptor.withRawValue {
            try ScriptedRunner.send(Launched(processIdentifier: 2), id: id, [$0], on: control)
          }
        }
        try ScriptedRunner.load(on: socket)
        try ScriptedRunner.send(Complete(items: [], itemFailures: [], flags: 0), on: socket)
        // The host ends it after the grace time, which it can only with the descriptor.
        let poll = try EventPoll()
        try poll.add(process.descriptor, for: .readable, token: 1)
        guard try poll.wait(milliseconds: 20_000).count == 1, let status = try process.reap() else {
          return
        }
        try ScriptedRunner.send(
          Exited(
            status: status.rawValue,
            userMicroseconds: 1,
            systemMicroseconds: 1,
            peakResidentKibibytes: 1
          ),
          id: id,
          on: control
        )
      }
      let host = try runner.host()
      var options = RequestOptions()
      options.waitsForExit = true
      let result = await host.perform(
        try Fixtures.named("CompleteEarly"),
        items: [],
        options: options
      )
      #expect(result.timings.launched != nil && result.resourceUsage != nil)
      guard case .completed = result.outcome else { fatalError("\(result.outcome)") }
      await host.shutdownAndWait()
    }
  }

  @Test("Without descriptors a large answer is kept in memory, and loses nothing")
  func answer() async {
    await #expect(processExitsWith: .success) {
      #expect(DescriptorTable.limit(to: 100))
      let size = 3 * WireLimit.contentPart
      let runner = ScriptedRunner { _, _, socket in
        try ScriptedRunner.load(on: socket)
        let representation = WireReturnedRepresentation(
          type: "public.data",
          source: .content(number: 0, size: UInt64(size))
        )
        let item = WireReturnedItem(attachments: [
          WireReturnedAttachment(representations: [representation])
        ])
        try shortage {
          let part = ContentPart(bytes: [UInt8](repeating: 7, count: WireLimit.contentPart))
          for _ in 0..<3 { try ScriptedRunner.send(part, on: socket) }
          try ScriptedRunner.send(Complete(items: [item], itemFailures: [], flags: 0), on: socket)
        }
      }
      let host = try runner.host()
      let result = await host.perform(try Fixtures.named("CompleteEarly"), items: [])
      guard case .completed(let items, _) = result.outcome else { fatalError("\(result.outcome)") }
      let content = items[0].attachments[0].representations[0]
      #expect(try content.bytes(limit: 1 << 20) == [UInt8](repeating: 7, count: size))
      await host.shutdownAndWait()
    }
  }

  @Test("Without descriptors for long a request fails and names the limit; the runner stays")
  func lasting() async {
    await #expect(processExitsWith: .success) {
      let item = try Fixtures.named("CompleteEarly")
      #expect(DescriptorTable.limit(to: 100))
      let runner = ScriptedRunner { _, _, socket in
        try ScriptedRunner.load(on: socket)
        try ScriptedRunner.send(Complete(items: [], itemFailures: [], flags: 0), on: socket)
      }
      let host = try runner.host()
      guard case .completed = await host.perform(item, items: []).outcome else {
        fatalError("the first request did not complete")
      }
      var all = try DescriptorTable.fill()
      let failed = await host.perform(item, items: [])
      #expect(failed.failure?.code == "setup")
      #expect(failed.outcome.description.contains("RLIMIT_NOFILE"))
      #expect(try #require(failed.timings.finished) > .seconds(1))
      while all.popFirst() != nil {}
      guard case .completed = await host.perform(item, items: []).outcome else {
        fatalError("the last request did not complete")
      }
      #expect(runner.starts == 1)
      await host.shutdownAndWait()
    }
  }

  @Test("A program that was started and cannot be watched is ended and reaped")
  func spawn() async {
    await #expect(processExitsWith: .success) {
      #expect(DescriptorTable.limit(to: 100))
      let program = Spawn(path: "/bin/sleep", arguments: ["sleep", "1000"], environment: [])
      var all = try DescriptorTable.fill()
      do throws(SystemError) {
        _ = try program.start(descriptors: DescriptorList())
        Issue.record("it was started")
      } catch {
        #expect(error.operation == "pidfd_open" && error.errno == .tooManyOpenFiles)
      }
      while all.popFirst() != nil {}
      // NULL asks for no status.
      let result = waitpid(-1, nil, WNOHANG)
      #expect(result == -1 && errno == ECHILD)
    }
  }
}

/// Does something while no descriptor is left, and for a moment longer.
private func shortage(_ body: () throws -> Void) throws {
  let poll = try EventPoll()
  var all = try DescriptorTable.fill()
  try body()
  // Nothing becomes ready: this is how long the shortage lasts.
  _ = try poll.wait(milliseconds: 200)
  while all.popFirst() != nil {}
}
