internal import CFFI
internal import OrielSystem
internal import OrielWire

/// A kind of functions that lead to the host; used by any thread.
@safe final class CallbackKind: @unchecked Sendable {
  // Invariant: everything but the free functions, which are locked, is set once; what the pointers
  // lead to stays as long as the process.

  /// An argument.
  struct Argument {
    /// What is done with it.
    let description: WireCallback.Argument
    /// Its type.
    let type: WireCType
    /// The bytes of its value.
    let size: Int
  }

  /// The signature.
  let signature: UnsafeMutablePointer<ffi_cif>
  /// The arguments.
  let arguments: [Argument]
  /// The type of the result.
  let result: WireCType
  /// The bytes of the result.
  let resultSize: Int
  /// Functions that nobody has.
  private let free = Lock<[LentCallback]>([])

  /// Prepares a kind.
  init(_ description: WireCallback, _ types: CallTypes) throws(CallFailure) {
    unsafe signature = try types.prepare(description.signature, for: "a callback")
    arguments = zip(description.arguments, description.signature.parameters).map {
      Argument(description: $0, type: $1, size: types.size($1))
    }
    result = description.signature.result
    resultSize = types.size(description.signature.result)
    guard resultSize <= 16 else {
      throw CallFailure(.layoutMismatch, "a callback returns a structure of \(resultSize) bytes")
    }
  }

  /// A function that calls the host's function of a number; nil when no more can be made.
  func lend(_ number: UInt64, of engine: CallEngine) -> LentCallback? {
    let used = free.withLock { $0.popLast() }
    guard let lent = used ?? LentCallback(self, engine) else { return nil }
    lent.begin(number)
    return lent
  }

  /// Takes a function back.
  func takeBack(_ lent: LentCallback) {
    lent.end()
    free.withLock { $0.append(lent) }
  }
}
