import COriel
import Synchronization

/// A host in the test's own process: C tables that play back input and record what is returned.
final class FakeHost: Sendable {
  /// An input attachment.
  struct Attachment: Sendable {
    var types: [String]
    var name: String?
    var content: [UInt8] = []
  }

  /// An input item, or one that the extension made.
  struct Item: Sendable, Equatable {
    var title: String?
    var text: String?
    var userInfo: [UInt8]?
    var attachments: [Made] = []
  }

  /// An attachment that the extension made.
  struct Made: Sendable, Equatable {
    var name: String?
    var contents: [String: [UInt8]] = [:]
  }

  /// An error as the host received it.
  struct Failure: Sendable, Equatable {
    var domain: String
    var code: Int64
    var text: String
  }

  /// What the extension did with the request.
  enum Event: Sendable, Equatable {
    case completed(items: [Item], failures: [UInt64: Failure], flags: UInt32)
    case cancelled(Failure, failures: [UInt64: Failure])
    case finishedWork
    case log(UInt32, String)
  }

  /// When the callback of a load comes.
  enum LoadTime: Sendable { case beforeReturn, onAnotherThread, whenCancelled }

  /// What the lock protects.
  struct State: Sendable {
    var input: [(item: Item, attachments: [Attachment])] = []
    var made: [UInt64: Item] = [:]
    var madeAttachments: [UInt64: (item: UInt64, index: Int)] = [:]
    var nextHandle: UInt64 = 5000
    var loadTime = LoadTime.beforeReturn
    var loadStatus = ORIEL_OK
    var setTextStatus = ORIEL_OK
    /// The longest error text that a cancellation may have, and how many are refused in any case.
    var errorTextLimit = 65536
    var refusals = 0
    var pending: [UInt64: LoadCallback] = [:]
    /// The descriptors that release_loaded was told to close, and how often a context was released.
    var closed: [Int32] = []
    var contextReleases = 0
    /// What was asked, what asking gives, the answer, and the descriptors that came with answers.
    var asked: [String] = []
    var askStatus = ORIEL_OK
    var answer = (status: ORIEL_OK, text: "")
    var pendingAnswers: [UInt64: AnswerCallback] = [:]
    var passed: [Int32] = []
    /// Whether this host has tables for questions at all.
    var offersServices = true
  }

  /// A load's callback, in a form that may cross threads.
  @safe struct LoadCallback: Sendable {
    let context: UInt
    let loaded:
      @convention(c) @Sendable (
        UnsafeMutableRawPointer?, oriel_status, UnsafeMutablePointer<oriel_loaded>?
      ) -> Void
    let release: @convention(c) @Sendable (UnsafeMutableRawPointer?) -> Void
  }

  /// The host that the C tables talk to; the suite runs one test at a time.
  static let currentHost = Mutex<FakeHost?>(nil)
  /// The host that the C tables talk to.
  static var current: FakeHost {
    guard let host = currentHost.withLock({ $0 }) else { fatalError("no fake host is set") }
    return host
  }

  /// The handle of the only request of the current host.
  static var request: oriel_request { current.request }
  /// The handle that the next host gives to its request.
  private static let nextRequest = Atomic<oriel_request>(0x1_0000_0007)

  /// The handle of the only request; another one in each host, as the SDK knows them all.
  let request = nextRequest.wrappingAdd(1, ordering: .relaxed).newValue

