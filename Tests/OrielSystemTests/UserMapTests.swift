import Testing

@testable import OrielSystem

@Suite("The users of a user namespace")
struct UserMapTests {
  /// As <man7: user_namespaces> shows them: of the system itself, of a rootless container, and of
  /// `unshare --map-root-user` by user 1000 and by root.
  static let system = "         0          0 4294967295\n"
  static let container = "         0       1000          1\n         1     100000      65536\n"
  static let single = "         0       1000          1\n"
  static let singleRoot = "         0          0          1\n"

  @Test(
    "instances of a root host run as another user wherever there is one",
    arguments: [
      (system, UInt32(0), UInt32?(65_534)), (system, 1000, nil), (container, 0, 65_534),
      (single, 0, nil), (singleRoot, 0, 65_534), ("", 0, 65_534),
    ]
  )
  func instanceUser(map: String, effectiveUser: UInt32, expected: UInt32?) {
    #expect(UserMap(map).instanceUser(of: effectiveUser, wanted: 65_534) == expected)
  }

  @Test("a user stands for the one at the same place of its run")
  func outside() {
    let map = UserMap(Self.container)
    #expect(map.outside(of: 0) == 1000)
    #expect(map.outside(of: 5) == 100_004)
    #expect(map.outside(of: 65_537) == nil)
  }

  @Test("lines that are none are left out", arguments: ["x", "1 2", "0 0 4294967296 9", "-1 0 1"])
  func malformed(line: String) {
    #expect(!UserMap(line).contains(0))
  }
}
