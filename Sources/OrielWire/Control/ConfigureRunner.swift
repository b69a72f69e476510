/// Host to runner, once and first: what all instances have in common.
package struct ConfigureRunner: WireMessage {
  /// The number of the message.
  package static let type = WireType.configureRunner
  /// The system call filters in sealed memory, one after another.
  package static let descriptors = 1...1

  /// The instructions of each filter: the one that is attached first, the one that is attached last,
  /// and the same two for instances that report what they are refused.
  package var filterLengths: [UInt32]
  /// The paths that instances see.
  package var view: [ViewEntry]
  /// The names of libraries to load before the first fork.
  package var preloads: [String]
  /// What an instance may use where no control group bounds memory.
  package var limits: Limits
  /// What an instance may use where one does.
  package var groupLimits: Limits
  /// The control group to make those of instances in; nil looks for one.
  package var controlGroup: String?
  /// The layers without which no instance may start.
  package var requiredLayers: LayerSet
  /// The unprivileged user and group to become, for a host that is root.
  package var seedUser: UInt32?
  /// The newest level of Landlock to use, for tests of older kernels' levels.
  package var landlockLimit: UInt32

  /// Gathers the parts.
  package init(
    filterLengths: [UInt32],
    view: [ViewEntry],
    preloads: [String],
    limits: Limits = Limits(),
    groupLimits: Limits = .inControlGroup,
    controlGroup: String? = nil,
    requiredLayers: LayerSet,
    seedUser: UInt32? = nil,
    landlockLimit: UInt32 = .max
  ) {
    self.filterLengths = filterLengths
    self.view = view
    self.preloads = preloads
    self.limits = limits
    self.groupLimits = groupLimits
    self.controlGroup = controlGroup
    self.requiredLayers = requiredLayers
    self.seedUser = seedUser
    self.landlockLimit = landlockLimit
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(list: filterLengths, limit: WireLimit.filters) { $0.write($1) }
    writer.write(list: view, limit: WireLimit.viewEntries)
    writer.write(list: preloads, limit: WireLimit.preloads) {
      $0.write(name: $1, limit: WireLimit.path)
    }
    writer.write(limits)
    writer.write(groupLimits)
    writer.write(optional: controlGroup) { $0.write(name: $1, limit: WireLimit.path) }
    writer.write(requiredLayers.rawValue)
    writer.write(optional: seedUser) { $0.write($1) }
    writer.write(landlockLimit)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    filterLengths = try reader.list(limit: WireLimit.filters) { (reader) throws(WireError) in
      try reader.number()
    }
    view = try reader.list(limit: WireLimit.viewEntries)
    preloads = try reader.list(limit: WireLimit.preloads) { (reader) throws(WireError) in
      try reader.name(limit: WireLimit.path)
    }
    limits = try Limits(decoding: &reader)
    groupLimits = try Limits(decoding: &reader)
    controlGroup = try reader.optional { (reader) throws(WireError) in
      try reader.name(limit: WireLimit.path)
    }
    requiredLayers = LayerSet(rawValue: try reader.number())
    seedUser = try reader.optional { (reader) throws(WireError) in try reader.number() }
    landlockLimit = try reader.number()
  }
}
