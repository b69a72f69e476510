extension MIMECache {
  /// The most nodes of the tree of suffixes that are looked at; the system's has 6,000.
  private static let greatestNodeCount = 65_536
  /// The longest pattern in the tree, in characters.
  private static let greatestDepth = 64

  /// The patterns of the form `*.suffix` that name a type: the suffixes without the dot.
  ///
  /// Goes through the whole tree, which has types at its leaves only.
  func suffixes(of type: MIMEType) -> [(suffix: String, weight: Int)] {
    let key = Array(type.rawValue.utf8)
    var result: [(suffix: String, weight: Int)] = []
    var nodes = 0
    // A stack of its own, so that a deep tree cannot exhaust the call stack.
    var open = [(list: suffixes, next: 0)]
    var path: [Unicode.Scalar] = []
    while let last = open.last, nodes < Self.greatestNodeCount {
      guard last.next < last.list.count else {
        open.removeLast()
        _ = path.popLast()
        continue
      }
      open[open.count - 1].next += 1
      nodes += 1
      let place = last.list.entry(last.next)
      guard let character = number(at: place), let start = number(at: place &+ 8) else { continue }
      guard character == 0 else {
        guard let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: character)),
          let count = number(at: place &+ 4), open.count < Self.greatestDepth
        else { continue }
        let room = max(0, (bytes.count &- start) / last.list.stride)
        path.append(scalar)
        open.append((List(start: start, count: min(count, room), stride: last.list.stride), 0))
        continue
      }
      guard path.last == ".", path.count > 1, let text = text(referredToAt: place &+ 4),
        Self.isEqual(text, key)
      else { continue }
      var suffix = String.UnicodeScalarView()
      suffix.append(contentsOf: path.dropLast().reversed())
      result.append((String(suffix), start & 0xFF))
    }
    return result
  }
}
