internal import CFFI

/// A function of the instance that leads to a function of the host, while the host lends it one.
@safe struct LentCallback: @unchecked Sendable {
  // Invariant: the memory stays as long as the process; the thread that makes the call writes it
  // before the library has the function, and clears it afterwards.

  /// What a function finds when it is called.
  @unsafe struct Record {
    /// What kind it is.
    let kind: Unmanaged<CallbackKind>
    /// Whose it is.
    let engine: Unmanaged<CallEngine>
    /// The host's number; 0 while nothing is lent.
    var number: UInt64 = 0
    /// What the lengths of arguments are multiples of.
    var measures: [UInt64]
  }

  /// What the function finds.
  private let record: UnsafeMutablePointer<Record>
  /// The kind.
  private let kind: CallbackKind
  /// The function.
  let address: UInt
  /// Whether it stays with the library after the call.
  var isKept = false

  /// Makes a function that stays as long as the process; nil when there can be no more.
  init?(_ kind: CallbackKind, _ engine: CallEngine) {
    let record = UnsafeMutablePointer<Record>.allocate(capacity: 1)
    // Both objects stay as long as the process, which never lets go of them.
    unsafe record.initialize(
      to: Record(
        kind: .passRetained(kind),
        engine: .passRetained(engine),
        measures: Array(repeating: 0, count: kind.arguments.count)
      )
    )
    let code = unsafe oriel_ffi_closure(
      kind.signature,
      { _, result, arguments, data in
        guard let data = unsafe data else { return }
        // The data is the record that the closure was made with.
        let record = unsafe data.assumingMemoryBound(to: Record.self)
        unsafe CallbackCall.run(record.pointee, result, arguments)
      },
      record
    )
    guard let code = unsafe code else { return nil }
    unsafe self.record = record
    self.kind = kind
    address = UInt(bitPattern: code)
  }

  /// Lends it a function of the host.
  func begin(_ number: UInt64) {
    unsafe record.pointee.number = number
  }

  /// What is lent is over: a call now is one too late.
  func end() {
    unsafe record.pointee.number = 0
  }

  /// Sets what the length of an argument is a multiple of.
  func setMeasure(_ argument: Int, _ value: UInt64) {
    guard unsafe record.pointee.measures.indices.contains(argument) else { return }
    unsafe record.pointee.measures[argument] = value
  }

  /// Gives the function back.
  func takeBack() {
    kind.takeBack(self)
  }
}
