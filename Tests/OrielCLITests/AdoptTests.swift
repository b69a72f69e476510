import Foundation
import OrielTesting
import Testing

/// `oriel adopt`, with the zlib of the system.
@Suite(.requiresBundles, .timeLimit(.minutes(2))) struct AdoptTests {
  let folder: TemporaryFolder
  /// The library of the bundle that `Scripts/bundle-extensions` makes, which is that of the system.
  let library = OrielProgram.extensions + "/Zlib.appex/Zlib.so"
  let interface = OrielProgram.extensions + "/Zlib.appex/Zlib.interface"

  init() throws { folder = try TemporaryFolder() }

  /// Adopts a library into the folder.
  private func adopt(_ library: String, _ options: String...) async throws -> OrielProgram.Outcome {
    try await OrielProgram.run(["adopt", library, "--to", folder.url.path] + options)
  }

  @Test func `An adopted library is an extension whose functions can be called`() async throws {
    defer { folder.remove() }
    let copy = folder.path("libodd-name.so.1.2")
    try FileManager.default.copyItem(atPath: library, toPath: copy)
    let made = try await adopt(copy, "--interface", interface, "--id", "com.example.odd")
    #expect(made.code == 0, "\(made.messages)")
    #expect(made.output.hasPrefix("installed  odd-name (com.example.odd)"))
    let bundle = folder.path("odd-name.appex")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: bundle).sorted()
        == ["Info.plist", "odd-name.interface", "odd-name.so"]
    )
    // The library is the same, byte for byte, and 3610a686 is the known CRC-32 of "hello".
    #expect(
      try Data(contentsOf: URL(filePath: "\(bundle)/odd-name.so"))
        == Data(contentsOf: URL(filePath: library))
    )
    let called = try await OrielProgram.run(["call", bundle, "crc32", "0", "hello"])
    #expect(called.output.contains("\(0x3610_a686)"), "\(called)")
    let shown = try await OrielProgram.run(["show", bundle])
    #expect(shown.output.contains("org.oriel.library"))
    // The same again changes nothing.
    let again = try await adopt(copy, "--interface", interface, "--id", "com.example.odd")
    #expect(again.output.hasPrefix("already there"))
    let renamed = try await adopt(
      copy,
      "--interface",
      interface,
      "--id",
      "com.example.two",
      "--name",
      "Zwei Ö",
      "--json"
    )
    let json = try JSONSerialization.jsonObject(with: Data(renamed.output.utf8)) as? [String: Any]
    #expect(json?["path"] as? String == folder.path("Zwei Ö.appex"))
  }

  @Test func `What cannot be adopted is refused, and nothing is left`() async throws {
    defer { folder.remove() }
    let mistaken = try folder.write("bad.interface", "interface a 1\nfunc f(\n")
    let lacking = try folder.write("more.interface", "interface a 1\nfunc no_such_function()\n")
    let text = try folder.write("text.so", "no library")
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    let id = ["--id", "com.example.a"]
    func refused(_ arguments: [String], _ code: Int32, _ words: String) async throws {
      let outcome = try await OrielProgram.run(
        ["adopt"] + arguments + ["--to", folder.url.path]
      )
      #expect(outcome.code == code, "\(outcome)")
      #expect(outcome.output == "")
      #expect(outcome.messages.contains(words), "\(outcome)")
    }
    try await refused([library, "--interface", mistaken] + id, 4, "cannot be understood")
    try await refused([library, "--interface", lacking] + id, 4, "not export no_such_function")
    try await refused([text, "--interface", interface] + id, 4, "text.so")
    try await refused(["/nonexistent", "--interface", interface] + id, 3, "check the path")
    try await refused(["/dev/null", "--interface", interface] + id, 3, "/dev/null")
    try await refused([library, "--interface", "/nonexistent"] + id, 3, "check the path")
    try await refused([library, "--interface", interface, "--id", "a b"], 2, "no identifier")
    try await refused([library, "--interface", interface], 2, "--id is missing")
    try await refused([library] + id, 2, "--interface is missing")
    try await refused(
      [library, "--interface", interface, "--name", "../up"] + id,
      4,
      "cannot be the name of a bundle"
    )
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == before
    )
    // Another extension of the name is not replaced.
    #expect(try await adopt(library, "--interface", interface, "--id", "com.example.a").code == 0)
    try await refused(
      [library, "--interface", interface, "--id", "com.example.other"],
      4,
      "is another extension"
    )
  }
}
