internal import CShims
internal import OrielWire

/// Calls of the extension that must come back.
enum Guarded {
  /// Runs calls into the extension; a thread that ends inside them ends the instance with a reason.
  static func call(_ body: () -> Void) {
    withoutActuallyEscaping(body) { body in
      var body = body
      unsafe withUnsafeMutablePointer(to: &body) { pointer in
        // The pointer is to the closure above, which outlives the call.
        unsafe oriel_shim_call_guarded(
          { context in
            // The context is the pointer passed below.
            unsafe context?.assumingMemoryBound(to: (() -> Void).self).pointee()
          },
          { _ in
            LastWords.report(
              .threadExitedInCall,
              "the extension ended the thread that it was called on"
            )
            Instance.exit(1)
          },
          pointer
        )
      }
    }
  }
}
