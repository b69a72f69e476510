package import OrielSystem

/// A runner that was started, before it said anything.
package struct RunnerProcess: ~Copyable, Sendable {
  /// The host's end of the control socket.
  var control: PacketSocket
  /// The process, if it is one of its own.
  var process: ProcessHandle?
  /// What the runner writes to standard error.
  var diagnostics: Descriptor?

  /// Gathers the parts.
  package init(
    control: consuming PacketSocket,
    process: consuming ProcessHandle? = nil,
    diagnostics: consuming Descriptor? = nil
  ) {
    self.control = control
    self.process = process
    self.diagnostics = diagnostics
  }
}

/// A way to start runners.
package struct RunnerStarter: Sendable {
  /// Starts one.
  package let start: @Sendable () throws(SetupFailure) -> RunnerProcess

  /// Wraps a way to start a runner.
  package init(_ start: @escaping @Sendable () throws(SetupFailure) -> RunnerProcess) {
    self.start = start
  }

  /// Starts the program at a path, with nothing of this process but the control socket.
  static func program(at path: String, locale: String, timeZone: String) -> RunnerStarter {
    RunnerStarter { () throws(SetupFailure) in
      do throws(SystemError) {
        var pair = try SocketPair()
        var pipe = try Pipe()
        var descriptors = DescriptorList(try Descriptor.open("/dev/null", .readOnly))
        descriptors.append(try Descriptor.open("/dev/null", .writeOnly))
        descriptors.append(pipe.takeWritingEnd())
        descriptors.append(pair.takeSecond())
        let process = try Spawn(
          path: path,
          arguments: ["oriel-runner"],
          // The handler that Swift installs for crashes would itself be a violation in instances.
          environment: ["SWIFT_BACKTRACE=enable=no", "LANG=\(locale)", "TZ=\(timeZone)"]
        ).start(descriptors: descriptors)
        return RunnerProcess(
          control: pair.takeFirst(),
          process: process,
          diagnostics: pipe.takeReadingEnd()
        )
      } catch {
        guard !error.isShortage else {
          throw SetupFailure(error, during: "starting \(path)")
        }
        throw SetupFailure(
          stage: "starting \(path)",
          errorNumber: error.errno.rawValue,
          reason: error.operation,
          remedy: "Check that the file is the oriel-runner of this version and may be executed."
        )
      }
    }
  }
}
