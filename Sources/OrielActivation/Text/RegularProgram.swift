/// A regular expression as a program that follows all ways through it at once.
///
/// It takes time in proportion to the length of the text times that of the program, whatever they are.
struct RegularProgram: Sendable {
  /// A step of the program.
  enum Step: Sendable, Hashable {
    /// Takes one scalar.
    case scalar(Unicode.Scalar)
    /// Takes any scalar that ends no line.
    case any
    /// Takes a scalar of the set with this index.
    case set(Int)
    /// Goes on only at the start of the text.
    case start
    /// Goes on only at the end of the text.
    case end
    /// Goes on at the next step, and at the one so many steps ahead.
    case split(Int)
    /// Goes on so many steps ahead.
    case jump(Int)
  }

  /// The steps; the text has the form when the end is reached with it.
  let steps: [Step]
  /// The sets of scalars.
  let sets: [ScalarSet]
  /// The most steps.
  static let greatestCount = 4096

  /// Whether a text has the form of the expression, from end to end.
  func matches(_ text: [Unicode.Scalar], _ budget: inout StepBudget) -> Bool {
    var current = Ways(capacity: steps.count + 1)
    var following = Ways(capacity: steps.count + 1)
    follow(from: 0, at: 0, of: text.count, &current)
    for (index, scalar) in text.enumerated() {
      // A step of the program takes longer than a comparison.
      budget.take(characters: 4 * (current.steps.count + 1))
      if budget.isExhausted { return false }
      following.removeAll()
      for step in current.steps where step < steps.count {
        guard takes(steps[step], scalar) else { continue }
        follow(from: step + 1, at: index + 1, of: text.count, &following)
      }
      if following.steps.isEmpty { return false }
      swap(&current, &following)
    }
    return current.isMember[steps.count]
  }

  /// Whether a step takes a scalar.
  private func takes(_ step: Step, _ scalar: Unicode.Scalar) -> Bool {
    switch step {
    case .scalar(let other): scalar == other
    case .any: !Self.endsLine(scalar)
    case .set(let index): sets[index].contains(scalar)
    case .start, .end, .split, .jump: false
    }
  }

  /// Whether a scalar ends a line.
  private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Adds a step and all that are reached from it without a scalar.
  private func follow(from first: Int, at index: Int, of count: Int, _ ways: inout Ways) {
    ways.waiting.append(first)
    while let step = ways.waiting.popLast() {
      guard !ways.isMember[step] else { continue }
      ways.isMember[step] = true
      ways.steps.append(step)
      guard step < steps.count else { continue }
      switch steps[step] {
      case .scalar, .any, .set: break
      case .start: if index == 0 { ways.waiting.append(step + 1) }
      case .end: if index == count { ways.waiting.append(step + 1) }
      case .split(let distance):
        ways.waiting.append(step + distance)
        ways.waiting.append(step + 1)
      case .jump(let distance): ways.waiting.append(step + distance)
      }
    }
  }

  /// The steps that are under way.
  private struct Ways {
    /// The steps.
    var steps: [Int] = []
    /// Whether a step is among them.
    var isMember: [Bool]
    /// The steps that were not looked at.
    var waiting: [Int] = []

    /// Makes room.
    init(capacity: Int) {
      isMember = [Bool](repeating: false, count: capacity)
    }

    /// Forgets the steps.
    mutating func removeAll() {
      for step in steps { isMember[step] = false }
      steps.removeAll(keepingCapacity: true)
    }
  }
}

/// A set of scalars in a regular expression.
struct ScalarSet: Sendable {
  /// Scalars by what they are.
  enum Class: Sendable {
    /// Digits.
    case digit
    /// Letters, digits, marks and the underscore.
    case word
    /// White space.
    case space
  }

  /// A part of a set.
  enum Member: Sendable {
    /// The scalars from one to another, both included.
    case range(ClosedRange<UInt32>)
    /// The scalars that are, or are not, of a class.
    case scalars(Class, isNegated: Bool)
  }

  /// The ranges of the parts, in order and apart from each other once the set is closed.
  private var ranges: [ClosedRange<UInt32>] = []
  /// The classes of the parts, each once.
  private var classes: [(kind: Class, isNegated: Bool)] = []
  /// Whether the set holds what no part holds.
  var isNegated = false
  /// What scalars are compared without.
  var folding: TextFolding = []

  /// Whether there is no part.
  var isEmpty: Bool { ranges.isEmpty && classes.isEmpty }

  /// Adds a part.
  mutating func insert(_ member: Member) {
    switch member {
    case .range(let range): ranges.append(range)
    case .scalars(let kind, let isNegated):
      guard !classes.contains(where: { $0 == (kind, isNegated) }) else { return }
      classes.append((kind, isNegated))
    }
  }

  /// Joins the ranges, so that looking for a scalar takes the same time however many were written.
  mutating func close() {
    ranges.sort { $0.lowerBound < $1.lowerBound }
    var joined: [ClosedRange<UInt32>] = []
    for range in ranges {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    ranges = joined
  }

  /// Whether the set holds a scalar of a folded text.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    var isMember = holds(scalar)
    if !isMember, folding.contains(.ofCase) {
      let upper = scalar.properties.uppercaseMapping.unicodeScalars
      if upper.count == 1, let upper = upper.first { isMember = holds(upper) }
    }
    return isMember != isNegated
  }

  /// Whether a part holds a scalar.
  private func holds(_ scalar: Unicode.Scalar) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
    }
    if low < ranges.count, ranges[low].contains(scalar.value) { return true }
    return classes.contains { Self.isScalar(scalar, $0.kind) != $0.isNegated }
  }

  /// Whether a scalar is of a class.
  private static func isScalar(_ scalar: Unicode.Scalar, _ kind: Class) -> Bool {
    let category = scalar.properties.generalCategory
    return switch kind {
    case .digit: category == .decimalNumber
    case .word:
      scalar.properties.isAlphabetic || category == .decimalNumber || category == .nonspacingMark
        || category == .connectorPunctuation
    case .space: scalar.properties.isWhitespace
    }
  }
}
