import Foundation
import OrielHost
import OrielSystem
import OrielTesting
import OrielWire
import Testing

/// Attacks through the channel: each ends its own request with a typed outcome, and never more.
@Suite(.requiresBundles, .timeLimit(.minutes(5))) struct ChannelAttackTests {
  @Test("No attack, also with descriptors, does more than end its request")
  func scripted() async {
    // A process of its own, so that its descriptors, threads and children can be counted.
    await #expect(processExitsWith: .success) {
      let current = Lock<ChannelAttack?>(nil)
      let runner = ScriptedRunner { id, control, socket in
        try Self.serve(id, control, socket, current.withLock { $0 })
      }
      let host = try runner.host(ChannelAttack.configure)
      let item = try Fixtures.named("RawChannel")
      let input = ExtensionItem(attachments: [ItemProvider([1, 2, 3], type: .data)])
      func perform(_ attack: ChannelAttack?) async -> RequestResult {
        current.withLock { $0 = attack }
        var options = ChannelAttack("", [], .completed).options
        if let attack { options = attack.options }
        return await host.perform(item, items: [input], options: options)
      }
      // The first requests start threads and whatever else stays.
      for _ in 0..<3 { _ = await perform(nil) }
      let before = try await Self.settled { _ in false }
      for attack in ChannelAttack.all {
        let result = await perform(attack)
        if let complaint = attack.complaint(about: result) { Issue.record("\(complaint)") }
        let after = try await Self.settled {
          $0.descriptors == before.descriptors && $0.threads <= before.threads
        }
        #expect(after.descriptors == before.descriptors, "\(attack.name)")
        #expect(after.threads <= before.threads, "\(attack.name)")
        // NULL asks for no status: there is no child that nobody reaped.
        #expect(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD, "\(attack.name)")
        guard case .completed = await perform(nil).outcome else {
          Issue.record("after \(attack.name) the next request did not complete")
          return
        }
      }
      let growth = MutatedConversations.Footprint.current.memory - before.memory
      #expect(growth < 16 << 20, "\(growth >> 10) KiB more than before")
      #expect(runner.starts == 1)
      await host.shutdownAndWait()
    }
  }

  @Test("No attack of a real instance does more than end its request")
  func real() async throws {
    var configuration = Fixtures.configuration
    ChannelAttack.configure(&configuration)
    let processes = try RunnerProcesses()
    configuration.runnerPath = processes.path
    let host = try ExtensionHost(configuration: configuration)
    let item = try Fixtures.named("RawChannel")
    let good = try Fixtures.named("CompleteEarly")
    var played = 0
    for attack in ChannelAttack.all {
      guard let script = attack.script else { continue }
      let provider = ItemProvider([1, 2, 3], type: .data)
      let input = ExtensionItem(text: script, attachments: [provider])
      let result = await host.perform(item, items: [input], options: attack.options)
      if let complaint = attack.complaint(about: result, isReal: true) {
        Issue.record("\(complaint)")
      }
      guard case .completed = await host.perform(good, items: []).outcome else {
        Issue.record("after \(attack.name) the next request did not complete")
        return
      }
      played += 1
    }
    #expect(played > 40)
    try await wait { processes.instances.isEmpty }
    #expect(processes.instances.isEmpty)
    // Launcher and fork server are those of the beginning.
    #expect(processes.all.count == 2)
    await host.shutdownAndWait()
  }

  /// Serves a request with a process of its own: one attack, or an honest answer.
  private static func serve(
    _ id: UInt64,
    _ control: borrowing PacketSocket,
    _ socket: borrowing PacketSocket,
    _ attack: ChannelAttack?
  ) throws {
    let process = try Spawn(path: "/bin/sleep", arguments: ["sleep", "1000"], environment: [])
      .start(descriptors: DescriptorList())
    try process.descriptor.withRawValue {
      try ScriptedRunner.send(Launched(processIdentifier: 2), id: id, [$0], on: control)
    }
    var endsItself = false
    if let attack {
      endsItself = try attack.play(on: socket)
    } else {
      try ScriptedRunner.load(on: socket)
      try ScriptedRunner.send(Complete(items: [], itemFailures: [], flags: 0), on: socket)
    }
    if endsItself {
      _ = try process.kill()
      socket.descriptor.withRawValue { _ = shutdown($0, Int32(SHUT_RDWR)) }
    }
    let poll = try EventPoll()
    try poll.add(process.descriptor, for: .readable, token: 1)
    guard try poll.wait(milliseconds: 40_000).count == 1, let status = try process.reap() else {
      return
    }
    try ScriptedRunner.send(
      // What ends itself leaves with code 0, as a real one does.
      Exited(
        status: endsItself ? 0 : status.rawValue,
        userMicroseconds: 1,
        systemMicroseconds: 1,
        peakResidentKibibytes: 1
      ),
      id: id,
      on: control
    )
  }

  /// Measures until a condition holds, for two seconds at most.
  private static func settled(
    _ condition: (MutatedConversations.Footprint) -> Bool
  ) async throws -> MutatedConversations.Footprint {
    var footprint = MutatedConversations.Footprint.current
    let end = ContinuousClock.now + .seconds(2)
    while !condition(footprint), ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(5))
      footprint = .current
    }
    return footprint
  }
}
