import Foundation
import OrielTesting
import Testing

/// What a careless program leaves lying around before it becomes a host.
///
/// It changes this process for good, so it belongs into an exit test.
@safe final class CarelessHost {
  /// What the Probe fixture looks for.
  static let secret = "oriel-careless-secret-7f3a9c"

  private let heap: UnsafeMutablePointer<CChar>?
  private let terminal: TerminalPair

  /// Leaves secrets, 200 descriptors, a terminal, and signals, mask and folder that are not the usual.
  init() throws {
    unsafe heap = strdup(Self.secret)
    for name in ["SECRET", "LD_PRELOAD", "LD_AUDIT", "GLIBC_TUNABLES", "PATH_TO_SECRET"] {
      unsafe setenv(name, Self.secret, 1)
    }
    terminal = try Self.takeTerminal()
    try Self.openDescriptors()
    for number in [SIGCHLD, SIGHUP] { signal(number, SIG_IGN) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGTERM)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    umask(0)
    let folder = NSTemporaryDirectory() + "/\(Self.secret)-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let isThere = unsafe chdir(folder) == 0
    try #require(isThere)
    try FileManager.default.removeItem(atPath: folder)
  }

  deinit {
    unsafe free(heap)
  }

  /// A terminal that controls this process, on standard input and everywhere else.
  private static func takeTerminal() throws -> TerminalPair {
    let pair = try #require(TerminalPair())
    // A process that leads a group already leads a session, too, or cannot get one.
    _ = setsid()
    _ = ioctl(pair.terminal, UInt(TIOCSCTTY), 0)
    try #require(dup2(pair.terminal, STDIN_FILENO) == 0)
    return pair
  }

  /// Descriptors of all kinds that stay open over an exec.
  private static func openDescriptors() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    try #require(listener >= 0 && listen(listener, 1) == 0)
    let sources = [
      unsafe open("/etc/passwd", O_RDONLY), unsafe open("/", O_RDONLY | O_DIRECTORY),
      unsafe open("/home", O_RDONLY | O_DIRECTORY), unsafe open("/proc", O_RDONLY | O_DIRECTORY),
      unsafe open("/proc/self", O_RDONLY | O_DIRECTORY), unsafe open("/dev/zero", O_RDWR), listener,
      unsafe open("/proc/self/ns/mnt", O_RDONLY), unsafe open("/proc/self/ns/user", O_RDONLY),
      unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY), unsafe open("/sys", O_RDONLY | O_DIRECTORY),
    ]
    for index in 0..<200 {
      let source = sources[index % sources.count]
      try #require(source >= 0 && dup2(source, Int32(100 + index)) >= 0, "\(index)")
    }
  }
}
