/// An option that a command takes.
struct OptionSpecification: Sendable {
  /// The name as it is typed, with its dashes.
  let name: String
  /// What stands for the value in help texts; `nil` for a flag.
  let value: String?
  /// What the option does, in one line.
  let summary: String
  /// Whether the option may be given more than once, with another value each time.
  var isRepeatable = false
  /// Whether the argument that follows is the value; `nil` when a value is always needed.
  ///
  /// Without a value the option is a flag. A value behind `=` is always taken.
  var takesNext: (@Sendable (String) -> Bool)?

  /// An option that is there or not.
  static func flag(_ name: String, _ summary: String) -> OptionSpecification {
    OptionSpecification(name: name, value: nil, summary: summary)
  }

  /// An option with a value.
  static func value(_ name: String, _ value: String, _ summary: String) -> OptionSpecification {
    OptionSpecification(name: name, value: value, summary: summary)
  }

  /// An option with a value, which may be given more than once.
  static func values(_ name: String, _ value: String, _ summary: String) -> OptionSpecification {
    OptionSpecification(name: name, value: value, summary: summary, isRepeatable: true)
  }

  /// An option that may have a value: what follows it, when that can be one.
  static func optionalValue(
    _ name: String,
    _ value: String,
    _ summary: String,
    takesNext: @escaping @Sendable (String) -> Bool
  ) -> OptionSpecification {
    OptionSpecification(name: name, value: value, summary: summary, takesNext: takesNext)
  }

  /// The option as the left column of a help text shows it.
  var synopsis: String {
    guard let value else { return name }
    return takesNext == nil ? "\(name) \(value)" : "\(name) [\(value)]"
  }

  /// The option that every command has.
  static let help = flag("--help", "print this help")
}
