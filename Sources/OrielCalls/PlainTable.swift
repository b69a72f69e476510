internal import CFFI
internal import OrielWire

/// The functions that are called plainly, made ready once; it stays as long as the process.
@safe struct PlainTable {
  /// What has to be done with a value before it is an argument.
  @unsafe struct Step {
    /// Which one.
    let index: Int
    /// The kind of handle that it is a token for; nil for where memory is.
    let handle: UInt16?
  }

  /// A function.
  @unsafe struct Function {
    /// Its signature; nil for one that is not called plainly.
    var signature: UnsafeMutablePointer<ffi_cif>?
    /// Where it is; nil when the library does not have it.
    var address: UnsafeMutableRawPointer?
    /// The parameters.
    var count = 0
    /// Those of them that are floating-point numbers, when all lie in registers; else nil.
    var floats: UInt64?
    /// Whether the result is one.
    var returnsFloat = false
    /// What has to be done.
    var steps: UnsafeMutablePointer<Step>?
    /// How much of it there is.
    var stepCount = 0
  }

  /// The functions, by number.
  private let functions: UnsafeMutablePointer<Function>
  /// How many numbers there are.
  private let count: Int
  /// The most parameters.
  let widest: Int

  /// Makes functions ready.
  init(_ descriptions: [WireFunction], _ prepared: [CallEngine.Function]) {
    count = prepared.count
    // Never given back: the instance ends with its connection.
    unsafe functions = .allocate(capacity: max(count, 1))
    var widest = 0
    for (number, function) in prepared.enumerated() {
      var plain = unsafe Function()
      if let passing = descriptions[number].passing, function.tableOffset == nil {
        let steps = UnsafeMutablePointer<Step>.allocate(capacity: max(passing.count, 1))
        for (index, way) in passing.enumerated() {
          let handle: UInt16?
          switch way {
          case .value: continue
          case .memory: handle = nil
          case .handle(let kind): handle = kind
          }
          // There are no more steps than parameters.
          unsafe (steps + plain.stepCount).initialize(to: Step(index: index, handle: handle))
          unsafe plain.stepCount += 1
        }
        unsafe plain.signature = function.signature
        unsafe plain.address = function.address
        unsafe plain.count = passing.count
        let signature = descriptions[number].signature
        unsafe plain.floats = Self.floatsInRegisters(of: signature)
        unsafe plain.returnsFloat = [.f32, .f64].contains(signature.result)
        unsafe plain.steps = steps
        widest = max(widest, passing.count)
      }
      // Numbers are below the capacity.
      unsafe (functions + number).initialize(to: plain)
    }
    self.widest = widest
  }

  /// Which parameters are floating-point numbers; nil for a function whose arguments do not all lie in
  /// registers.
  private static func floatsInRegisters(of signature: WireSignature) -> UInt64? {
    guard signature.fixedCount == nil, signature.result.structure == nil,
      signature.parameters.count <= UInt64.bitWidth
    else { return nil }
    var floats: UInt64 = 0
    for (index, parameter) in signature.parameters.enumerated() {
      guard parameter.structure == nil else { return nil }
      if parameter == .f32 || parameter == .f64 { floats |= 1 << UInt64(index) }
    }
    let integers = signature.parameters.count - floats.nonzeroBitCount
    return integers <= Int(ORIEL_FFI_INTEGER_REGISTERS)
      && floats.nonzeroBitCount <= Int(ORIEL_FFI_FLOAT_REGISTERS) ? floats : nil
  }

  /// The function of a number; nil for one that is not there.
  subscript(number: Int) -> UnsafePointer<Function>? {
    // The bounds are checked here, and the memory stays.
    number >= 0 && number < count ? unsafe UnsafePointer(functions + number) : nil
  }
}

/// Room for the arguments of plain calls, used by the thread of one lane.
@safe final class PlainValues {
  /// The values.
  let values: UnsafeMutablePointer<UInt64>
  /// A pointer to each.
  let pointers: UnsafeMutablePointer<UnsafeMutableRawPointer?>

  /// Room for so many values.
  init(_ count: Int) {
    unsafe values = .allocate(capacity: max(count, 1))
    unsafe values.initialize(repeating: 0, count: max(count, 1))
    unsafe pointers = .allocate(capacity: max(count, 1))
    for index in 0..<max(count, 1) {
      // Both have so many places.
      unsafe (pointers + index).initialize(to: UnsafeMutableRawPointer(values + index))
    }
  }

  deinit {
    // Allocated in init; nobody has this object any more.
    unsafe values.deallocate()
    unsafe pointers.deallocate()
  }
}
