import COriel
import Foundation
import OrielExtension
import Synchronization
import Testing

/// A handler that is a closure.
private struct Handler: RequestHandler {
  let body: @Sendable (ExtensionRequest) async throws -> Response

  func handle(_ request: ExtensionRequest) async throws -> Response { try await body(request) }
}

/// Everything that a file descriptor holds.
func readFile(_ descriptor: Int32) -> [UInt8] {
  let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
  return (try? file.readToEnd()).flatMap { $0 }.map(Array.init) ?? []
}

/// A slot that must be there is null.
private struct Missing: Error {}

/// The extension's request table, as the instance finds it.
private func requestTable(
  _ body: @escaping @Sendable (ExtensionRequest) async throws -> Response
) throws -> oriel_extension_request {
  guard let entry = unsafe ExtensionMain.entry({ Handler(body: body) }) else { throw Missing() }
  // The SDK documents that the address is that of an `oriel_entry`.
  let value = unsafe entry.load(as: oriel_entry.self)
  let (size, version) = (value.size, value.abi_version)
  #expect(size == 16)
  #expect(version == 1)
  guard let getInterface = unsafe value.get_interface,
    let table = unsafe getInterface(ORIEL_ID_REQUEST)
  else { throw Missing() }
  let hasUnknownTable = unsafe getInterface("org.example.unknown/1") != nil
  #expect(!hasUnknownTable)
  let isSameTable = unsafe getInterface(ORIEL_ID_REQUEST) == table
  #expect(isSameTable)
  // The id names the type.
  return unsafe table.load(as: oriel_extension_request.self)
}

/// Begins a request and returns the table for what follows.
@discardableResult
func begin(
  _ body: @escaping @Sendable (ExtensionRequest) async throws -> Response
) throws -> oriel_extension_request {
  let table = try requestTable(body)
  guard let begin = unsafe table.begin else { throw Missing() }
  let status = unsafe begin(FakeHost.makeObject(), FakeHost.request)
  #expect(status == ORIEL_OK)
  return table
}

@Suite(.serialized, .timeLimit(.minutes(1)))
struct `A Swift extension` {
  @Test func `completes with what its handler returns`() async throws {
    let host = FakeHost()
    let path = FileManager.default.temporaryDirectory.appending(path: "sdk-\(UUID())").path
    try Data("from a file".utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    try begin { _ in
      [
        ReturnedItem(
          title: "Titel",
          text: "straße",
          userInfo: .dictionary(["a": .integer(1)]),
          attachments: [
            ReturnedAttachment(.bytes([1, 2, 3]), type: .jpeg, suggestedName: "a.jpg"),
            ReturnedAttachment(
              first: .init(type: .plainText, content: .file(path: path)),
              others: [.init(type: .data, content: .bytes([]))]
            ),
          ]
        ), ReturnedItem(),
      ]
    }
    let made = FakeHost.Item(
      title: "Titel",
      text: "straße",
      userInfo: Array(Self.binary),
      attachments: [
        .init(name: "a.jpg", contents: ["public.jpeg": [1, 2, 3]]),
        .init(
          contents: ["public.plain-text": Array("from a file".utf8), "public.data": []]),
      ]
    )
    #expect(
      await host.nextEvent() == .completed(items: [made, .init()], failures: [:], flags: 0)
    )
  }

  /// The dictionary `{a = 1}` as Foundation writes it.
  private static let binary =
    Data(
      base64Encoded: "YnBsaXN0MDDRAQJRYRABCAsNAAAAAAAAAQEAAAAAAAAAAwAAAAAAAAAAAAAAAAAAAA8="
    ) ?? Data()

  @Test func `is told which limit of user info its result is over`() async throws {
    let host = FakeHost()
    try begin { _ in
      [ReturnedItem(userInfo: .data([UInt8](repeating: 0, count: 70_000)))]
    }
    guard case .cancelled(let failure, _) = await host.nextEvent() else {
      Issue.record("the request was not cancelled")
      return
    }
    #expect(failure.domain == "oriel.status" && failure.code == -7)
    #expect(failure.text.contains("too large: the user info has more than 65536 bytes"))
  }

  @Test func `tells types apart by their letters and not by their case`() {
    #expect(ContentType(rawValue: "Public.JPEG") == .jpeg)
    #expect(ContentType(rawValue: "public.jpe") != .jpeg)
    #expect(Set<ContentType>(["PUBLIC.PNG", .png, .jpeg]).count == 2)
  }

