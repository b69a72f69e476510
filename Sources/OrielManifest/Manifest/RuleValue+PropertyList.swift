package import OrielActivation
package import OrielPropertyList

extension RuleValue {
  /// The value of a rule as a property list holds it.
  package init(_ value: PropertyListValue) {
    switch value {
    case .string(let text): self = .string(text)
    case .integer(let number): self = .integer(number)
    case .unsigned: self = .integer(.max)
    case .real(let number): self = .real(number)
    case .boolean(let boolean): self = .boolean(boolean)
    case .date, .data: self = .other(kind: value.kind.description)
    case .array(let elements): self = .array(elements.map(RuleValue.init))
    case .dictionary(let dictionary):
      self = .dictionary(
        dictionary.entries.map { RuleEntry(key: $0.key, value: RuleValue($0.value)) }
      )
    }
  }
}
