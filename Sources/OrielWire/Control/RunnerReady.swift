/// Runner to host: instances can be launched.
package struct RunnerReady: WireMessage {
  /// The number of the message.
  package static let type = WireType.runnerReady

  /// The runner's number in its own namespace.
  package var processIdentifier: Int32
  /// The layers that hold for all instances.
  package var layers: [LayerStatus]
  /// The version of the kernel's Landlock interface, 0 without it.
  package var landlockVersion: UInt32
  /// The controllers of the control groups that instances get; empty when they get none.
  package var controllers: ControllerSet

  /// Gathers the parts.
  package init(
    processIdentifier: Int32,
    layers: [LayerStatus],
    landlockVersion: UInt32,
    controllers: ControllerSet = []
  ) {
    self.processIdentifier = processIdentifier
    self.layers = layers
    self.landlockVersion = landlockVersion
    self.controllers = controllers
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(processIdentifier)
    writer.write(list: layers, limit: WireLimit.layers)
    writer.write(landlockVersion)
    writer.write(controllers.rawValue)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    processIdentifier = try reader.number()
    layers = try reader.list(limit: WireLimit.layers)
    landlockVersion = try reader.number()
    controllers = ControllerSet(rawValue: try reader.number())
  }
}
