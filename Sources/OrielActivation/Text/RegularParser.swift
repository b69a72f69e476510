/// Reads the regular expressions of MATCHES.
///
/// Understood are characters, `.`, sets in brackets, `\d \w \s` and their opposites, `^`, `$`, groups,
/// `|`, and `* + ? {n} {n,} {n,m}` after something that holds neither `|` nor one of these. The rest is
/// refused by name, so that no pattern can mean something else than its author thinks.
struct RegularParser {
  /// The expression.
  private let source: [Unicode.Scalar]
  /// What characters are compared without.
  private let folding: TextFolding
  /// The next scalar.
  private var position = 0
  /// The open groups.
  private var depth = 0
  /// The sets that were read.
  private var sets: [ScalarSet] = []

  /// The most groups that are open at once.
  private static let greatestDepth = 64
  /// The most repetitions that are counted.
  private static let greatestRepetition = 1000

  /// A part that was read.
  private struct Part {
    /// Its steps.
    var steps: [RegularProgram.Step] = []
    /// Whether something in it is repeated.
    var repeats = false
    /// Whether there are alternatives in it.
    var branches = false
    /// Whether it takes no character by itself.
    var isPosition = false
  }

  /// Creates a parser.
  private init(_ text: String, folding: TextFolding) {
    source = Array(text.unicodeScalars)
    self.folding = folding
  }

  /// Reads an expression.
  static func parse(
    _ text: String,
    folding: TextFolding
  ) throws(PatternError) -> RegularProgram {
    var parser = RegularParser(text, folding: folding)
    let part = try parser.alternatives()
    guard parser.position == parser.source.count else {
      throw PatternError("the pattern has a ')' without a '('")
    }
    return RegularProgram(steps: part.steps, sets: parser.sets)
  }

  /// The next scalar.
  private var next: Unicode.Scalar? { position < source.count ? source[position] : nil }

