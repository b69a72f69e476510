import Foundation
import OrielHost
import OrielManifest
import OrielSystem
import OrielTesting
import OrielWire
import Testing

/// What a host does with runners and instances that misbehave in ways that the real ones cannot.
@Suite(.requiresBundles, .timeLimit(.minutes(5))) struct ScriptedRunnerTests {
  typealias Runner = ScriptedRunner

  @Test(
    "An instance that lies about its contents is a protocol violation",
    arguments: ["size", "huge", "missing", "order", "descriptor", "good"]
  )
  func contents(_ kind: String) async throws {
    let runner = Runner { _, _, socket in
      try Runner.load(on: socket)
      let size: UInt64 = kind == "size" ? 4 : kind == "huge" ? 1 << 40 : 3
      let number: UInt32 = kind == "missing" ? 1 : 0
      try Runner.send(ContentPart(bytes: [1, 2]), on: socket)
      try Runner.send(ContentPart(bytes: [3]), id: kind == "order" ? 2 : 0, on: socket)
      let representation = WireReturnedRepresentation(
        type: "public.data",
        source: .content(number: number, size: size)
      )
      let item = WireReturnedItem(attachments: [
        WireReturnedAttachment(representations: [representation])
      ])
      let null = try Descriptor.open("/dev/null", .readOnly)
      try null.withRawValue {
        try Runner.send(
          Complete(items: [item], itemFailures: [], flags: 0),
          kind == "descriptor" ? [$0] : [],
          on: socket
        )
      }
    }
    let result = try await perform(runner)
    if kind == "good" {
      guard case .completed(let items, _) = result.outcome else {
        Issue.record("\(result.outcome)")
        return
      }
      #expect(try items[0].attachments[0].representations[0].bytes(limit: 3) == [1, 2, 3])
    } else {
      #expect(result.failure?.code == "protocol", "\(result.outcome)")
    }
  }

  @Test("A report that is not enough gets no items", arguments: [true, false])
  func weakReport(_ isSent: Bool) async throws {
    let begun = Lock(false)
    let runner = Runner { _, _, socket in
      if isSent {
        let layers = Layer.allCases.map { LayerStatus($0, $0 == .systemCallFilter ? .none : .full) }
        try Runner.send(Report(layers: layers), on: socket)
      } else {
        try Runner.send(Loaded(loadMicroseconds: 1), on: socket)
      }
      var buffer = PacketBuffer(capacity: 70_000)
      let received = try socket.receive(into: &buffer)
      begun.withLock { $0 = received == .packet }
    }
    let result = try await perform(runner)
    #expect(result.failure?.code == (isSent ? "setup" : "protocol"))
    if isSent { #expect(result.outcome.description.contains("system call filter")) }
    #expect(!begun.withLock { $0 })
  }

  @Test("A flood of loads that nobody reads the answers of ends the request")
  func loadFlood() async throws {
    let runner = Runner { _, _, socket in
      try Runner.load(on: socket)
      for id in 1...2000 as ClosedRange<UInt64> {
        try Runner.send(
          LoadAttachment(attachment: 0, type: "public.data", form: .bytes),
          id: id,
          on: socket
        )
      }
    }
    let provider = ItemProvider([UInt8](repeating: 7, count: 60_000), type: .data)
    let result = try await perform(runner, items: [ExtensionItem(attachments: [provider])])
    #expect(result.failure?.code == "protocol", "\(result.outcome)")
    #expect(result.outcome.description.contains("loads"))
  }

  @Test("A packet with too many descriptors ends the request, and keeps none")
  func descriptorFlood() async throws {
    let runner = Runner { _, _, socket in
      try Runner.load(on: socket)
      let null = try Descriptor.open("/dev/null", .readOnly)
      try null.withRawValue {
        try Runner.send(Began(), Array(repeating: $0, count: 16), on: socket)
      }
    }
    #expect(try await perform(runner).failure?.code == "protocol")
  }

  @Test("A runner that cannot start tells why, and the next request tries again")
  func runnerFails() async throws {
    let runner = Runner(
      greet: {
        try Runner.send(
          RunnerFailed(
            stage: "making the user namespace",
            layer: .userNamespace,
            errno: 28,
            text: ""
          ),
          on: $0
        )
      },
      launched: { _, _, _ in }
    )
    let host = try runner.host()
    let item = try Fixtures.named("CompleteEarly")
    for _ in 0..<2 {
      let result = await host.perform(item, items: [])
      #expect(result.outcome.description.contains("making the user namespace"))
      #expect(result.outcome.description.contains("ENOSPC"))
      #expect(result.outcome.description.contains("user.max_user_namespaces"))
    }
    #expect(runner.starts == 2)
    await host.shutdownAndWait()
  }

  @Test("A runner of another kind is given up, with what runs in it", arguments: [true, false])
  func brokenRunner(_ isGarbage: Bool) async throws {
    let runner = Runner { id, control, _ in
      if isGarbage {
        _ = try control.send([1, 2, 3])
      } else {
        try Runner.send(Finish(), id: id, on: control)
      }
    }
    #expect(try await perform(runner).failure?.code == "runnerLost")
  }

  @Test("A launch that is refused is a setup failure of this request only")
  func refusedLaunch() async throws {
    let runner = Runner { id, control, socket in
      if id == 1 {
        try Runner.send(
          LaunchFailed(layer: .mountNamespace, errno: 1, text: "attaching the bundle"),
          id: id,
          on: control
        )
      } else {
        try Runner.load(on: socket)
        try Runner.send(Complete(items: [], itemFailures: [], flags: 0), on: socket)
      }
    }
    let host = try runner.host()
    let item = try Fixtures.named("CompleteEarly")
    let first = await host.perform(item, items: [])
    #expect(first.outcome.description.contains("attaching the bundle"))
    guard case .completed = await host.perform(item, items: []).outcome else {
      Issue.record("the second request did not complete")
      return
    }
    await host.shutdownAndWait()
  }

  @Test("At most four launches are under way, and none is forgotten")
  func launchWindow() async throws {
    let total = 50
    let state = Lock((waiting: [Int32](), most: 0, count: 0))
    let runner = Runner { _, control, socket in
      let number = try socket.descriptor.duplicate().release()
      let (isFull, isFirst) = state.withLock { state in
        state.waiting.append(number)
        state.count += 1
        state.most = max(state.most, state.waiting.count)
        return (state.waiting.count >= 4 || state.count == total, state.count <= 4)
      }
      // Nothing is answered before as many launches as possible are under way.
      guard isFull else { return }
      if isFirst {
        // Were a fifth one allowed, it would come now, since many requests wait.
        let poll = try EventPoll()
        try poll.add(control.descriptor, for: .readable, token: 1)
        guard try poll.wait(milliseconds: 200).isEmpty else { return }
      }
      let answered = state.withLock { state in
        let answered = state.waiting.prefix(state.count == total ? total : 1)
        state.waiting.removeFirst(answered.count)
        return Array(answered)
      }
      for number in answered {
        let instance = PacketSocket(Descriptor(owning: number))
        try Runner.load(on: instance)
        try Runner.send(Complete(items: [], itemFailures: [], flags: 0), on: instance)
      }
    }
    let host = try runner.host()
    let item = try Fixtures.named("CompleteEarly")
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<total {
        group.addTask {
          if case .completed = await host.perform(item, items: []).outcome { true } else { false }
        }
      }
      for await isCompleted in group { #expect(isCompleted) }
    }
    #expect(state.withLock { $0.most } == 4)
    await host.shutdownAndWait()
  }

  @Test("Many bytes are copied once, and every load reads them from the beginning")
  func repeatedLoads() async throws {
    let inodes = Lock(Set<UInt64>())
    let firsts = Lock([[UInt8]]())
    let runner = Runner { _, _, socket in
      try Runner.load(on: socket)
      var buffer = PacketBuffer(capacity: 70_000)
      // The request itself comes first.
      _ = try socket.receive(into: &buffer)
      for id in 1...20 as ClosedRange<UInt64> {
        try Runner.send(
          LoadAttachment(attachment: 0, type: "public.data", form: .bytes),
          id: id,
          on: socket
        )
        _ = try socket.receive(into: &buffer)
        var descriptors = buffer.takeDescriptors()
        guard let file = descriptors.popFirst() else { return }
        let inode = try file.status().identity.inode
        var bytes = [UInt8](repeating: 0, count: 3)
        _ = try file.read(into: &bytes)
        inodes.withLock { _ = $0.insert(inode) }
        let start = bytes
        firsts.withLock { $0.append(start) }
      }
      try Runner.send(Complete(items: [], itemFailures: [], flags: 0), on: socket)
    }
    let provider = ItemProvider([1, 2, 3] + [UInt8](repeating: 7, count: 200_000), type: .data)
    let result = try await perform(runner, items: [ExtensionItem(attachments: [provider])])
    guard case .completed = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(inodes.withLock { $0.count } == 1)
    #expect(firsts.withLock { $0 } == Array(repeating: [1, 2, 3], count: 20))
  }

  @Test("An instance whose runner forgets it is not waited for longer than a moment")
  func forgottenInstance() async throws {
    let runner = Runner { _, _, socket in try Runner.load(on: socket) }
    // The instance's end is closed when the script ends, and no process was ever named.
    let result = try await perform(runner)
    #expect(result.failure?.code == "protocol", "\(result.outcome)")
  }

  @Test("Killing goes through the process descriptor of the launch")
  func killing() async throws {
    let runner = Runner { id, control, socket in
      let process = try Spawn(path: "/bin/sleep", arguments: ["sleep", "1000"], environment: [])
        .start(descriptors: DescriptorList())
      try process.descriptor.withRawValue {
        try Runner.send(Launched(processIdentifier: 2), id: id, [$0], on: control)
      }
      try Runner.send(Loaded(loadMicroseconds: 1), on: socket)
      let poll = try EventPoll()
      try poll.add(process.descriptor, for: .readable, token: 1)
      guard try poll.wait(milliseconds: 20_000).count == 1, let status = try process.reap() else {
        return
      }
      try Runner.send(
        Exited(
          status: status.rawValue,
          userMicroseconds: 1000,
          systemMicroseconds: 2000,
          peakResidentKibibytes: 3
        ),
        id: id,
        on: control
      )
    }
    let result = try await perform(runner) { $0.waitsForExit = true }
    #expect(result.failure?.code == "protocol")
    let usage = try #require(result.resourceUsage)
    #expect(usage.userTime == .milliseconds(1) && usage.systemTime == .milliseconds(2))
    #expect(usage.peakMemory == 3072)
  }

  @Test(
    "A runner that closes its connection a while before it ends is told by how it ended",
    arguments: [("kill -SYS $$", "SIGSYS"), ("kill -SEGV $$", "signal 11"), ("exit 7", "code 7")]
  )
  func endAfterClose(_ end: String, _ words: String) async throws {
    var configuration = HostConfiguration()
    configuration.runnerStarter = RunnerStarter { () throws(SetupFailure) in
      do {
        var pair = try SocketPair()
        var descriptors = DescriptorList(try Descriptor.open("/dev/null", .readOnly))
        descriptors.append(pair.takeSecond())
        // It counts between the two ends, as the kernel does when it ends a process namespace.
        let script = "exec 1>&-; i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; \(end)"
        let process = try Spawn(path: "/bin/sh", arguments: ["sh", "-c", script], environment: [])
          .start(descriptors: descriptors)
        return RunnerProcess(control: pair.takeFirst(), process: process)
      } catch {
        throw SetupFailure(stage: "script", errorNumber: 0, reason: "\(error)", remedy: "None.")
      }
    }
    let host = try ExtensionHost(configuration: configuration)
    let result = await host.perform(try Fixtures.named("CompleteEarly"), items: [])
    await host.shutdownAndWait()
    #expect(result.outcome.description.contains(words), "\(result.outcome)")
  }

  /// Runs one request in a host of its own.
  private func perform(
    _ runner: ScriptedRunner,
    items: [ExtensionItem] = [],
    _ change: (inout RequestOptions) -> Void = { _ in }
  ) async throws -> RequestResult {
    let host = try runner.host()
    var options = RequestOptions()
    change(&options)
    let result = await host.perform(
      try Fixtures.named("CompleteEarly"),
      items: items,
      options: options
    )
    await host.shutdownAndWait()
    return result
  }
}
