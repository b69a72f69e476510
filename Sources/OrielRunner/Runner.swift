internal import Glibc
internal import OrielSystem

/// The program that starts instances for one host.
///
/// It is started by a host with the control socket as descriptor 3, and never by hand. It has one
/// thread for its whole life and uses no task, dispatch queue or run loop: a process forked from it
/// would hang in them.
@main
enum Runner {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "--help" || arguments.first == "-h" {
      print(usage)
      exit(0)
    }
    guard arguments.isEmpty, isSocket(controlDescriptor) else {
      // A host may show it to whoever asks why the runner failed.
      try? Descriptor(owning: STDERR_FILENO).write(Array((usage + "\n").utf8))
      exit(2)
    }
    let baseline = Baseline.observe()
    let control = PacketSocket(Descriptor(owning: controlDescriptor))
    exit(Launcher.run(control, baseline))
  }

  /// Where the host puts the control socket.
  private static let controlDescriptor: Int32 = 3

  private static let usage = """
    usage: oriel-runner

    A part of Oriel: a host starts it to run its extensions in. It does nothing by hand;
    see 'oriel run --help' and 'oriel doctor --help'.
    """

  private static func isSocket(_ descriptor: Int32) -> Bool {
    var status = stat()
    // The structure outlives the call that fills it.
    return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }
}
