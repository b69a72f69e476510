import Foundation
import OrielTesting
import Testing

/// What `oriel interface` says about descriptions and libraries.
@Suite struct InterfaceTests {
  /// Runs `oriel interface` with a text as its standard input.
  private static func interface(
    _ arguments: [String],
    input: String
  ) async throws -> OrielProgram.Outcome {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = try folder.write("input", input)
    return try await OrielProgram.run(
      ["interface"] + arguments,
      wrapper: ["/bin/sh", "-c", "exec \"$@\" <\"$0\"", file]
    )
  }

  @Test func `Mistakes are told with place, caret and advice`() async throws {
    let text = """
      interface test 1
      struct S size 12 { a: i32, b: u32 : 3 }
      func first(data: bytes[lenght], length: size)
      func second(value: int) -> strin

      """
    let outcome = try await Self.interface(["check", "-"], input: text)
    #expect(outcome.code == 4)
    #expect(outcome.messages == "")
    try Golden.expect(outcome.output, is: "interface-check-mistakes")
  }

  @Test(arguments: [
    (RealInterface.zlib, "/usr/lib/x86_64-linux-gnu/libz.so.1"),
    (RealInterface.turbojpeg, "/usr/lib/x86_64-linux-gnu/libturbojpeg.so.0"),
    (RealInterface.libc, "/lib/x86_64-linux-gnu/libc.so.6"),
  ])
  func `A real library exports what its description needs`(
    interface: RealInterface,
    library: String
  ) async throws {
    let file = interface.url.path
    let outcome = try await OrielProgram.run(["interface", "check", file, "--library", library])
    #expect(outcome.code == 0)
    #expect(outcome.output.hasSuffix("\(library): exports what the description needs\n"))
    // Another library has none of it.
    let other =
      interface == .zlib ? "/lib/x86_64-linux-gnu/libm.so.6" : "/lib/x86_64-linux-gnu/libz.so.1"
    let wrong = try await OrielProgram.run([
      "interface", "check", file, "--library", other, "--json",
    ])
    #expect(wrong.code == 1)
    let json = try JSONSerialization.jsonObject(with: Data(wrong.output.utf8)) as? [String: Any]
    let libraries = try #require(json?["libraries"] as? [[String: Any]])
    #expect(libraries.count == 1 && libraries[0]["isComplete"] as? Bool == false)
  }

  @Test func `A variable, a missing function and an optional one are told apart`() async throws {
    let text = """
      interface test 1
      func stdout()
      func puts(text: string) -> i32
      func no_such_function()
      func nor_this() optional
      func strdup(text: string) -> string freed by no_such_free

      """
    let library = "/lib/x86_64-linux-gnu/libc.so.6"
    let outcome = try await Self.interface(["check", "-", "--library", library], input: text)
    #expect(outcome.code == 1)
    #expect(
      outcome.output == """
        standard input: test 1 is fine: 5 functions
          stdout is no function
          no_such_function is not there
          nor_this is not there, which the description allows
          no_such_free is not there (for strdup)
        /lib/x86_64-linux-gnu/libc.so.6: lacks 3 of the 6 functions that the description needs; \
        check its version

        """
    )
  }

  @Test(arguments: [
    (["/nowhere/x.interface"], "cannot read '/nowhere/x.interface': No such file or directory"),
    (["/dev/zero"], "cannot read '/dev/zero'"),
    (["FILE", "--library", "/nowhere.so"], "cannot read '/nowhere.so': No such file or directory"),
    (["FILE", "--library", "/etc/passwd"], "'/etc/passwd' is not a shared library: it does not"),
  ])
  func `What cannot be read is said`(arguments: [String], message: String) async throws {
    let file = RealInterface.zlib.url.path
    let outcome = try await OrielProgram.run(
      ["interface", "check"] + arguments.map { $0 == "FILE" ? file : $0 }
    )
    #expect(outcome.code == 3)
    #expect(outcome.messages.hasPrefix("oriel: \(message)"), "\(outcome.messages)")
  }
}
