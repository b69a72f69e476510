internal import OrielSystem
internal import OrielWire

/// A load for which a function of the host's program runs; used by the host's own thread only.
final class ProviderLoad {
  /// The time between two words about how far it is, in milliseconds.
  static let interval: UInt64 = 50

  /// The number that the instance gave the load.
  let load: UInt64
  /// The form that is wanted.
  let form: LoadAttachment.Form
  /// How far the function says it is.
  let progress: LoadProgress
  /// What runs the function.
  var task: Task<Void, Never>?
  /// Whether the instance wants to hear how far it is.
  var isWatched = false
  /// When the instance was told last.
  var lastTold: MonotonicTime?

  /// A load whose function was not called yet.
  init(load: UInt64, form: LoadAttachment.Form, progress: LoadProgress) {
    self.load = load
    self.form = form
    self.progress = progress
  }
}

/// What a function of the host's program gave for a load.
enum Provided: Sendable {
  /// An answer, made already.
  case answer(AttachmentServer.Answer)
  /// A file, which may take its time to open.
  case file(FileOpener.Target)
  /// A file that is deleted with the request, or when the load is released.
  case temporaryFile(TemporaryFile, untilReleased: Bool)

  /// Brings a content into a form that can be sent; on the thread of the function.
  init(_ content: ItemContent, form: LoadAttachment.Form, limit: UInt64) {
    switch content {
    case .bytes(let bytes):
      guard UInt64(bytes.count) <= limit else {
        let text = "the content has \(bytes.count) bytes in memory, more than \(limit)"
        self = .answer(.init(ItemLoadError(.tooLarge, text)))
        return
      }
      self = .answer(.init(bytes: bytes, for: form))
    case .file(let path, .kept): self = .file(.path(path))
    case .file(let path, let lifetime):
      self = .temporaryFile(TemporaryFile(path: path), untilReleased: lifetime == .untilReleased)
    case .openFile(let file): self = .file(.open(file))
    case .url(let text):
      let bytes = Array(text.utf8)
      let fits = bytes.count <= WireLimit.inlineBytes
      if form == .descriptor {
        self = .answer(.init(ItemLoadError(.unsupported, "the content is a URL")))
      } else if fits {
        self = .answer(.init(.url, bytes))
      } else {
        self = .answer(.init(ItemLoadError(.tooLarge, "the URL has \(bytes.count) bytes")))
      }
    }
  }
}
