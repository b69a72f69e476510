/// One instruction of classic BPF, laid out as `struct sock_filter`.
package struct FilterInstruction: Sendable, Equatable {
  /// Operation.
  package var code: UInt16
  /// Instructions to skip when a comparison holds.
  package var jumpTrue: UInt8
  /// Instructions to skip when it does not.
  package var jumpFalse: UInt8
  /// Constant.
  package var constant: UInt32

  /// An instruction.
  init(_ code: UInt16, _ constant: UInt32, jumpTrue: UInt8 = 0, jumpFalse: UInt8 = 0) {
    self.code = code
    self.jumpTrue = jumpTrue
    self.jumpFalse = jumpFalse
    self.constant = constant
  }
}

/// The filter program that a table compiles to.
///
/// It is compiled here and not by libseccomp because libseccomp cannot say "this call with any other
/// argument gets that error", and because runs of neighbouring numbers with one answer collapse to
/// one comparison: the kernel walks the program once for each number when a filter is attached, so a
/// short program is a fast launch.
package struct SystemCallFilter: Sendable {
  /// The instructions, at most 4,096 of them (the kernel's limit).
  package let instructions: [FilterInstruction]

  /// Compiles rules for an architecture.
  ///
  /// - Parameters:
  ///   - rules: The rows.
  ///   - architecture: Whose numbers to use.
  ///   - unlisted: What a number gets that no row names.
  ///   - foreign: What a call of another calling convention gets, whatever its number.
  package init(
    rules: [SystemCallRule],
    architecture: Architecture,
    unlisted: SystemCallAction = SystemCallTable.unlistedDefault,
    foreign: SystemCallAction = .kill
  ) {
    var byNumber: [UInt32: [SystemCallRule]] = [:]
    for rule in rules {
      if let number = architecture.number(of: rule.name) {
        byNumber[number, default: []].append(rule)
      }
    }
    let search = SearchTree(ranges: Self.ranges(byNumber, unlisted)).instructions
    var program = [
      FilterInstruction(Code.load, Offset.architecture),
      FilterInstruction(Code.jumpEqual, architecture.auditValue, jumpTrue: 1),
      FilterInstruction(Code.answer, foreign.filterValue),
      FilterInstruction(Code.load, Offset.number),
    ]
    if let numbers = architecture.foreignNumbers {
      program.append(FilterInstruction(Code.jumpAtLeast, numbers, jumpFalse: 1))
      program.append(FilterInstruction(Code.answer, foreign.filterValue))
    }
    instructions = program + search
  }

  /// Neighbouring numbers with the same answer, from 0 up, without gaps.
  private static func ranges(
    _ byNumber: [UInt32: [SystemCallRule]],
    _ unlisted: SystemCallAction
  ) -> [SearchTree.Range] {
    var ranges: [SearchTree.Range] = []
    let end = (byNumber.keys.max() ?? 0) + 1
    for number in 0...end {
      let answer = Answer(byNumber[number], unlisted)
      if ranges.last?.answer != answer {
        ranges.append(SearchTree.Range(first: number, answer: answer))
      }
    }
    return ranges
  }
}

/// Operations used; the values of <linux/bpf_common.h>.
private enum Code {
  static let load: UInt16 = 0x20
  static let mask: UInt16 = 0x54
  static let jump: UInt16 = 0x05
  static let jumpEqual: UInt16 = 0x15
  static let jumpAtLeast: UInt16 = 0x35
  static let answer: UInt16 = 0x06
}

/// Places in `struct seccomp_data`.
private enum Offset {
  static let number: UInt32 = 0
  static let architecture: UInt32 = 4
  /// The low 32 bits of an argument on a little-endian machine.
  static func argument(_ index: UInt32) -> UInt32 { 16 + 8 * index }
}

extension SystemCallAction {
  /// `SECCOMP_RET_…` of <linux/seccomp.h>.
  package var filterValue: UInt32 {
    switch self {
    case .allow: 0x7FFF_0000
    case .refuse(let number): 0x0005_0000 | UInt32(truncatingIfNeeded: number) & 0xFFFF
    case .trap(let number): 0x0003_0000 | UInt32(truncatingIfNeeded: number) & 0xFFFF
    // A notification of the supervisor, which ends the process; without one the call fails.
    case .kill: 0x7FC0_0000
    }
  }
}

/// What one number gets: rows with tests, then an action.
private struct Answer: Equatable {
  var tested: [SystemCallRule] = []
  var otherwise: SystemCallAction

  init(_ rules: [SystemCallRule]?, _ unlisted: SystemCallAction) {
    guard let rules else {
      otherwise = unlisted
      return
    }
    otherwise = rules.first { $0.tests.isEmpty }?.action ?? SystemCallTable.listedDefault
    tested = Array(rules.prefix { !$0.tests.isEmpty })
  }

  /// The instructions that end every path with an answer.
  var instructions: [FilterInstruction] {
    var program: [FilterInstruction] = []
    for rule in tested {
      // Each test is three instructions; a failed one skips the rest of the row and its answer.
      for (position, test) in rule.tests.enumerated() {
        let remaining = UInt8(truncatingIfNeeded: 3 * (rule.tests.count - position - 1) + 1)
        program.append(FilterInstruction(Code.load, Offset.argument(test.index)))
        program.append(FilterInstruction(Code.mask, test.mask))
        program.append(FilterInstruction(Code.jumpEqual, test.value, jumpFalse: remaining))
      }
      program.append(FilterInstruction(Code.answer, rule.action.filterValue))
    }
    program.append(FilterInstruction(Code.answer, otherwise.filterValue))
    return program
  }
}

/// A binary search over ranges of numbers.
private struct SearchTree {
  /// Numbers from `first` to the next range's.
  struct Range {
    var first: UInt32
    var answer: Answer
  }

  var ranges: [Range]

  var instructions: [FilterInstruction] { search(ranges[...]) }

  private func search(_ ranges: ArraySlice<Range>) -> [FilterInstruction] {
    guard ranges.count > 1 else { return ranges.first?.answer.instructions ?? [] }
    let middle = ranges.startIndex + ranges.count / 2
    let lower = search(ranges[..<middle])
    let upper = search(ranges[middle...])
    // Conditional jumps reach 255 instructions; further needs an unconditional one.
    if let distance = UInt8(exactly: lower.count) {
      return [FilterInstruction(Code.jumpAtLeast, ranges[middle].first, jumpTrue: distance)]
        + lower + upper
    }
    return [
      FilterInstruction(Code.jumpAtLeast, ranges[middle].first, jumpFalse: 1),
      FilterInstruction(Code.jump, UInt32(lower.count)),
    ] + lower + upper
  }
}
