import Testing

@testable import OrielSandbox

/// AUDIT_ARCH_X86_64 and AUDIT_ARCH_AARCH64 of <linux/audit.h>.
private let auditValues: [Architecture: UInt32] = [.x86_64: 0xC000_003E, .aarch64: 0xC000_00B7]

private let allow: UInt32 = 0x7FFF_0000
/// SECCOMP_RET_USER_NOTIF, on which the supervisor ends the process.
private let kill: UInt32 = 0x7FC0_0000
private func error(_ number: UInt32) -> UInt32 { 0x0005_0000 | number }
private let notPermitted = error(1)
private let accessDenied = error(13)
private let noSystemCall = error(38)

@Suite("The compiled system call filter")
struct SystemCallFilterTests {
  private func answer(
    _ number: UInt32,
    _ arguments: [UInt64] = [],
    on architecture: Architecture = .x86_64
  ) -> UInt32? {
    var call = FilteredCall(number: number, architecture: auditValues[architecture] ?? 0)
    for (index, argument) in arguments.enumerated() { call.arguments[index] = argument }
    return Stack(architecture).run(call)
  }

  /// The two filters of an instance, of which the kernel takes the stricter answer.
  private struct Stack {
    let opening: FilterInterpreter
    let closing: FilterInterpreter

    init(_ architecture: Architecture) {
      opening = FilterInterpreter(
        instructions: SystemCallFilter(
          rules: SystemCallTable.openingRules,
          architecture: architecture
        ).instructions
      )
      closing = FilterInterpreter(
        instructions: SystemCallFilter(
          rules: SystemCallTable.closingRules,
          architecture: architecture,
          unlisted: .allow,
          foreign: .allow
        ).instructions
      )
    }

    /// The answer with the higher precedence: seccomp(2) orders actions by their signed value.
    func run(_ call: FilteredCall) -> UInt32? {
      guard let first = opening.run(call), let last = closing.run(call) else { return nil }
      func action(_ answer: UInt32) -> Int32 { Int32(bitPattern: answer & 0xFFFF_0000) }
      return action(last) < action(first) ? last : first
    }
  }

  @Test("every number gets what the table says", arguments: Architecture.allCases)
  func everyNumber(architecture: Architecture) {
    let interpreter = Stack(architecture)
    var expected: [UInt32: UInt32] = [:]
    for rule in SystemCallTable.rules where rule.tests.isEmpty {
      guard let number = architecture.number(of: rule.name), expected[number] == nil else {
        continue
      }
      switch rule.action {
      case .allow: expected[number] = allow
      case .refuse(let errno): expected[number] = error(UInt32(errno))
      case .trap: Issue.record("an ordinary instance has no handler for \(rule.name)")
      case .kill: expected[number] = kill
      }
    }
    let tested = Set(
      SystemCallTable.rules.filter { !$0.tests.isEmpty }.compactMap {
        architecture.number(of: $0.name)
      }
    )
    for number in UInt32(0)...1024 where !tested.contains(number) {
      let call = FilteredCall(number: number, architecture: auditValues[architecture] ?? 0)
      #expect(interpreter.run(call) == expected[number] ?? noSystemCall, "number \(number)")
    }
  }

