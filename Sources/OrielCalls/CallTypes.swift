internal import CFFI
internal import OrielWire

/// The types of C that a connection uses, as libffi wants them; they stay as long as the process.
@safe struct CallTypes {
  /// The structures in the order of the message.
  private var structures: [UnsafeMutablePointer<ffi_type>] = unsafe []

  /// Makes the structures, and compares what libffi computes with what the host did.
  init(_ descriptions: [WireCStructure]) throws(CallFailure) {
    for (place, description) in descriptions.enumerated() {
      guard !description.elements.isEmpty else {
        throw CallFailure(.layoutMismatch, "the structure \(place) is empty")
      }
      let count = description.elements.count
      // Never given back: libffi keeps pointers to both.
      let elements = UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>.allocate(
        capacity: count + 1
      )
      for (index, element) in description.elements.enumerated() {
        guard element != .void, let type = unsafe type(element) else {
          throw CallFailure(.layoutMismatch, "the structure \(place) holds an unknown type")
        }
        unsafe (elements + index).initialize(to: type)
      }
      unsafe (elements + count).initialize(to: nil)
      let structure = UnsafeMutablePointer<ffi_type>.allocate(capacity: 1)
      unsafe structure.initialize(
        to: ffi_type(size: 0, alignment: 0, type: UInt16(FFI_TYPE_STRUCT), elements: elements)
      )
      // Preparing a signature that uses it computes its layout.
      var signature = unsafe ffi_cif()
      let status = unsafe oriel_ffi_prepare(&signature, 0, 0, 0, structure, nil)
      let size = unsafe structure.pointee.size
      let alignment = unsafe structure.pointee.alignment
      guard status == 0, size == Int(description.size), alignment == description.alignment else {
        throw CallFailure(
          .layoutMismatch,
          "the structure \(place) has \(size) bytes aligned to \(alignment) for libffi, and "
            + "\(description.size) aligned to \(description.alignment) for the host"
        )
      }
      unsafe structures.append(structure)
    }
  }

  /// The type of libffi; nil for one that does not exist.
  func type(_ type: WireCType) -> UnsafeMutablePointer<ffi_type>? {
    guard let place = type.structure else { return unsafe oriel_ffi_type(type.rawValue) }
    return unsafe place < structures.count ? unsafe structures[place] : nil
  }

  /// The bytes of a value.
  func size(_ type: WireCType) -> Int {
    guard type != .void, let type = unsafe self.type(type) else { return 0 }
    return unsafe type.pointee.size
  }

  /// Prepares calls of a signature; the result stays as long as the process.
  func prepare(
    _ signature: WireSignature,
    for name: String
  ) throws(CallFailure) -> UnsafeMutablePointer<ffi_cif> {
    let count = signature.parameters.count
    let parameters = UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>.allocate(
      capacity: max(count, 1)
    )
    for (index, parameter) in signature.parameters.enumerated() {
      unsafe (parameters + index).initialize(to: parameter == .void ? nil : unsafe type(parameter))
      if unsafe parameters[index] == nil {
        throw CallFailure(.layoutMismatch, "'\(name)' takes an unknown type")
      }
    }
    let prepared = UnsafeMutablePointer<ffi_cif>.allocate(capacity: 1)
    unsafe prepared.initialize(to: ffi_cif())
    // Signature and types stay as long as the process.
    let status = unsafe oriel_ffi_prepare(
      prepared,
      signature.fixedCount == nil ? 0 : 1,
      UInt32(signature.fixedCount ?? 0),
      UInt32(count),
      type(signature.result),
      parameters
    )
    guard status == 0 else {
      throw CallFailure(.layoutMismatch, "libffi cannot call '\(name)' (status \(status))")
    }
    return unsafe prepared
  }
}
