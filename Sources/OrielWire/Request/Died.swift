/// Instance to host, last: how the instance is about to end.
package struct Died: WireMessage {
  /// The number of the message.
  package static let type = WireType.died

  /// What ended an instance.
  package enum Kind: UInt8, CaseIterable, Sendable {
    /// A signal that would have ended an ordinary process.
    case signal = 0
    /// A C++ exception that left the extension.
    case uncaughtException = 1
    /// A thread that ended inside a call of the extension.
    case threadExitedInCall = 2
    /// A signal whose end the wait status tells; only how much memory was used is of interest.
    case fault = 3
  }

  /// What happened.
  package var kind: Kind
  /// The signal, or 0.
  package var signal: Int32
  /// What is known, in words.
  package var text: String
  /// The most bytes of address space so far; 0 where it is not known.
  package var peakAddressSpace: UInt64
  /// The bytes of private, writable memory; 0 where they are not known.
  package var privateMemory: UInt64

  /// Gathers the parts.
  package init(
    kind: Kind,
    signal: Int32,
    text: String,
    peakAddressSpace: UInt64 = 0,
    privateMemory: UInt64 = 0
  ) {
    self.kind = kind
    self.signal = signal
    self.text = text
    self.peakAddressSpace = peakAddressSpace
    self.privateMemory = privateMemory
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(kind.rawValue)
    writer.write(signal)
    writer.write(text: text, limit: WireLimit.log)
    // Last: a signal handler fills them in.
    writer.write(peakAddressSpace)
    writer.write(privateMemory)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    kind = try reader.choice()
    signal = try reader.number()
    text = try reader.text(limit: WireLimit.log)
    peakAddressSpace = try reader.number()
    privateMemory = try reader.number()
  }
}
