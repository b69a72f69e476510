/// Runner to host: the instance of the id made a forbidden call and is being ended for it.
package struct Violated: WireMessage {
  /// The number of the message.
  package static let type = WireType.violated
  /// How many arguments the kernel shows of a call, whether it has them or not.
  package static let argumentCount = 6

  /// The number of the call in its calling convention.
  package var call: Int32
  /// The calling convention, `AUDIT_ARCH_…` of <linux/audit.h>.
  package var architecture: UInt32
  /// The address behind the call.
  package var instruction: UInt64
  /// The arguments.
  package var arguments: [UInt64]

  /// Gathers the parts; missing arguments are zero.
  package init(call: Int32, architecture: UInt32, instruction: UInt64, arguments: [UInt64]) {
    self.call = call
    self.architecture = architecture
    self.instruction = instruction
    self.arguments = (arguments + Array(repeating: 0, count: Self.argumentCount))
      .prefix(Self.argumentCount).map(\.self)
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(call)
    writer.write(architecture)
    writer.write(instruction)
    for argument in arguments { writer.write(argument) }
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    call = try reader.number()
    architecture = try reader.number()
    instruction = try reader.number()
    arguments = []
    for _ in 0..<Self.argumentCount { arguments.append(try reader.number()) }
  }
}
