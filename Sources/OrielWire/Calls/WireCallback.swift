/// A kind of functions of the host that a library may call.
package struct WireCallback: WireValue {
  /// What the instance does with an argument before it tells the host.
  package enum Treatment: UInt8, CaseIterable, Sendable {
    /// Passes the value as it is.
    case value = 0
    /// Passes the text that a pointer is to.
    case text = 1
    /// Passes the bytes that a pointer is to.
    case bytes = 2
    /// Passes a token for a pointer.
    case handle = 3
    /// Passes the texts that a pointer to pointers is to.
    case texts = 4
    /// Passes whether there is a pointer, and nothing of it.
    case hidden = 5
  }

  /// Where the number comes from that the length of a memory is a multiple of.
  package enum Measure: UInt8, CaseIterable, Sendable {
    /// It is 1.
    case one = 0
    /// Another argument of the callback.
    case argument = 1
    /// The call that the callback was given to.
    case call = 2
  }

  /// An argument.
  package struct Argument: WireValue {
    /// What is done with it.
    package var treatment: Treatment
    /// Where the number of elements comes from.
    package var measure: Measure
    /// Which argument that is, or which kind of handles this is.
    package var index: UInt16
    /// The bytes of an element.
    package var factor: UInt32
    /// Whether the library gets the bytes that the host gives back.
    package var returnsBytes: Bool

    /// Gathers the parts.
    package init(
      _ treatment: Treatment,
      measure: Measure = .one,
      index: UInt16 = 0,
      factor: UInt32 = 0,
      returnsBytes: Bool = false
    ) {
      self.treatment = treatment
      self.measure = measure
      self.index = index
      self.factor = factor
      self.returnsBytes = returnsBytes
    }

    /// Writes the value.
    package func encode(into writer: inout WireWriter) {
      writer.write(treatment.rawValue)
      writer.write(measure.rawValue)
      writer.write(index)
      writer.write(factor)
      writer.write(UInt8(returnsBytes ? 1 : 0))
    }

    /// Reads a value from bytes that nobody has checked.
    package init(decoding reader: inout WireReader) throws(WireError) {
      treatment = try reader.choice()
      measure = try reader.choice()
      index = try reader.number()
      factor = try reader.number()
      returnsBytes = try reader.boolean()
    }
  }

  /// What it takes and returns.
  package var signature: WireSignature
  /// The arguments.
  package var arguments: [Argument]

  /// Gathers the parts.
  package init(signature: WireSignature, arguments: [Argument]) {
    self.signature = signature
    self.arguments = arguments
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(signature)
    writer.write(list: arguments, limit: WireLimit.parameters)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    signature = try WireSignature(decoding: &reader)
    arguments = try reader.list(limit: WireLimit.parameters)
    guard arguments.count == signature.parameters.count else {
      throw .meaningless(UInt64(arguments.count))
    }
  }
}
