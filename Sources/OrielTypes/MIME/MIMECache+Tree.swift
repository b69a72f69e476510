extension MIMECache {
  /// The type that another name stands for.
  func target(ofAlias alias: MIMEType) -> MIMEType? {
    entries(of: aliases, for: alias, capitals: capitals.aliases).lazy.compactMap {
      type(referredToAt: aliases.entry($0) &+ 4)
    }.first
  }

  /// The other names of a type.
  func aliases(of type: MIMEType) -> [MIMEType] {
    let key = Array(type.rawValue.utf8)
    var result: [MIMEType] = []
    for index in 0..<min(aliases.count, Self.greatestScan) {
      let place = aliases.entry(index)
      guard let target = text(referredToAt: place &+ 4), Self.isEqual(target, key),
        let alias = self.type(referredToAt: place)
      else { continue }
      result.append(alias)
      guard result.count < Self.greatestRun else { break }
    }
    return result
  }

  /// What the file says that a type is a special case of, directly.
  func parents(of type: MIMEType) -> [MIMEType] {
    var result: [MIMEType] = []
    for index in entries(of: parents, for: type, capitals: capitals.parents) {
      guard let place = number(at: parents.entry(index) &+ 4), let count = number(at: place)
      else { continue }
      for number in 0..<min(count, Self.greatestRun) {
        guard result.count < Self.greatestRun,
          let parent = self.type(referredToAt: place &+ 4 &+ number &* 4)
        else { break }
        result.append(parent)
      }
    }
    return result
  }

  /// The most entries of a list that are looked at one after the other.
  static let greatestScan = 65_536
}
