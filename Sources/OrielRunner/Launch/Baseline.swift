internal import CShims
internal import Glibc
internal import OrielSystem

/// What an instance's surroundings are compared with: those of the host, and of the fork server.
struct Baseline: Sendable {
  /// The host's, as the runner found them when it was started.
  let host: oriel_shim_surroundings
  /// The fork server's, in its namespaces and on its private root.
  var server = oriel_shim_surroundings()
  /// What the runner was started with and should not have been; nil after a clean start.
  let launcherFlaw: String?
  /// What around the host may keep it from making a sandbox.
  let obstacles: Obstacles

  /// Looks around; called first of all.
  static func observe() -> Baseline {
    umask(fileMask)
    var host = oriel_shim_surroundings()
    // The structure outlives the call that fills it.
    unsafe oriel_shim_identify(&host)
    return Baseline(host: host, launcherFlaw: flaw(), obstacles: Obstacles())
  }

  /// Notes the fork server's surroundings, once it is where it stays.
  mutating func observeServer() {
    // The structure outlives the call that fills it.
    unsafe oriel_shim_identify(&server)
  }

  /// The mask of new files' modes: those of the private root must be readable for the instances'
  /// user, whatever the host's mask.
  private static let fileMask: mode_t = 0o022

  /// The variables that a host gives its runner.
  private static let variables: Set<Substring> = ["LANG", "SWIFT_BACKTRACE", "TZ"]

  private static func flaw() -> String? {
    if getsid(0) != getpid() { return "the runner shares a session with its host" }
    if let variable = Environment.names.first(where: { !variables.contains($0) }) {
      return "the runner inherited the variable \(variable)"
    }
    // Setting it is the only way to read it.
    if umask(fileMask) != fileMask { return "the mask of new files' modes cannot be set" }
    guard
      let listed = try? Descriptor.open("/proc/self/fd", [.readOnly, .directory]).names(limit: 64)
    else { return "the runner's descriptors cannot be listed" }
    // 0-3 were given, 4 is the folder itself and 5 its second descriptor for reading.
    let strays = listed.names.compactMap { Int($0) }.filter { $0 > 5 }
    return strays.min().map { "the runner inherited the descriptor \($0)" }
  }
}

extension oriel_shim_surroundings {
  /// The identity of one namespace; 0 when it could not be looked at.
  func namespace(_ index: Int32) -> UInt64 {
    // The imported array is a tuple of as many numbers, laid out one after another.
    unsafe withUnsafeBytes(of: namespaces) { bytes in
      unsafe bytes.loadUnaligned(fromByteOffset: Int(index) * 8, as: UInt64.self)
    }
  }
}
