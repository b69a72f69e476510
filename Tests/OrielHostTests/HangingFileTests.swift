import OrielSystem
import OrielTesting
import OrielWire
import Testing

@testable import OrielHost

/// Files that a file system never opens.
@Suite(.requiresBundles, .timeLimit(.minutes(5))) struct HangingFileTests {
  @Test("A file that hangs holds up neither the time limit of its request nor other requests")
  func hanging() async throws {
    let release = try Gate()
    let begun = try Gate()
    let connections = Connections()
    let runner = ScriptedRunner { id, _, socket in
      try ScriptedRunner.load(on: socket)
      guard id == 1 else {
        try ScriptedRunner.send(Complete(items: [], itemFailures: [], flags: 0), on: socket)
        return
      }
      try ScriptedRunner.send(
        LoadAttachment(attachment: 0, type: "public.data", form: .descriptor),
        id: 1,
        on: socket
      )
      // The request is still open when the time limit passes, with the load under way.
      connections.keep(try socket.descriptor.duplicate())
    }
    let host = try runner.host { configuration in
      configuration.limits.requestTime = .milliseconds(300)
      configuration.openFile = { _, _, _ in
        begun.open()
        _ = release.isOpen(within: 60_000)
        return AttachmentServer.Answer(.notFound)
      }
    }
    let item = try Fixtures.named("CompleteEarly")
    let file = ItemProvider(
      representations: [.init(type: .data, source: .file(path: "/nonexistent"))]
    )
    async let first = host.perform(item, items: [ExtensionItem(attachments: [file])])
    try await wait { begun.isOpen(within: 0) }
    #expect(begun.isOpen(within: 0))
    guard case .completed = await host.perform(item, items: []).outcome else {
      Issue.record("the second request did not complete")
      return
    }
    #expect(await first.failure == .timeout(.request))
    await host.shutdownAndWait()
    // The thread that hangs ends when the file system lets it.
    release.open()
  }
}

/// Keeps connections open until the end of a test.
private final class Connections: Sendable {
  private let kept = Lock([Int32]())

  deinit {
    for number in kept.withLock({ $0 }) { _ = Descriptor(owning: number) }
  }

  func keep(_ descriptor: consuming Descriptor) {
    let number = descriptor.release()
    kept.withLock { $0.append(number) }
  }
}
