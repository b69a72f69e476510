import Glibc

/// A terminal and the program's end of it, both open as long as this object lives.
public final class TerminalPair: Sendable {
  /// The end at which a user would sit.
  public let user: Int32
  /// The terminal itself, as programs have it.
  public let terminal: Int32

  /// Makes a terminal that controls nobody.
  ///
  /// The requests are those of <asm-generic/ioctls.h>.
  public init?() {
    var locked: Int32 = 0
    var number: Int32 = -1
    user = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
    // TIOCSPTLCK and TIOCGPTN; both variables outlive the calls.
    guard user >= 0, unsafe ioctl(user, 0x4004_5431, &locked) == 0,
      unsafe ioctl(user, 0x8004_5430, &number) == 0
    else { return nil }
    terminal = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    if terminal < 0 { return nil }
  }

  deinit {
    close(user)
    if terminal >= 0 { close(terminal) }
  }
}
