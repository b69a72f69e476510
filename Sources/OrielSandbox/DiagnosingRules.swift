internal import CShims

/// The table of the author's debug mode: the same answers, with SIGSYS where something is refused or
/// may fail because the sandbox shows no such file.
///
/// The handler of SIGSYS is CShims/trace.c. Calls that end an instance end it here as well.
enum DiagnosingRules {
  /// The rules that give the same results as others, and tell refusals.
  static func rules(of rules: [SystemCallRule]) -> [SystemCallRule] {
    let rows = rules.flatMap { rule in
      guard rule.action == .allow, repeated.contains(rule.name) else {
        let action = expected.contains(rule.name) ? rule.action : action(of: rule.action)
        return [SystemCallRule(rule.name, action, when: rule.tests)]
      }
      // The kernel looks at no sixth argument of these calls.
      return [
        SystemCallRule(rule.name, .allow, when: rule.tests + [.argument(5, is: cookie)]),
        SystemCallRule(rule.name, .trap(0), when: rule.tests),
      ]
    }
    // A call whose rows all have tests has a default, which is a refusal, too.
    let decided = Set(rows.filter { $0.tests.isEmpty }.map(\.name))
    return rows
      + Set(rows.map(\.name)).subtracting(decided).sorted().map {
        SystemCallRule($0, action(of: SystemCallTable.listedDefault))
      }
  }

  /// The action that gives the same result and tells it.
  static func action(of action: SystemCallAction) -> SystemCallAction {
    if case .refuse(let number) = action { .trap(number) } else { action }
  }

  /// What marks a call that the handler makes itself.
  static let cookie = UInt32(ORIEL_SHIM_TRACE_COOKIE)

  /// Calls that the handler makes once more: those with paths, to see which files were missed, and
  /// those that could take SIGSYS away from it.
  static let repeated: Set<String> = [
    "open", "openat", "openat2", "creat", "access", "faccessat", "faccessat2", "stat", "lstat",
    "newfstatat", "statx", "statfs", "readlink", "readlinkat", "chdir", "mkdir", "mkdirat", "rmdir",
    "unlink", "unlinkat", "rename", "renameat", "renameat2",
    "rt_sigaction", "rt_sigprocmask", "rt_sigsuspend", "ppoll",
  ]

  /// Refusals that nobody needs to hear of: the C library tries these first, each time, and then
  /// does without.
  static let expected: Set<String> = ["clone3"]
}