  /// Goes on if the next scalar is this one.
  private mutating func accept(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  /// Reads sequences with `|` between them.
  private mutating func alternatives() throws(PatternError) -> Part {
    var parts = [try sequence()]
    while accept("|") { parts.append(try sequence()) }
    guard var result = parts.popLast() else { return Part() }
    guard !parts.isEmpty else { return result }
    for part in parts.reversed() {
      var steps: [RegularProgram.Step] = [.split(part.steps.count + 2)]
      steps += part.steps
      steps.append(.jump(result.steps.count + 1))
      result.steps = steps + result.steps
      result.repeats = result.repeats || part.repeats
      try check(result)
    }
    result.branches = true
    result.isPosition = false
    return result
  }

  /// Reads parts that follow each other.
  private mutating func sequence() throws(PatternError) -> Part {
    var result = Part()
    while let scalar = next, scalar != "|", scalar != ")" {
      let part = try repetition()
      result.steps += part.steps
      result.repeats = result.repeats || part.repeats
      result.branches = result.branches || part.branches
      try check(result)
    }
    return result
  }

  /// Refuses a part that has become too long.
  private func check(_ part: Part) throws(PatternError) {
    guard part.steps.count > RegularProgram.greatestCount else { return }
    throw PatternError(
      "the pattern has more than \(RegularProgram.greatestCount) steps",
      advice: "count fewer repetitions"
    )
  }

  /// Reads a part and how often it is repeated.
  private mutating func repetition() throws(PatternError) -> Part {
    var part = try atom()
    guard let (least, most) = try quantifier() else { return part }
    if part.repeats {
      throw PatternError(
        "the pattern repeats something that repeats, which could take for ever",
        advice: "repeat it once, as in 'a*' for '(a*)*'"
      )
    }
    if part.branches {
      throw PatternError(
        "the pattern repeats alternatives, which could take for ever",
        advice: "write a set in brackets, or compare twice with OR between"
      )
    }
    if part.isPosition { throw PatternError("the pattern repeats '^' or '$'") }
    // Skipping takes ways off; a lazy mark only says which way is tried first.
    _ = accept("?")
    if next == "+" || next == "*" || next == "?" || next == "{" {
      throw PatternError("the pattern repeats something that repeats, or never gives back")
    }
    let one = part.steps
    guard one.count * max(least, most ?? 0, 1) <= RegularProgram.greatestCount else {
      throw PatternError("the pattern repeats too often", advice: "count fewer repetitions")
    }
    part.steps = []
    for _ in 0..<least { part.steps += one }
    if let most {
      for remaining in stride(from: most - least, to: 0, by: -1) {
        part.steps.append(.split(remaining * (one.count + 1)))
        part.steps += one
      }
    } else {
      part.steps.append(.split(one.count + 2))
      part.steps += one
      part.steps.append(.jump(-one.count - 1))
    }
    part.repeats = true
    return part
  }

  /// Reads how often something is repeated; there may be no upper end.
  private mutating func quantifier() throws(PatternError) -> (least: Int, most: Int?)? {
    if accept("*") { return (0, nil) }
    if accept("+") { return (1, nil) }
    if accept("?") { return (0, 1) }
    guard accept("{") else { return nil }
    let refusal = PatternError(
      "a '{' in the pattern is followed by no count of repetitions up to "
        + "\(Self.greatestRepetition)",
      advice: "write {n}, {n,} or {n,m}, or a backslash before the brace"
    )
    guard let least = number() else { throw refusal }
    var most: Int? = least
    if accept(",") {
      most = nil
      if next != "}" {
        guard let number = number(), number >= least else { throw refusal }
        most = number
      }
    }
    guard accept("}") else { throw refusal }
    return (least, most)
  }

  /// Reads a number of repetitions.
  private mutating func number() -> Int? {
    var value: Int?
    while let scalar = next, ("0"..."9").contains(scalar) {
      value = (value ?? 0) * 10 + Int(scalar.value) - 0x30
      position += 1
      if let value, value > Self.greatestRepetition { return nil }
    }
    return value
  }

  // MARK: - Parts

  /// Reads one part.
  private mutating func atom() throws(PatternError) -> Part {
    guard let scalar = next else { return Part() }
    position += 1
    switch scalar {
    case "(": return try group()
    case "[": return part(taking: try set())
    case ".": return Part(steps: [.any])
    case "^": return Part(steps: [.start], isPosition: true)
    case "$": return Part(steps: [.end], isPosition: true)
    case "\\":
      switch try escape() {
      case .range(let range): return Part(steps: steps(of: range.lowerBound))
      case let member:
        var set = ScalarSet()
        set.insert(member)
        return part(taking: set)
      }
    case "*", "+", "?", "{":
      throw PatternError("'\(scalar)' in the pattern follows nothing that it could repeat")
    default: return Part(steps: steps(of: scalar.value))
    }
  }

  /// The steps for one character.
  private func steps(of value: UInt32) -> [RegularProgram.Step] {
    guard let scalar = Unicode.Scalar(value) else { return [] }
    var steps: [RegularProgram.Step] = []
    folding.fold(scalar) { steps.append(.scalar($0)) }
    return steps
  }

  /// A part that takes a scalar of a set.
  private mutating func part(taking set: ScalarSet) -> Part {
    var set = set
    set.folding = folding
    set.close()
    sets.append(set)
    return Part(steps: [.set(sets.count - 1)])
  }

  /// Reads a group behind its parenthesis.
  private mutating func group() throws(PatternError) -> Part {
    depth += 1
    guard depth <= Self.greatestDepth else {
      throw PatternError("more than \(Self.greatestDepth) groups of the pattern are open at once")
    }
    if accept("?"), !accept(":") {
      switch next {
      case "=", "!": throw PatternError("the pattern looks ahead, which is not run")
      case "<"
      where position + 1 < source.count && "=!".unicodeScalars.contains(source[position + 1]):
        throw PatternError("the pattern looks behind, which is not run")
      default:
        throw PatternError("the pattern has a special group", advice: "write (…) or (?:…)")
      }
    }
    let part = try alternatives()
    guard accept(")") else { throw PatternError("a '(' in the pattern is not closed") }
    depth -= 1
    return part
  }

  /// Reads what follows a backslash: one scalar, or a class of them.
  private mutating func escape() throws(PatternError) -> ScalarSet.Member {
    guard let scalar = next else { throw PatternError("the pattern ends with a backslash") }
    position += 1
    switch scalar {
    case "d": return .scalars(.digit, isNegated: false)
    case "D": return .scalars(.digit, isNegated: true)
    case "w": return .scalars(.word, isNegated: false)
    case "W": return .scalars(.word, isNegated: true)
    case "s": return .scalars(.space, isNegated: false)
    case "S": return .scalars(.space, isNegated: true)
    case "n": return .range(0x0A...0x0A)
    case "r": return .range(0x0D...0x0D)
    case "t": return .range(0x09...0x09)
    case "1"..."9", "k": throw PatternError("the pattern refers back to a group, which is not run")
    case "0", "a"..."z", "A"..."Z":
      throw PatternError(
        "'\\\(scalar)' in the pattern is not understood",
        advice: #"the escapes are \d \D \w \W \s \S \n \r \t and a backslash before punctuation"#
      )
    default: return .range(scalar.value...scalar.value)
    }
  }

  /// Reads a set behind its bracket.
  private mutating func set() throws(PatternError) -> ScalarSet {
    var set = ScalarSet()
    set.isNegated = accept("^")
    while let scalar = next {
      position += 1
      if scalar == "]", !set.isEmpty { return set }
      let first = try member(scalar)
      guard case .range(let low) = first, next == "-", position + 1 < source.count,
        source[position + 1] != "]"
      else {
        set.insert(first)
        continue
      }
      let other = source[position + 1]
      position += 2
      guard case .range(let high) = try member(other), low.lowerBound <= high.lowerBound else {
        throw PatternError("a range in a set of the pattern runs backwards")
      }
      set.insert(.range(low.lowerBound...high.lowerBound))
    }
    throw PatternError("a '[' in the pattern is not closed")
  }

  /// Reads a member of a set that begins with a scalar.
  private mutating func member(_ scalar: Unicode.Scalar) throws(PatternError) -> ScalarSet.Member {
    if scalar == "\\" { return try escape() }
    guard scalar != "[", scalar != "]", !(scalar == "&" && next == "&") else {
      throw PatternError(
        "a set of the pattern is empty or holds a set",
        advice: "write a backslash before a bracket that stands for itself"
      )
    }
    return .range(scalar.value...scalar.value)
  }
}
