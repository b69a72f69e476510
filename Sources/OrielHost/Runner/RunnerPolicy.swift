internal import OrielSandbox
internal import OrielSystem
internal import OrielWire

/// What the sandbox module decides, in the form that a runner is told.
enum RunnerPolicy {
  /// The system call filters, laid out as the kernel takes them.
  static func filters() throws(SystemError) -> CompiledFilters {
    try SandboxPolicy().compileFilters()
  }

  /// The paths of the host that every instance sees, read-only.
  static var view: [ViewEntry] { SandboxPolicy().view }

  /// The user that instances of a host that is root run as; nil for any other host.
  static var seedUser: UInt32? {
    let user = KernelFacts.effectiveUser
    guard user == 0 else { return nil }
    return UserMap.current().instanceUser(of: user, wanted: systemUser(named: "oriel") ?? 65534)
  }

  /// The number of a user of `/etc/passwd`, which is asked directly: a lookup through the name
  /// service could load libraries and wait for a network.
  private static func systemUser(named name: String) -> UInt32? {
    guard let file = try? Descriptor.open("/etc/passwd", .readOnly) else { return nil }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    guard let count = try? file.read(into: &buffer, at: 0) else { return nil }
    for line in buffer[..<count].split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard fields.count > 3, fields[0].elementsEqual(name.utf8) else { continue }
      return UInt32(String(decoding: fields[2], as: UTF8.self)).flatMap { $0 == 0 ? nil : $0 }
    }
    return nil
  }
}
