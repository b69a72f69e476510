internal import COriel

/// The callback that an extension wants to be made when a load ends.
@safe struct LoadCallback: @unchecked Sendable {
  // Invariant: the functions are called on the Oriel thread only, each once, and the extension gave
  // the context away for that.
  private let callback: oriel_load_callback

  /// Takes over a callback.
  init(_ callback: oriel_load_callback) {
    unsafe self.callback = callback
  }

  /// Makes the callback and then releases its context.
  func tell(_ result: Result<LoadedContent, Status>, _ table: LoadTable) {
    Instance.current.callback {
      switch result {
      case .success(let content):
        var loaded = unsafe table.lend(content)
        // The extension's function with its own context; the structure outlives the call.
        unsafe callback.loaded?(callback.context, ORIEL_OK, &loaded)
      case .failure(let status):
        // As above.
        unsafe callback.loaded?(callback.context, status.code, nil)
      }
      // The last use of the context.
      unsafe callback.release?(callback.context)
    }
  }
}