  @Test func `sees what the host sent`() async throws {
    let host = FakeHost()
    host.add(.init(title: "One", userInfo: Array(Self.binary)))
    host.add(.init(userInfo: [0xFE, 1]))
    host.add(
      .init(text: "Puppies"),
      attachments: [
        .init(types: ["public.plain-text"]),
        .init(types: ["public.heic", "public.jpeg"], name: "p"),
      ]
    )
    try begin { request in
      #expect(request.items.map(\.title) == ["One", nil, nil])
      #expect(request.items.map(\.userInfo) == [.dictionary(["a": .integer(1)]), nil, nil])
      #expect(request.items.map(\.userInfoBytes) == [Array(Self.binary), [0xFE, 1], nil])
      #expect(request.text == "Puppies")
      let images = request.attachments(conformingTo: .image)
      #expect(images.map(\.suggestedName) == ["p"])
      #expect(images.first?.types == ["public.heic", "public.jpeg"])
      #expect(images.first?.firstType(conformingTo: .image) == "public.jpeg")
      #expect(request.attachments.count == 2)
      #expect(request.bundle.identifier == "org.example.tested")
      #expect(request.bundle.locale == "de_AT.UTF-8")
      #expect(request.bundle.timeZone == nil)
      #expect(request.bundle.value(of: .threads) == 64)
      #expect(request.bundle.value(of: .memory) == nil)
      #expect(request.bundle.isGranted("org.example.granted"))
      #expect(!request.bundle.isGranted("org.example.other"))
      return []
    }
    #expect(await host.nextEvent() == .completed(items: [], failures: [:], flags: 0))
  }

  @Test func `cancels with the failure that its handler throws`() async throws {
    let host = FakeHost()
    host.add(.init(text: "x"))
    try begin { request in
      let inner = RequestFailure(domain: "org.example", code: 2, text: "This item.")
      throw RequestFailure(
        domain: "org.example",
        code: -7,
        text: "Nein, ß.",
        itemFailures: [ItemFailure(try #require(request.items.first), inner)]
      )
    }
    #expect(
      await host.nextEvent()
        == .cancelled(
          .init(domain: "org.example", code: -7, text: "Nein, ß."),
          failures: [100: .init(domain: "org.example", code: 2, text: "This item.")]
        )
    )
  }

  @Test func `cancels without the failures of items when the host refuses them`() async throws {
    let host = FakeHost()
    host.add(.init())
    try begin { request in
      let item = try #require(request.items.first)
      let inner = RequestFailure(domain: "org.example", code: 2, text: "This item.")
      throw RequestFailure(
        domain: "org.example",
        code: 5,
        text: "All of it.",
        // More than ORIEL_MAX_ITEMS.
        itemFailures: [ItemFailure](repeating: ItemFailure(item, inner), count: 65)
      )
    }
    #expect(
      await host.nextEvent()
        == .cancelled(.init(domain: "org.example", code: 5, text: "All of it."), failures: [:])
    )
  }

