/// What the filter does with a system call.
package enum SystemCallAction: Sendable, Equatable {
  /// The kernel runs it.
  case allow
  /// It returns an error number and does nothing.
  case refuse(Int32)
  /// It raises SIGSYS in the calling thread, whose handler makes its result: this error number, or
  /// for 0 that of the same call made once more.
  case trap(Int32)
  /// It never runs, and the supervisor ends the process: nobody makes this call by accident.
  case kill
}

/// A comparison of the low 32 bits of one argument, which is all that the kernel reads of the
/// arguments compared here (CVE-2019-10063 came from comparing 64).
package struct ArgumentTest: Sendable, Equatable {
  /// Position of the argument, from 0.
  package let index: UInt32
  /// The bits that count.
  package let mask: UInt32
  /// What those bits must be.
  package let value: UInt32

  /// The argument has this value.
  package static func argument(_ index: UInt32, is value: UInt32) -> ArgumentTest {
    ArgumentTest(index: index, mask: .max, value: value)
  }

  /// The bits under the mask have this value.
  package static func argument(
    _ index: UInt32,
    under mask: UInt32,
    is value: UInt32
  ) -> ArgumentTest {
    ArgumentTest(index: index, mask: mask, value: value)
  }
}

/// One row of the policy: a call by name, what happens to it, and for which arguments.
package struct SystemCallRule: Sendable, Equatable {
  /// The kernel's name of the call; a name that an architecture lacks is left out there.
  package let name: String
  /// What happens when every test holds.
  package let action: SystemCallAction
  /// Tests that must all hold; none means every call.
  package let tests: [ArgumentTest]

  /// A rule for a call, whatever its arguments unless tests are given.
  package init(_ name: String, _ action: SystemCallAction, when tests: [ArgumentTest] = []) {
    self.name = name
    self.action = action
    self.tests = tests
  }
}