  // Numbers from <asm/unistd_64.h>.
  @Test(
    "calls of x86-64 get the answer of the policy page",
    arguments: [
      ("read", 0, [], allow), ("execve", 59, [], notPermitted), ("ptrace", 101, [], kill),
      ("mount", 165, [], kill), ("unshare", 272, [], kill), ("bpf", 321, [], kill),
      ("clone3", 435, [], noSystemCall), ("a number of the future", 600, [], noSystemCall),
      ("io_uring_setup", 425, [], notPermitted), ("keyctl", 250, [], notPermitted),
      ("socket", 41, [], notPermitted), ("sendmsg", 46, [3], notPermitted),
      ("a filter of its own", 317, [1, 0], notPermitted),
      ("socketpair of Unix streams", 53, [1, 0x80001], allow),
      ("socketpair of another family", 53, [2, 1], notPermitted),
      ("socketpair of datagrams", 53, [1, 2], notPermitted),
      ("mmap readable and writable", 9, [0, 4096, 3, 0x22], allow),
      ("mmap writable and executable", 9, [0, 4096, 7, 0x22], accessDenied),
      ("mmap of executable anonymous memory", 9, [0, 4096, 5, 0x22], accessDenied),
      ("mmap of an executable file", 9, [0, 4096, 5, 0x02], allow),
      ("mprotect to executable", 10, [0, 4096, 5], accessDenied),
      ("mprotect to writable", 10, [0, 4096, 3], allow),
      ("a new thread", 56, [0x003D_0F00], allow),
      ("a new process", 56, [17], notPermitted),
      ("a thread in a new user namespace", 56, [0x103D_0F00], notPermitted),
      ("a thread with descriptors of its own", 56, [0x003D_0B00], notPermitted),
      ("a thread that is traced", 56, [0x003D_2F00], notPermitted),
      ("a thread, with other upper bits", 56, [0xFFFF_FFFF_003D_0F00], allow),
      ("mmap of huge pages", 9, [0, 2 << 20, 3, 0x40022], notPermitted),
      ("madvise that frees", 28, [0, 4096, 4], allow),
      ("madvise that merges pages", 28, [0, 4096, 12], notPermitted),
      ("a barrier in this process", 324, [8], allow),
      ("a barrier everywhere", 324, [1], notPermitted),
      ("sendto to the peer", 44, [3, 0, 1, 0x4000, 0, 0], allow),
      ("sendto to an address", 44, [3, 0, 1, 0x4000, 1, 16], notPermitted),
      ("sendto that connects", 44, [3, 0, 1, 0x2000_0000, 0, 0], notPermitted),
      ("renameat2 that replaces nothing", 316, [0, 0, 0, 0, 1], allow),
      ("renameat2 that leaves a device", 316, [0, 0, 0, 0, 4], notPermitted),
      ("memfd_create that can be sealed", 319, [0, 3], allow),
      ("memfd_create on huge pages", 319, [0, 4], notPermitted),
      ("an executable memfd", 319, [0, 16], notPermitted),
      ("a signal to itself", 62, [1], allow), ("a signal to its group", 62, [0], notPermitted),
      ("a signal to everything", 62, [UInt64.max], notPermitted),
      ("isatty", 16, [1, 0x5401], allow), ("TIOCSTI", 16, [0, 0x5412], notPermitted),
      ("TIOCLINUX", 16, [0, 0x541C], notPermitted),
      (
        "CVE-2019-10063: TIOCSTI with other upper bits", 16, [0, 0xFFFF_FFFF_0000_5412],
        notPermitted
      ),
      ("a file mode with set-user-id", 90, [0, 0o4755], notPermitted),
      ("an ordinary file mode", 90, [0, 0o755], notPermitted),
      ("new times of a file", 280, [3], notPermitted),
      ("F_SETFD", 72, [3, 2], allow), ("F_SETLK", 72, [3, 6], notPermitted),
      ("F_NOTIFY", 72, [3, 1026], notPermitted), ("F_SETPIPE_SZ", 72, [3, 1031], notPermitted),
      ("SO_ERROR", 55, [3, 1, 4], allow), ("SO_PEERPIDFD", 55, [3, 1, 77], notPermitted),
      ("F_SETLEASE", 72, [3, 1024], notPermitted),
      ("F_SETOWN", 72, [3, 8], notPermitted),
      ("personality as a question", 135, [0xFFFF_FFFF], allow),
      ("personality as a change", 135, [0x40_0000], notPermitted),
      ("naming a thread", 157, [15], allow), ("being dumpable again", 157, [4, 1], notPermitted),
    ] as [(String, UInt32, [UInt64], UInt32)]
  )
  func x86(what: String, number: UInt32, arguments: [UInt64], expected: UInt32) {
    #expect(answer(number, arguments) == expected, "\(what)")
  }

  @Test("another calling convention ends the process")
  func foreignConvention() {
    let interpreter = Stack(.x86_64)
    let read = FilteredCall(number: 0, architecture: 0xC000_003E)
    #expect(interpreter.run(read) == allow)
    let i386 = FilteredCall(number: 3, architecture: 0x4000_0003)
    #expect(interpreter.run(i386) == kill)
    let x32 = FilteredCall(number: 0x4000_0000, architecture: 0xC000_003E)
    #expect(interpreter.run(x32) == kill)
    // The last filter must not turn a notification of the first into an error.
    for number in [UInt32(46), 317] {
      let foreign = FilteredCall(number: number, architecture: 0x4000_0003)
      #expect(interpreter.run(foreign) == kill)
    }
  }

  @Test("the first filter leaves open what the last one closes, and no more than that")
  func opening() {
    let opening = Stack(.x86_64).opening
    func answer(_ number: UInt32, _ arguments: [UInt64] = []) -> UInt32? {
      var call = FilteredCall(number: number, architecture: 0xC000_003E)
      for (index, argument) in arguments.enumerated() { call.arguments[index] = argument }
      return opening.run(call)
    }
    // sendmsg, and seccomp(SECCOMP_SET_MODE_FILTER) without flags.
    #expect(answer(46) == allow)
    #expect(answer(317, [1, 0]) == allow)
    #expect(answer(317, [1, 8]) == notPermitted, "a listener of the extension's own")
    #expect(answer(317, [0, 0]) == notPermitted)
  }

  @Test("no call name is misspelt")
  func names() {
    for rule in SystemCallTable.rules {
      let isKnown = Architecture.allCases.contains { $0.number(of: rule.name) != nil }
      #expect(isKnown || newerThanLibrary.contains(rule.name), "\(rule.name)")
    }
  }

  /// Calls that libseccomp 2.5.4 does not know yet; elsewhere they must be in the filter.
  private let newerThanLibrary: Set<String> = []

  @Test("a row with two tests needs both")
  func conjunction() {
    let rules = [
      SystemCallRule("read", .kill, when: [.argument(0, is: 7), .argument(2, under: 1, is: 1)])
    ]
    let filter = SystemCallFilter(rules: rules, architecture: .x86_64)
    let interpreter = FilterInterpreter(instructions: filter.instructions)
    var call = FilteredCall(number: 0, architecture: 0xC000_003E)
    for (first, third, expected) in [
      (UInt64(7), UInt64(1), kill), (7, 3, kill), (7, 2, notPermitted), (6, 1, notPermitted),
    ] {
      call.arguments[0] = first
      call.arguments[2] = third
      #expect(interpreter.run(call) == expected)
    }
  }
}