  @Test(arguments: [(0, 65536), (65535, 65535), (65537, 65536), (100_000, 1024)])
  func `cancels with as much of a text as the host takes`(
    length: Int,
    limit: Int
  ) async throws {
    let host = FakeHost()
    host.state.withLock { $0.errorTextLimit = limit }
    let text = String(repeating: "x", count: length)
    try begin { _ in throw RequestFailure(domain: "org.example", code: 5, text: text) }
    #expect(
      await host.nextEvent()
        == .cancelled(
          .init(domain: "org.example", code: 5, text: String(text.prefix(limit))),
          failures: [:]
        )
    )
  }

  @Test func `cancels with the status when the host refuses all else`() async throws {
    let host = FakeHost()
    host.state.withLock { $0.refusals = 3 }
    try begin { _ in throw RequestFailure(domain: "org.example", code: 5, text: "x") }
    #expect(
      await host.nextEvent()
        == .cancelled(
          .init(
            domain: "oriel.status",
            code: Int64(ORIEL_E_TOO_LARGE),
            text: "The request failed, and why could not be returned: too large."
          ),
          failures: [:]
        )
    )
  }

  @Test func `hears of a cancellation that came before the request began`() async throws {
    let host = FakeHost()
    let table = try requestTable { request in
      #expect(request.cancelReason == .deadline)
      while !Task.isCancelled { await Task.yield() }
      throw CancellationError()
    }
    let host_cancelled = try #require(table.host_cancelled)
    host_cancelled(FakeHost.request, ORIEL_CANCEL_DEADLINE)
    guard let begin = unsafe table.begin else { throw Missing() }
    let status = unsafe begin(FakeHost.makeObject(), FakeHost.request)
    #expect(status == ORIEL_OK)
    #expect(
      await host.nextEvent()
        == .cancelled(
          .init(
            domain: "oriel.cancelled",
            code: Int64(ORIEL_CANCEL_DEADLINE),
            text: CancelReason.deadline.description
          ),
          failures: [:]
        )
    )
  }

  @Test func `describes an error of another kind`() async throws {
    struct Odd: Error, CustomStringConvertible { let description = "Something odd." }
    let host = FakeHost()
    try begin { _ in throw Odd() }
    guard case .cancelled(let failure, _) = await host.nextEvent() else {
      Issue.record("the request was not cancelled")
      return
    }
    #expect(failure.text == "Something odd.")
    #expect(failure.domain.contains("Odd"))
  }

  @Test func `reports failures of single items beside a result`() async throws {
    let host = FakeHost()
    host.add(.init())
    host.add(.init())
    try begin { request in
      let failure = RequestFailure(domain: "org.example", code: 3, text: "Not this one.")
      return Response(itemFailures: [ItemFailure(request.items[1], failure)])
    }
    #expect(
      await host.nextEvent()
        == .completed(
          items: [],
          failures: [101: .init(domain: "org.example", code: 3, text: "Not this one.")],
          flags: 0
        )
    )
  }

  @Test func `cancels and says why when the host refuses the result`() async throws {
    let host = FakeHost()
    host.state.withLock { $0.setTextStatus = ORIEL_E_TOO_LARGE }
    try begin { _ in [ReturnedItem(text: "too much")] }
    #expect(
      await host.nextEvent()
        == .cancelled(
          .init(
            domain: "oriel.status",
            code: Int64(ORIEL_E_TOO_LARGE),
            text: "The result could not be returned: too large."
          ),
          failures: [:]
        )
    )
  }

  @Test(arguments: [FakeHost.LoadTime.beforeReturn, .onAnotherThread])
  func `loads bytes, descriptors and URLs`(time: FakeHost.LoadTime) async throws {
    let host = FakeHost()
    host.state.withLock { $0.loadTime = time }
    host.add(
      .init(),
      attachments: [.init(types: ["public.data"], content: Array("file:///x".utf8))]
    )
    try begin { request in
      let attachment = try #require(request.attachments.first)
      let bytes = try await attachment.bytes(as: .data)
      let url = try await attachment.url(as: .data)
      do {
        let closed = try await attachment.descriptor(as: .data)
        #expect(closed.withRawValue { $0 } == 1234)
      }
      let kept = try await attachment.descriptor(as: .data)
      return [ReturnedItem(title: url, text: "\(bytes.count) \(kept.release())")]
    }
    #expect(
      await host.nextEvent()
        == .completed(
          items: [.init(title: "file:///x", text: "9 1234")],
          failures: [:],
          flags: 0
        )
    )
    host.state.withLock { state in
      // Bytes and URL, then the descriptor that is closed, then the one that is kept.
      #expect(state.closed == [-1, -1, 1234, -1])
      #expect(state.contextReleases == 4)
    }
  }

  @Test(arguments: [
    (ORIEL_E_NOT_FOUND, LoadError.noSuchType), (ORIEL_E_UNSUPPORTED, .unsupportedForm),
    (ORIEL_E_TOO_LARGE, .tooLarge), (ORIEL_E_HOST_GONE, .hostGone), (ORIEL_E_DENIED, .denied),
    (ORIEL_E_IO, .unreadable), (ORIEL_E_STALE, .failed(status: ORIEL_E_STALE)),
  ])
  func `gets a typed error for a load that fails`(
    status: oriel_status,
    error: LoadError
  ) async throws {
    let host = FakeHost()
    host.state.withLock { $0.loadStatus = status }
    host.add(.init(), attachments: [.init(types: ["public.data"])])
    try begin { request in
      let attachment = try #require(request.attachments.first)
      await #expect(throws: error) { try await attachment.bytes(as: .data) }
      return []
    }
    #expect(await host.nextEvent() == .completed(items: [], failures: [:], flags: 0))
    #expect(host.state.withLock { $0.contextReleases } == 0)
  }

  @Test func `loads from a host that tells no progress and has no previews`() async throws {
    let host = FakeHost()
    host.add(.init(), attachments: [.init(types: ["public.data"], content: [1, 2])])
    try begin { request in
      let attachment = try #require(request.attachments.first)
      let bytes = try await attachment.bytes(as: .data) { _ in Issue.record("a word came") }
      #expect(bytes == [1, 2])
      await #expect(throws: LoadError.unsupportedForm) {
        try await attachment.preview(width: 8, height: 8)
      }
      return []
    }
    #expect(await host.nextEvent() == .completed(items: [], failures: [:], flags: 0))
    // One load; what was not started is let go of by the SDK itself.
    #expect(host.state.withLock { $0.contextReleases } == 1)
  }

  @Test(arguments: [
    (ORIEL_CANCEL_BY_HOST, CancelReason.byHost), (ORIEL_CANCEL_DEADLINE, .deadline),
    (ORIEL_CANCEL_HOST_GONE, .hostGone),
  ])
  func `is cancelled by the host in the middle of a load`(
    number: UInt32,
    reason: CancelReason
  ) async throws {
    let host = FakeHost()
    host.state.withLock { $0.loadTime = .whenCancelled }
    host.add(.init(), attachments: [.init(types: ["public.data"])])
    let table = try begin { request throws -> Response in
      request.log.write("loading")
      let attachment = try #require(request.attachments.first)
      do {
        return [ReturnedItem(text: "\(try await attachment.bytes(as: .data))")]
      } catch {
        #expect(error as? LoadError == .cancelled)
        #expect(request.cancelReason == reason)
        throw error
      }
    }
    #expect(await host.nextEvent() == .log(ORIEL_LOG_NOTICE, "loading"))
    let host_cancelled = try #require(table.host_cancelled)
    host_cancelled(FakeHost.request, number)
    #expect(
      await host.nextEvent()
        == .cancelled(
          .init(domain: "oriel.cancelled", code: Int64(number), text: reason.description),
          failures: [:]
        )
    )
  }

  @Test func `goes on working after its outcome, and then says that it is done`() async throws {
    let host = FakeHost()
    try begin { request in
      Response(items: [ReturnedItem(text: "done")]) { request.log.write("working", level: .info) }
    }
    #expect(
      await host.nextEvent()
        == .completed(
          items: [.init(text: "done")],
          failures: [:],
          flags: ORIEL_COMPLETE_KEEP_WORKING
        )
    )
    #expect(await host.nextEvent() == .log(ORIEL_LOG_INFO, "working"))
    #expect(await host.nextEvent() == .finishedWork)
  }

  @Test func `has its later work cancelled when the time is over`() async throws {
    let host = FakeHost()
    let table = try begin { request in
      Response {
        while !Task.isCancelled { await Task.yield() }
        request.log.write("stopped")
      }
    }
    #expect(
      await host.nextEvent()
        == .completed(items: [], failures: [:], flags: ORIEL_COMPLETE_KEEP_WORKING)
    )
    let expiring = try #require(table.expiring)
    expiring(FakeHost.request)
    #expect(await host.nextEvent() == .log(ORIEL_LOG_NOTICE, "stopped"))
    #expect(await host.nextEvent() == .finishedWork)
  }

  @Test func `cuts a long log line at a character`() async throws {
    let host = FakeHost()
    // 4,095 bytes, then a character of two bytes that does not fit any more.
    let line = String(repeating: "x", count: 4095) + "ß"
    try begin { request in
      request.log.write(line, level: .error)
      return []
    }
    #expect(
      await host.nextEvent() == .log(ORIEL_LOG_ERROR, String(repeating: "x", count: 4095))
    )
  }

  @Test func `ignores a callback for a request that it does not know`() throws {
    let table = try requestTable { _ in [] }
    let host_cancelled = try #require(table.host_cancelled)
    host_cancelled(0xdead, ORIEL_CANCEL_BY_HOST)
    let expiring = try #require(table.expiring)
    expiring(0xdead)
  }
}
