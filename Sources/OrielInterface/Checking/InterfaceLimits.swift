/// What a description may be at most, so that reading a hostile one costs little.
public enum InterfaceLimits {
  /// The bytes of its text.
  public static let textLength = 1 << 20
  /// The problems that are reported before reading is given up.
  public static let problems = 32
  /// The characters of a name.
  public static let nameLength = 255
  /// The declarations, fields, cases and parameters together.
  public static let members = 16_384
  /// The parameters of a function.
  public static let parameters = 64
  /// How deep types and expressions may be nested.
  public static let nesting = 16
  /// The numbers and names in an expression.
  public static let operands = 32
  /// How deep structures may hold each other.
  public static let structureNesting = 16
  /// The bytes of a structure.
  public static let structureSize = 1 << 20
  /// The scalars in a structure, those of nested ones and arrays included.
  public static let structureElements = 1 << 16
}
