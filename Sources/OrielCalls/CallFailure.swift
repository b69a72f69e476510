package import OrielWire

/// Why calls cannot be prepared.
package struct CallFailure: Error {
  /// What the host is told.
  package let message: LoadFailed

  /// Describes a failure.
  init(_ kind: LoadFailed.Kind, _ text: String) {
    message = LoadFailed(kind: kind, text: String(text.prefix(1024)))
  }
}