  let state = Mutex(State())
  private let stream: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
    Self.currentHost.withLock { $0 = self }
  }

  /// Waits for the next thing that the extension does.
  func nextEvent() async -> Event? {
    for await event in stream { return event }
    return nil
  }

  func record(_ event: Event) { continuation.yield(event) }

  /// Adds an input item; its handle is 100 plus its index.
  func add(_ item: Item, attachments: [Attachment] = []) {
    state.withLock { $0.input.append((item, attachments)) }
  }

  /// The input attachment with a handle, which is 1000 times its item's plus its index.
  func attachment(_ handle: UInt64) -> Attachment? {
    state.withLock { state in
      let item = Int(handle / 1000) - 100
      let index = Int(handle % 1000)
      guard state.input.indices.contains(item),
        state.input[item].attachments.indices.contains(index)
      else { return nil }
      return state.input[item].attachments[index]
    }
  }

  /// The input item with a handle.
  func item(_ handle: UInt64) -> (item: Item, attachments: [Attachment])? {
    state.withLock { state in
      guard handle >= 100, handle < 100 + UInt64(state.input.count) else { return nil }
      return state.input[Int(handle) - 100]
    }
  }

  /// Changes an item that the extension made.
  func change(_ handle: UInt64, _ body: (inout Item) -> Void) -> oriel_status {
    state.withLock { state in
      guard var item = state.made[handle] else { return ORIEL_E_STALE }
      body(&item)
      state.made[handle] = item
      return ORIEL_OK
    }
  }

  /// Changes an attachment that the extension made.
  func changeAttachment(_ handle: UInt64, _ body: (inout Made) -> Void) -> oriel_status {
    guard let place = state.withLock({ $0.madeAttachments[handle] }) else { return ORIEL_E_STALE }
    return change(place.item) { body(&$0.attachments[place.index]) }
  }
}

/// Memory that is never freed, as the host's strings outlive the request.
func lend(_ bytes: [UInt8]?, to out: UnsafeMutablePointer<oriel_bytes>?) -> oriel_status {
  guard let bytes else { return ORIEL_E_NOT_FOUND }
  let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
  // The buffer was allocated with the length of the bytes; `out` is the SDK's local variable.
  unsafe memory.copyBytes(from: bytes)
  unsafe out?.pointee = unsafe oriel_bytes(data: memory.baseAddress, length: UInt64(bytes.count))
  return ORIEL_OK
}

/// Lends a text.
func lend(_ text: String?, to out: UnsafeMutablePointer<oriel_bytes>?) -> oriel_status {
  unsafe lend(text.map { Array($0.utf8) }, to: out)
}

/// Copies what the SDK lends during a call.
func copy(_ bytes: UnsafePointer<oriel_bytes>?) -> [UInt8] {
  // The SDK's structure is valid during the call.
  unsafe bytes.map { unsafe copy($0.pointee) } ?? []
}

/// Copies what the SDK lends during a call.
func copy(_ bytes: oriel_bytes) -> [UInt8] {
  // The SDK's bytes are valid during the call.
  unsafe Array(UnsafeRawBufferPointer(start: bytes.data, count: Int(bytes.length)))
}

/// Copies a text that the SDK lends during a call.
func text(_ bytes: oriel_bytes) -> String {
  unsafe String(decoding: copy(bytes), as: UTF8.self)
}

/// Copies a text that the SDK lends during a call.
func text(_ bytes: UnsafePointer<oriel_bytes>?) -> String {
  unsafe String(decoding: copy(bytes), as: UTF8.self)
}

/// Copies an error that the SDK lends during a call; a missing one is no error of the SDK's.
func failure(_ error: UnsafePointer<oriel_error>?) -> FakeHost.Failure {
  unsafe error.map { unsafe failure($0.pointee) }
    ?? FakeHost.Failure(domain: "missing", code: 0, text: "missing")
}

/// Copies an error that the SDK lends during a call.
func failure(_ error: oriel_error) -> FakeHost.Failure {
  unsafe FakeHost.Failure(domain: text(error.domain), code: error.code, text: text(error.text))
}

/// Copies item errors that the SDK lends during a call.
func failures(
  _ errors: UnsafePointer<oriel_item_error>?,
  _ count: UInt64
) -> [UInt64: FakeHost.Failure] {
  var result: [UInt64: FakeHost.Failure] = [:]
  let array = unsafe UnsafeBufferPointer(start: errors, count: Int(count))
  for index in 0..<array.count {
    // The array is valid during the call and has `count` elements.
    let error = unsafe array[index]
    unsafe result[error.item] = unsafe failure(error.error)
  }
  return result
}
