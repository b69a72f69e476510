import Testing

@testable import OrielSandbox

@Suite("The filter of the author's debug mode")
struct DiagnosingFilterTests {
  // The values of <linux/seccomp.h>.
  private static let actionMask: UInt32 = 0xFFFF_0000
  private static let dataMask: UInt32 = 0x0000_FFFF
  private static let allow: UInt32 = 0x7FFF_0000
  private static let notify: UInt32 = 0x7FC0_0000
  private static let error: UInt32 = 0x0005_0000
  private static let trap: UInt32 = 0x0003_0000

  private let architecture: Architecture
  private let opening: (ordinary: FilterInterpreter, diagnosing: FilterInterpreter)
  private let closing: (ordinary: FilterInterpreter, diagnosing: FilterInterpreter)

  init() {
    architecture = .x86_64
    opening = Self.pair(SystemCallTable.openingRules, unlisted: .refuse(38), .trap(38))
    closing = Self.pair(SystemCallTable.closingRules, unlisted: .allow, .allow)
  }

  private static func pair(
    _ rules: [SystemCallRule],
    unlisted: SystemCallAction,
    _ diagnosing: SystemCallAction
  ) -> (ordinary: FilterInterpreter, diagnosing: FilterInterpreter) {
    func interpreter(_ rules: [SystemCallRule], _ unlisted: SystemCallAction) -> FilterInterpreter {
      FilterInterpreter(
        instructions: SystemCallFilter(rules: rules, architecture: .x86_64, unlisted: unlisted)
          .instructions
      )
    }
    return (
      interpreter(rules, unlisted), interpreter(DiagnosingRules.rules(of: rules), diagnosing)
    )
  }

  /// Arguments that meet the tests of some rows and miss those of others.
  private static let arguments: [[UInt64]] = [
    [0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1], [0x10000, 5, 4, 0x20, 0, 0],
    [1, 0x80001, 7, 0x22, 0, 0],
    [3, 0x5401, 3, 2, 0, 0], [1, 16, 5, 2, 0, 0], [3, 1030, 5, 0x22, 9, 9],
    [UInt64.max, UInt64.max, UInt64.max, UInt64.max, UInt64.max, UInt64.max],
    [15, 0, 0, 0, 0, UInt64(DiagnosingRules.cookie)], [0, 0, 2, 0, 0, 1],
  ]

  @Test("gives every call, with any arguments, the result that the ordinary one gives")
  func everyNumber() throws {
    var repeated: Set<UInt32> = []
    for (ordinary, diagnosing) in [opening, closing] {
      for number in UInt32(0)...1024 {
        for values in Self.arguments {
          let call = FilteredCall(number: number, architecture: 0xC000_003E, arguments: values)
          let expected = try #require(ordinary.run(call))
          let found = try #require(diagnosing.run(call))
          switch (expected & Self.actionMask, found & Self.actionMask) {
          case (Self.allow, Self.trap):
            #expect(found & Self.dataMask == 0, "call \(number)")
            repeated.insert(number)
          case (Self.error, Self.trap):
            #expect(found & Self.dataMask == expected & Self.dataMask, "call \(number)")
            #expect(found & Self.dataMask != 0)
          case (Self.error, Self.error): #expect(number == 435, "clone3 alone is not told")
          default: #expect(found == expected, "call \(number)")
          }
        }
      }
    }
    // Numbers of <asm/unistd_64.h>: open, openat, openat2, creat, sigaction and sigprocmask are
    // among them.
    #expect(repeated.isSuperset(of: [2, 257, 437, 85, 13, 14]))
    #expect(repeated.isDisjoint(with: [0, 1, 3, 9, 15, 44, 231]))
  }

  @Test("lets a call pass that the handler repeats, and nothing else by that mark")
  func cookie() {
    let cookie = UInt64(DiagnosingRules.cookie)
    for number in UInt32(0)...1024 {
      var call = FilteredCall(number: number, architecture: 0xC000_003E)
      let plain = opening.ordinary.run(call)
      call.arguments[5] = cookie | 0xABCD_0000_0000
      let marked = opening.diagnosing.run(call)
      if marked == Self.allow { #expect(plain == Self.allow, "call \(number)") }
    }
    let open = FilteredCall(
      number: 2,
      architecture: 0xC000_003E,
      arguments: [0, 0, 0, 0, 0, cookie]
    )
    #expect(opening.diagnosing.run(open) == Self.allow)
    #expect(opening.diagnosing.run(FilteredCall(number: 2, architecture: 0xC000_003E)) == Self.trap)
  }

  @Test("stops forbidden calls and other calling conventions as the ordinary one does")
  func forbidden() {
    let ptrace = FilteredCall(number: 101, architecture: 0xC000_003E)
    #expect(opening.ordinary.run(ptrace) == Self.notify)
    #expect(opening.diagnosing.run(ptrace) == Self.notify)
    let i386 = FilteredCall(number: 3, architecture: 0x4000_0003)
    #expect(opening.diagnosing.run(i386) == opening.ordinary.run(i386))
    #expect(opening.diagnosing.run(i386) != Self.allow)
  }

  @Test("repeats only calls with a free sixth argument, by names that exist")
  func names() {
    for name in DiagnosingRules.repeated {
      #expect(Architecture.allCases.contains { $0.number(of: name) != nil }, "\(name)")
      let isAllowed = SystemCallTable.rules.contains { $0.name == name && $0.action == .allow }
      #expect(isAllowed, "\(name)")
    }
    // Manual pages: these have six arguments.
    let six: Set = [
      "mmap", "futex", "sendto", "recvfrom", "pselect6", "epoll_pwait", "epoll_pwait2",
    ]
    #expect(DiagnosingRules.repeated.isDisjoint(with: six))
  }
}
