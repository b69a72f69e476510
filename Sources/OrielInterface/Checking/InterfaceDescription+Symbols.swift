extension InterfaceDescription {
  /// A symbol that a library must export for a description to hold.
  public struct Symbol: Sendable, Hashable {
    /// The symbol.
    public let name: String
    /// The functions that are called by it, and those whose results it frees.
    public internal(set) var users: [String]
    /// Whether the library may do without.
    public internal(set) var isOptional: Bool
  }

  /// The symbols that the library must export, in the order of their first use.
  public var symbols: [Symbol] {
    var symbols: [Symbol] = []
    var places: [String: Int] = [:]
    func add(_ name: String, _ user: String, isOptional: Bool) {
      guard let place = places[name] else {
        places[name] = symbols.count
        symbols.append(Symbol(name: name, users: [user], isOptional: isOptional))
        return
      }
      symbols[place].users.append(user)
      symbols[place].isOptional = symbols[place].isOptional && isOptional
    }
    for function in functions {
      add(function.symbol ?? function.name, function.name, isOptional: function.isOptional)
      addFreeing(function)
    }
    for table in tables { table.functions.forEach(addFreeing) }
    func addFreeing(_ function: Function) {
      for ownership in function.parameters.map(\.ownership) + [function.result?.ownership] {
        guard case .freed(let symbol) = ownership else { continue }
        add(symbol, function.name, isOptional: function.isOptional)
      }
    }
    return symbols
  }
}
