import COriel
import Glibc
import OrielExtension
import Synchronization
import Testing

/// Whether a descriptor is open.
private func isOpen(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) >= 0 }

extension `A Swift extension` {
  @Test(arguments: [FakeHost.LoadTime.beforeReturn, .onAnotherThread])
  func `connects, opens URLs and has files chosen`(time: FakeHost.LoadTime) async throws {
    let host = FakeHost()
    host.state.withLock { state in
      state.loadTime = time
      state.answer = (ORIEL_OK, "name.txt")
    }
    try begin { request in
      let kept: Int32
      do {
        let dropped = try await request.connect(to: "example.com", port: 443)
        #expect(dropped.withRawValue { isOpen($0) })
        kept = try await request.connect(to: "::1", port: 1).release()
      }
      try await request.open("https://example.com/")
      guard let read = try await request.chooseFile(prompt: "Which?") else { return [] }
      #expect(read.name == "name.txt")
      #expect(read.descriptor.withRawValue { isOpen($0) })
      let written = try await request.chooseFile(for: .readWrite)?.takeDescriptor().release()
      return [ReturnedItem(text: "\(isOpen(kept)) \(isOpen(try #require(written)))")]
    }
    #expect(
      await host.nextEvent()
        == .completed(items: [.init(text: "true true")], failures: [:], flags: 0)
    )
    let (asked, passed) = host.state.withLock { ($0.asked, $0.passed) }
    #expect(
      asked == [
        "connect example.com:443", "connect ::1:1", "open https://example.com/",
        "choose 1 Which?", "choose 2 ",
      ]
    )
    #expect(passed.count == 5)
  }

  @Test(arguments: [
    (ORIEL_E_DENIED, ServiceError.Kind.denied), (ORIEL_E_INVALID_ARGUMENT, .invalid),
    (ORIEL_E_NOT_FOUND, .notFound), (ORIEL_E_UNSUPPORTED, .unsupported), (ORIEL_E_IO, .unreachable),
    (ORIEL_E_TIMEOUT, .timeout), (ORIEL_E_HOST_GONE, .hostGone), (ORIEL_E_CANCELLED, .cancelled),
    (ORIEL_E_NO_MEMORY, .failed(status: ORIEL_E_NO_MEMORY)),
  ])
  func `gets a typed error with the host's reason`(
    status: oriel_status,
    kind: ServiceError.Kind
  ) async throws {
    let host = FakeHost()
    host.state.withLock { $0.answer = (status, "why") }
    try begin { request in
      let error = await #expect(throws: ServiceError.self) {
        _ = try await request.connect(to: "example.com", port: 443)
      }
      #expect(error?.kind == kind && error?.reason == "why")
      #expect(error?.description.hasSuffix(": why.") == true)
      return []
    }
    #expect(await host.nextEvent() == .completed(items: [], failures: [:], flags: 0))
  }

  @Test(arguments: [
    (ORIEL_E_TOO_LARGE, ServiceError.Kind.tooMuch), (ORIEL_E_ALREADY_FINISHED, .cancelled),
  ])
  func `gets a typed error for what cannot even be asked`(
    status: oriel_status,
    kind: ServiceError.Kind
  ) async throws {
    let host = FakeHost()
    host.state.withLock { $0.askStatus = status }
    try begin { request in
      let error = await #expect(throws: ServiceError.self) { try await request.open("x:y") }
      #expect(error?.kind == kind)
      return []
    }
    #expect(await host.nextEvent() == .completed(items: [], failures: [:], flags: 0))
    #expect(host.state.withLock { $0.contextReleases } == 0)
  }

  @Test func `gives a question up when its task is cancelled`() async throws {
    let host = FakeHost()
    host.state.withLock { $0.loadTime = .whenCancelled }
    let table = try begin { request throws -> Response in
      request.log.write("asking")
      let file = try await request.chooseFile()
      return [ReturnedItem(text: file == nil ? "none" : "one")]
    }
    #expect(await host.nextEvent() == .log(ORIEL_LOG_NOTICE, "asking"))
    table.host_cancelled?(FakeHost.request, ORIEL_CANCEL_BY_HOST)
    guard case .cancelled(let failure, _) = await host.nextEvent() else {
      Issue.record("not cancelled")
      return
    }
    #expect(failure.domain == "oriel.cancelled" && failure.code == Int64(ORIEL_CANCEL_BY_HOST))
  }

  @Test func `knows a host that has none of these tables`() async throws {
    let host = FakeHost()
    host.state.withLock { $0.offersServices = false }
    try begin { request in
      for ask in [
        { _ = try await request.connect(to: "a", port: 1) }, { try await request.open("a:b") },
        { _ = try await request.chooseFile() },
      ] as [() async throws -> Void] {
        let error = await #expect(throws: ServiceError.self) { try await ask() }
        #expect(error?.kind == .unsupported)
      }
      return []
    }
    #expect(await host.nextEvent() == .completed(items: [], failures: [:], flags: 0))
  }
}
