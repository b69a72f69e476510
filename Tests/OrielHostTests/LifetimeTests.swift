import Foundation
import OrielHost
import OrielSystem
import OrielTesting
import Testing

/// What a host leaves behind, and what it survives.
@Suite(.requiresBundles, .timeLimit(.minutes(5))) struct LifetimeTests {
  /// The processes of this test's own runner, told from all others by their name.
  private let processes = try? RunnerProcesses()

  /// A host with that runner.
  ///
  /// A host whose runner is ready, so that only requests bring instances.
  private func makeHost() async throws -> ExtensionHost {
    var configuration = Fixtures.configuration
    configuration.runnerPath = try #require(processes).path
    let host = try ExtensionHost(configuration: configuration)
    _ = try await host.start()
    return host
  }

  @Test("Cancelling a task cancels the request, politely first")
  func cancellation() async throws {
    let host = try await makeHost()
    let polite = try Fixtures.named("CancelOnHostCancel")
    let task = Task { await host.perform(polite, items: []) }
    // The second thread is started when the extension is about to be entered.
    try await wait { processes?.threadsOfInstances == [2] }
    task.cancel()
    guard case .cancelled(let failure, _, .host) = await task.value.outcome else {
      Issue.record("the request was not cancelled by the host")
      return
    }
    // The extension's own answer, with the reason that it was told.
    #expect(failure.code == 1 && failure.text == "The host asked to stop.")
    await host.shutdownAndWait()
  }

  @Test("Cancelling the task of an extension that does not react ends it after the grace time")
  func forcedCancellation() async throws {
    let host = try await makeHost()
    let stubborn = try Fixtures.named("NeverComplete")
    var options = RequestOptions()
    options.graceTime = .milliseconds(50)
    options.waitsForExit = true
    let task = Task { [options] in await host.perform(stubborn, items: [], options: options) }
    try await waitForInstances(1)
    task.cancel()
    guard case .cancelled(_, _, .host) = await task.value.outcome else {
      Issue.record("the request was not cancelled by the host")
      return
    }
    #expect(processes?.instances.isEmpty == true)
    await host.shutdownAndWait()
  }

  @Test("A task that was cancelled before starts nothing")
  func cancelledBefore() async throws {
    let host = try await makeHost()
    let item = try Fixtures.named("CompleteEarly")
    let task = Task {
      // The task cancels itself, which is what the function is there for.
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return await host.perform(item, items: [])
    }
    guard case .cancelled(_, _, .host) = await task.value.outcome else {
      Issue.record("the request was not cancelled by the host")
      return
    }
    await host.shutdownAndWait()
  }

  @Test("When the runner is killed, requests fail with a reason and the next one works")
  func runnerKilled() async throws {
    let host = try await makeHost()
    let idle = try Fixtures.named("Idle")
    let task = Task { await host.perform(idle, items: []) }
    try await waitForInstances(1)
    let runner = try #require(processes?.runner)
    #expect(kill(runner, SIGKILL) == 0)
    let result = await task.value
    #expect(result.failure?.code == "runnerLost", "\(result.outcome)")
    let next = await host.perform(try Fixtures.named("CompleteEarly"), items: [])
    #expect(next.texts == ["early"])
    // While the host lives on, the kernel keeps nothing of the first runner.
    try await wait { processes?.hasDeadChild == false }
    #expect(processes?.hasDeadChild == false)
    await host.shutdownAndWait()
    // The first process was waited for; those below it end with it, a moment later.
    try await wait { processes?.all.isEmpty == true }
    #expect(processes?.all.isEmpty == true)
  }

  @Test("A host that is shut down leaves no process, and answers what was under way")
  func shutdown() async throws {
    let host = try await makeHost()
    let idle = try Fixtures.named("Idle")
    let task = Task { await host.perform(idle, items: []) }
    try await waitForInstances(1)
    await host.shutdownAndWait()
    #expect(await task.value.failure?.code == "hostGone")
    try await waitForInstances(0)
    try await wait { processes?.all.isEmpty == true }
    #expect(processes?.all.isEmpty == true)
    #expect(await host.perform(idle, items: []).failure?.code == "hostGone")
  }

  @Test("Nothing is left open after requests of every kind")
  func descriptors() async {
    // In a process of its own, since other tests open and close descriptors at the same time.
    await #expect(processExitsWith: .success) {
      // Dispatch opens what its timers need at their first use and keeps it.
      try await Task.sleep(for: .milliseconds(1), clock: .continuous)
      try await Task.sleep(for: .milliseconds(1), clock: .suspending)
      let before = DescriptorTable.targets
      for _ in 0..<2 {
        let host = try ExtensionHost(configuration: Fixtures.configuration)
        for name in ["CompleteEarly", "Crash", "Unresolved", "Garbage", "Exit"] {
          var options = RequestOptions()
          options.waitsForExit = true
          _ = await host.perform(try Fixtures.named(name), items: [], options: options)
        }
        await host.shutdownAndWait()
      }
      // The thread lets go of its last references just after it told that it ends.
      try await wait { DescriptorTable.targets == before }
      #expect(DescriptorTable.targets == before)
    }
  }

  @Test("A killed host leaves no process after a second")
  func hostKilled() async throws {
    let processes = try #require(processes)
    let host = try Spawn(
      path: BuiltProducts.program("oriel"),
      arguments: ["oriel", "run", "--timeout", "600", BuiltProducts.bundle("HangInRequest")],
      environment: ["ORIEL_RUNNER=\(processes.path)", "PATH=/usr/bin:/bin"]
    ).start(descriptors: DescriptorList())
    // Launcher, fork server and instance, which is the extension's when it has two threads.
    try await wait { processes.all.count == 3 && processes.threads.contains(2) }
    #expect(processes.all.count == 3)
    _ = try host.kill()
    let end = ContinuousClock.now + .seconds(1)
    try await wait { processes.all.isEmpty || ContinuousClock.now > end }
    #expect(processes.all.isEmpty)
    try await wait { (try? host.reap()) != nil }
  }

  @Test("A host works where SIGCHLD is ignored, and changes nothing of its process")
  func processState() async {
    await #expect(processExitsWith: .success) {
      signal(SIGCHLD, SIG_IGN)
      let before = ProcessState()
      let host = try ExtensionHost(configuration: Fixtures.configuration)
      var options = RequestOptions()
      options.waitsForExit = true
      let result = await host.perform(
        try Fixtures.named("Exit"),
        items: [],
        options: options
      )
      #expect(result.failure == .crash(.exited(code: 7)))
      await host.shutdownAndWait()
      #expect(ProcessState() == before)
    }
  }

  @Test("The whole Swift runtime works a hundred times")
  func swiftRuntime() async throws {
    let host = try await makeHost()
    let item = try Fixtures.named("SwiftRuntime")
    await withTaskGroup(of: RequestResult.self) { group in
      for _ in 0..<100 { group.addTask { await host.perform(item, items: []) } }
      for await result in group {
        guard case .completed = result.outcome else {
          Issue.record("\(result.outcome)")
          continue
        }
      }
    }
    await host.shutdownAndWait()
  }

  @Test("The sandbox can be looked at without an extension")
  func report() async throws {
    let host = try await makeHost()
    let report = try await host.start()
    #expect(report.isSufficient)
    #expect(report.entries.count == 27)
    await host.shutdownAndWait()
  }

  /// Waits until so many instances run.
  private func waitForInstances(_ count: Int) async throws {
    let processes = try #require(processes)
    try await wait { processes.instances.count == count }
    #expect(processes.instances.count == count)
  }
}

/// What a library could change of its process and must not.
private struct ProcessState: Equatable {
  /// Which signals are ignored and which are handled.
  private let signals: [String]
  private let folder = FileManager.default.currentDirectoryPath
  private let environment = ProcessInfo.processInfo.environment
  private let mask: mode_t

  init() {
    // Reading the mask needs setting it.
    mask = umask(0)
    _ = umask(mask)
    signals = Self.status.filter { $0.hasPrefix("SigIgn") || $0.hasPrefix("SigCgt") }
  }

  /// The lines of this process's status.
  private static var status: [String] {
    let data = FileManager.default.contents(atPath: "/proc/self/status") ?? Data()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
