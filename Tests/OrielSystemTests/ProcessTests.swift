import Glibc
import OrielSystem
import Testing

/// Starting, watching and ending programs.
@Suite struct ProcessTests {
  @Test("A program gets the given descriptors, arguments and environment, and nothing else")
  func cleanState() throws {
    var pipe = try Pipe()
    let reading = pipe.takeReadingEnd()
    // A descriptor that would survive exec if the spawn did not close it.
    let careless = try Descriptor.open("/dev/null", .readOnly)
    try careless.setCloseOnExec(false)
    let process: ProcessHandle
    do {
      var descriptors = DescriptorList(try Descriptor.open("/dev/null", .readOnly))
      descriptors.append(pipe.takeWritingEnd())
      descriptors.append(try Descriptor.open("/dev/null", .writeOnly))
      process = try Spawn(
        path: "/bin/sh",
        arguments: [
          "sh", "-c",
          "echo \"$1\"; env | grep -v -e ^PWD -e ^_ -e SHLVL; ls /proc/$$/fd; "
            + "cut -d' ' -f1,6 /proc/$$/stat; exit 7", "sh", "a b",
        ],
        environment: ["ONE=1", "PATH=/usr/bin:/bin"]
      ).start(descriptors: descriptors)
    }
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case .bytes(let count) = try reading.read(into: &buffer) {
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.first == "a b")
    #expect(Set(lines.dropFirst().prefix(2)) == ["ONE=1", "PATH=/usr/bin:/bin"])
    // Numbers 0 to 2; dash keeps no other for a script given by -c.
    #expect(lines.dropFirst(3).dropLast() == ["0", "1", "2"])
    let ids = try #require(lines.last).split(separator: " ")
    #expect(ids.count == 2 && ids[0] == ids[1], "the process leads a session of its own")
    let status = try waitForEnd(process)
    #expect(status.exitCode == 7)
    careless.withRawValue { #expect(fcntl($0, F_GETFD) == 0) }
  }

  @Test("A program that does not exist is an error that names the cause")
  func missing() {
    #expect(throws: SystemError("posix_spawn", .noSuchFile)) {
      _ = try Spawn(path: "/nonexistent/program", arguments: ["x"], environment: [])
        .start(descriptors: DescriptorList())
    }
  }

  @Test("A zero in an argument is refused, not cut")
  func zeroInArgument() {
    #expect(throws: SystemError("posix_spawn", .invalidArgument)) {
      _ = try Spawn(path: "/bin/true", arguments: ["x", "a\u{0}b"], environment: [])
        .start(descriptors: DescriptorList())
    }
  }

  @Test("A killed program reports the signal, and can be signalled no more")
  func kill() throws {
    let process = try Spawn(path: "/bin/sleep", arguments: ["sleep", "1000"], environment: [])
      .start(descriptors: DescriptorList())
    let endedBefore = process.hasEnded()
    let statusBefore = try process.reap()
    #expect(!endedBefore && statusBefore == nil)
    let wasThere = try process.kill()
    let status = try waitForEnd(process)
    #expect(wasThere && status.signal == SIGKILL)
    let isThere = try process.kill()
    #expect(!isThere)
  }

  /// Waits on the process descriptor and reaps.
  private func waitForEnd(_ process: borrowing ProcessHandle) throws -> WaitStatus {
    let poll = try EventPoll()
    try poll.add(process.descriptor, for: .readable, token: 1)
    #expect(try poll.wait(milliseconds: 10_000).map(\.token) == [1])
    let status = try process.reap()
    return try #require(status)
  }
}
