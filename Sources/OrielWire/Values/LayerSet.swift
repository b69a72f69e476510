/// A set of layers.
package struct LayerSet: OptionSet, Hashable, Sendable {
  /// One bit per layer, at the place of its number.
  package var rawValue: UInt32

  /// Wraps the bits.
  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The set of some layers.
  package init(_ layers: [Layer]) {
    rawValue = layers.reduce(0) { $0 | 1 << UInt32($1.rawValue) }
  }

  /// Whether a layer is in the set.
  package func contains(_ layer: Layer) -> Bool {
    rawValue & (1 << UInt32(layer.rawValue)) != 0
  }

  /// The layers in the order of their numbers.
  package var layers: [Layer] { Layer.allCases.filter { contains($0) } }
}
