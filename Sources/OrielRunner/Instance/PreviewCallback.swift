internal import COriel

/// The callback that an extension wants to be made when a preview is there.
@safe struct PreviewCallback: @unchecked Sendable {
  // Invariant: the functions are called on the Oriel thread only, each once, and the extension gave
  // the context away for that.
  private let callback: oriel_preview_callback

  /// Takes over a callback.
  init(_ callback: oriel_preview_callback) {
    unsafe self.callback = callback
  }

  /// Makes the callback and then releases its context.
  func tell(_ result: Result<LoadedContent, Status>) {
    Instance.current.callback {
      switch result {
      case .success(let content):
        if let picture = content.picture {
          var preview = unsafe oriel_preview(
            size: UInt32(MemoryLayout<oriel_preview>.size),
            width: picture.width,
            height: picture.height,
            reserved: 0,
            type: picture.type.lent,
            image: content.bytes.lent
          )
          // The extension's function with its own context; the structure outlives the call.
          unsafe callback.loaded?(callback.context, ORIEL_OK, &preview)
        } else {
          // As above.
          unsafe callback.loaded?(callback.context, ORIEL_E_INTERNAL, nil)
        }
      case .failure(let status):
        // As above.
        unsafe callback.loaded?(callback.context, status.code, nil)
      }
      // The last use of the context.
      unsafe callback.release?(callback.context)
    }
  }
}
