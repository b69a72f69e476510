/// How large a property list may be; what is over a limit is refused before memory is spent on it.
public struct PropertyListLimits: Sendable, Hashable {
  /// The largest file, in bytes.
  public var bytes: Int
  /// The deepest nesting of arrays and dictionaries; the root is depth 1.
  public var depth: Int
  /// The largest number of values, each counted as often as it is reached.
  public var nodes: Int
  /// The longest string, key or data value, in bytes of UTF-8.
  public var stringLength: Int

  /// The deepest nesting that the readers allow at all, because they call themselves for each level.
  public static let greatestDepth: Int = 256

  /// Creates limits; a depth over ``greatestDepth`` means that depth.
  public init(bytes: Int, depth: Int, nodes: Int, stringLength: Int) {
    self.bytes = bytes
    self.depth = min(depth, Self.greatestDepth)
    self.nodes = nodes
    self.stringLength = stringLength
  }

  /// The limits for the manifest of a bundle.
  public static let manifest = PropertyListLimits(
    bytes: 1 << 20,
    depth: 64,
    nodes: 65_536,
    stringLength: 1 << 18
  )
  /// The limits for a strings file of a bundle.
  public static let strings = PropertyListLimits(
    bytes: 1 << 16,
    depth: 4,
    nodes: 4096,
    stringLength: 1 << 14
  )
  /// The limits for the user info that travels with an item.
  public static let userInfo = PropertyListLimits(
    bytes: 1 << 16,
    depth: 64,
    nodes: 16_384,
    stringLength: 1 << 16
  )
}
