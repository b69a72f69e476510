internal import COriel
internal import OrielWire

/// The callback that an extension wants to be made as a load gets on.
@safe struct ProgressCallback: @unchecked Sendable {
  // Invariant: the functions are called on the Oriel thread only, and the extension gave the context
  // away for that.
  private let callback: oriel_progress_callback

  /// Takes over a callback.
  init(_ callback: oriel_progress_callback) {
    unsafe self.callback = callback
  }

  /// Makes the callback.
  func tell(_ progress: LoadAdvanced) {
    Instance.current.callback {
      var value = progress.foreign
      // The extension's function with its own context; the structure outlives the call.
      unsafe callback.advanced?(callback.context, &value)
    }
  }

  /// Gives the context back, after the last call.
  func release() {
    Instance.current.callback {
      // The last use of the context.
      unsafe callback.release?(callback.context)
    }
  }
}

extension LoadAdvanced {
  /// The form that crosses the C boundary.
  var foreign: oriel_progress {
    oriel_progress(
      size: UInt32(MemoryLayout<oriel_progress>.size),
      reserved: 0,
      completed: completed,
      total: total
    )
  }
}
