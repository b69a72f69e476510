internal import COriel
internal import OrielSystem
internal import OrielWire

/// One representation of an attachment.
struct RepresentationRecord {
  /// What a returned representation holds.
  enum Content {
    /// The host has it; it is loaded when asked for.
    case remote
    /// Bytes given by the extension.
    case bytes(StableBytes)
    /// A duplicate of a descriptor given by the extension.
    case file(SharedDescriptor)
  }

  /// Its type.
  let type: StableBytes
  /// Every type that it conforms to, itself included, in lower case.
  let conformsTo: Set<String>
  /// Where its content is.
  let content: Content
}

/// One attachment, of an input item or of one made by the extension.
struct AttachmentRecord {
  /// Whether it came from the host, and so cannot be changed.
  let isInput: Bool
  /// The name to suggest for it.
  var suggestedName: StableBytes?
  /// Its representations, the best first.
  var representations: [RepresentationRecord] = []

  /// The first representation of a type or of one that conforms to it.
  func representation(conformingTo type: String) -> RepresentationRecord? {
    let wanted = type.lowercased()
    return representations.first { $0.conformsTo.contains(wanted) }
  }
}

/// One item, of the input or made by the extension.
struct ItemRecord {
  /// Whether it came from the host, and so cannot be changed.
  let isInput: Bool
  var title: StableBytes?
  var text: StableBytes?
  var userInfo: StableBytes?
  /// Places of its attachments in the request's list.
  var attachments: [Int] = []
}

/// How far a request is.
enum RequestPhase: Equatable {
  /// No terminal call was made.
  case running
  /// The outcome is given; `keepsWorking` until finish_work.
  case finished(keepsWorking: Bool)
}

/// The request that this instance serves: its items and how far it is.
struct RequestRecord {
  /// The handles of this request.
  var handles: HandleSpace
  /// The handle of the request itself, which outlives those of its items.
  let handle: UInt64
  /// How far it is.
  var phase = RequestPhase.running
  /// Input items first, then those made by the extension.
  var items: [ItemRecord] = []
  /// Attachments of the input first, then those made by the extension.
  var attachments: [AttachmentRecord] = []
  /// The number of input items.
  let inputCount: Int
  /// Whether the extension was told of the request.
  var hasBegun = false
  /// Callbacks that the Oriel thread is in.
  var runningCallbacks = 0
  /// Why the host wants the request to stop, when it does.
  var cancelReason: UInt32?

  /// The record of a request whose input has arrived.
  init(_ begin: Begin, random: UInt64) {
    handles = HandleSpace(random: random)
    handle = handles.handle(.request, 0)
    inputCount = begin.items.count
    for item in begin.items {
      var record = ItemRecord(isInput: true)
      record.title = item.title.map { StableBytes($0) }
      record.text = item.text.map { StableBytes($0) }
      record.userInfo = item.userInfo.map { StableBytes($0) }
      for attachment in item.attachments {
        record.attachments.append(attachments.count)
        attachments.append(AttachmentRecord(attachment))
      }
      items.append(record)
    }
  }

  /// Whether the outcome is given.
  var isFinished: Bool { phase != .running }

  /// Whether nothing keeps the process any more.
  var mayEnd: Bool { phase == .finished(keepsWorking: false) && runningCallbacks == 0 }

  /// The place of an item, or the status to give back.
  func item(_ handle: UInt64) throws(Status) -> Int {
    guard let place = handles.place(.item, handle), place < items.count else { throw .stale }
    return place
  }

  /// The place of an attachment, or the status to give back.
  func attachment(_ handle: UInt64) throws(Status) -> Int {
    guard let place = handles.place(.attachment, handle), place < attachments.count else {
      throw .stale
    }
    return place
  }

  /// Checks the handle of the request.
  func request(_ handle: UInt64) throws(Status) {
    guard handle == self.handle else { throw .stale }
  }

  /// Ends the request for every thread: later calls find stale handles.
  mutating func finish(keepsWorking: Bool, random: UInt64) {
    phase = .finished(keepsWorking: keepsWorking)
    handles.invalidate(random: random)
  }
}

extension AttachmentRecord {
  /// The record of an input attachment.
  init(_ attachment: WireAttachment) {
    isInput = true
    suggestedName = attachment.suggestedName.map { StableBytes($0) }
    representations = attachment.representations.map { representation in
      RepresentationRecord(
        type: StableBytes(representation.type),
        conformsTo: Set(
          ([representation.type] + representation.conformsTo).map { $0.lowercased() }
        ),
        content: .remote
      )
    }
  }
}

/// A descriptor that several records may hold.
final class SharedDescriptor: Sendable {
  /// The descriptor.
  let descriptor: Descriptor

  /// Takes over a descriptor.
  init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }
}
