/// Host to instance: the functions to prepare, sent after the report was accepted.
package struct Connect: WireMessage {
  /// The number of the message.
  package static let type = WireType.connect
  /// The memory of the lanes.
  package static let descriptors = 1...1

  /// The structures that are passed by value, each before those that hold it.
  package var structures: [WireCStructure]
  /// The functions, by whose places calls name them.
  package var functions: [WireFunction]
  /// The kinds of callbacks.
  package var callbacks: [WireCallback]
  /// The lanes that the host calls on, each served by a thread; the first by the main one.
  package var lanes: UInt16
  /// The bytes of a lane in the memory.
  ///
  /// Behind the lanes is one more, for callbacks of other threads.
  package var laneSize: UInt32
  /// How often a wait for the host looks again before it sleeps.
  package var spins: UInt32

  /// Gathers the parts.
  package init(
    structures: [WireCStructure],
    functions: [WireFunction],
    callbacks: [WireCallback],
    lanes: UInt16,
    laneSize: UInt32,
    spins: UInt32
  ) {
    self.structures = structures
    self.functions = functions
    self.callbacks = callbacks
    self.lanes = lanes
    self.laneSize = laneSize
    self.spins = spins
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(list: structures, limit: WireLimit.structures)
    writer.write(list: functions, limit: WireLimit.functions)
    writer.write(list: callbacks, limit: WireLimit.callbacks)
    writer.write(lanes)
    writer.write(laneSize)
    writer.write(spins)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    structures = try reader.list(limit: WireLimit.structures)
    functions = try reader.list(limit: WireLimit.functions)
    callbacks = try reader.list(limit: WireLimit.callbacks)
    lanes = try reader.number()
    laneSize = try reader.number()
    spins = try reader.number()
  }
}
