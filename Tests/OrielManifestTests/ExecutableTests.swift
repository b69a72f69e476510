import Foundation
import Testing

@testable import OrielManifest

@Suite("Inspection of shared libraries", .requires(.native))
struct ExecutableTests {
  /// A system on which everything that is built here fits.
  static let facts = SystemFacts.current

  /// Inspects a library.
  static func inspect(
    _ bytes: [UInt8],
    _ facts: SystemFacts = facts
  ) -> ExecutableInspection {
    ExecutableInspection(MemorySource(bytes: bytes), file: "Code.so", facts: facts)
  }

  /// Inspects a library made from C source.
  static func inspect(
    source: String = Tool.entry,
    _ options: [String]
  ) throws -> ExecutableInspection {
    inspect(try Tool.native.compile(source, options))
  }

  /// The errors, as one text.
  static func errors(_ inspection: ExecutableInspection) -> String {
    inspection.diagnostics.filter { $0.severity == .error }.map(\.description)
      .joined(separator: "\n")
  }

  @Test(
    "A sound library fits, whichever hash table it has",
    arguments: [[], ["-Wl,--hash-style=sysv"], ["-Wl,--hash-style=gnu"], ["-s"], ["-O2", "-g"]]
  )
  func sound(options: [String]) throws {
    let inspection = try Self.inspect(["-shared", "-fPIC"] + options)
    #expect(inspection.verdict == .fits, "\(inspection.diagnostics)")
    #expect(inspection.diagnostics == [])
    #expect(inspection.machine == .current)
    #expect(inspection.neededLibraries == ["libc.so.6"])
    #expect(!inspection.usesSwift)
    let needed = try #require(inspection.glibcVersion)
    #expect(needed <= Self.facts.glibc)
  }

  @Test("The entry function is found among thousands")
  func manySymbols() throws {
    let others = (0..<3000).map { "void other_\($0)(void) {}" }.joined(separator: "\n")
    for style in ["sysv", "gnu"] {
      let inspection = try Self.inspect(
        source: Tool.entry + "\n" + others,
        ["-shared", "-fPIC", "-Wl,--hash-style=\(style)"]
      )
      #expect(inspection.verdict == .fits, "\(inspection.diagnostics)")
    }
  }

  @Test(
    "What the sandbox or the loader would refuse is refused by name",
    arguments: [
      (["-shared", "-fPIC", "-z", "execstack"], "executable stack"),
      (["-c"], "is an object file"),
      (["-no-pie", "-DPROGRAM"], "is a program"),
      (["-pie", "-fPIE", "-DPROGRAM"], "names an interpreter"),
      (["-shared", "-fPIC", "-Wl,-z,nodlopen"], "must not be loaded with dlopen"),
      (["-shared", "-fPIC", "-Wl,--audit=libx.so"], "auditing"),
      (["-shared", "-fPIC", "-Wl,--depaudit=libx.so"], "auditing"),
      (["-shared", "-fPIC", "-Wl,-F,libx.so"], "stand in"),
      (["-shared", "-fPIC", "-Doriel_extension_entry=other"], "has no entry function"),
      (["-shared", "-fPIC", "-Doriel_extension_entry=used"], "has no entry function"),
    ]
  )
  func refused(options: [String], message: String) throws {
    let source = Tool.entry + "\n#ifdef PROGRAM\nint main(void) { return 0; }\n#endif\n"
    let inspection = try Self.inspect(source: source, options)
    #expect(inspection.verdict == .refused)
    #expect(Self.errors(inspection).contains(message), "\(inspection.diagnostics)")
    #expect(inspection.diagnostics.allSatisfy { $0.advice != nil })
  }

  @Test(
    "An entry that the loader cannot find or call is refused",
    arguments: [
      (
        "__attribute__((visibility(\"hidden\"))) int oriel_extension_entry(void) { return 0; }",
        "hides the entry function"
      ),
      (
        "static int oriel_extension_entry(void) { return 0; }\n"
          + "int other(void) { return oriel_extension_entry(); }", "hides the entry function"
      ),
      ("int oriel_extension_entry = 1;", "not as a function"),
      (
        "int oriel_extension_entry(void); int other(void) { return oriel_extension_entry(); }",
        "does not define it"
      ),
      ("int oriel_extension_entry2(void) { return 0; }", "has no entry function"),
      ("", "has no entry function"),
    ]
  )
  func entries(source: String, message: String) throws {
    let inspection = try Self.inspect(
      source: source,
      ["-shared", "-fPIC", "-O0", "-Wl,--hash-style=sysv"]
    )
    #expect(inspection.verdict == .refused)
    #expect(Self.errors(inspection).contains(message), "\(inspection.diagnostics)")
  }

  @Test("A weak or protected entry is found")
  func weakEntries() throws {
    for attribute in ["weak", "visibility(\"protected\")"] {
      let source = "__attribute__((\(attribute))) int oriel_extension_entry(void) { return 0; }"
      let inspection = try Self.inspect(source: source, ["-shared", "-fPIC"])
      #expect(inspection.verdict == .fits, "\(attribute): \(inspection.diagnostics)")
    }
  }

  @Test("Text relocations are refused")
  func textRelocations() throws {
    #if arch(x86_64)
      let source =
        Tool.entry + "\nint value;\n"
        + "__asm__(\".text\\n.globl f\\nf: movabs $value, %rax\\nret\\n\");"
      let inspection = try Self.inspect(
        source: source,
        ["-shared", "-fno-pic", "-mcmodel=large", "-Wl,-z,notext"]
      )
      #expect(inspection.verdict == .refused)
      #expect(Self.errors(inspection).contains("text relocations"), "\(inspection.diagnostics)")
    #endif
  }

  @Test("A library without the header about the stack is refused where that means executable")
  func missingStackHeader() throws {
    var bytes = try Tool.native.compile(Tool.entry)
    let start = Int(Self.number(bytes, 32, 8))
    for index in 0..<Int(Self.number(bytes, 56, 2))
    where Self.number(bytes, start + index * 56, 4) == 0x6474_E551 {
      // PT_NULL: the header is not there.
      bytes.replaceSubrange((start + index * 56)..<(start + index * 56 + 4), with: [0, 0, 0, 0])
    }
    var facts = Self.facts
    facts.machine = .x86_64
    bytes[18] = 62
    #expect(Self.errors(Self.inspect(bytes, facts)).contains("no executable stack"))
  }

  @Test("A writable and executable segment is refused")
  func writableCode() throws {
    var bytes = try Tool.native.compile(Tool.entry)
    let start = Int(Self.number(bytes, 32, 8))
    for index in 0..<Int(Self.number(bytes, 56, 2))
    where Self.number(bytes, start + index * 56, 4) == 1 {
      bytes[start + index * 56 + 4] = 7
    }
    #expect(Self.errors(Self.inspect(bytes)).contains("writable and executable"))
  }

  /// A little-endian number.
  private static func number(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> UInt64 {
    bytes[offset..<(offset + size)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  // MARK: - Other systems

  @Test("A library for another machine is incompatible", .requires(.aarch64))
  func otherMachine() throws {
    let bytes = try Tool.aarch64.compile(Tool.entry)
    var facts = Self.facts
    facts.machine = .x86_64
    #expect(
      Self.inspect(bytes, facts).verdict == .incompatible(needs: "AArch64", has: "x86-64")
    )
    facts.machine = .aarch64
    #expect(Self.inspect(bytes, facts).verdict == .fits)
  }

  @Test("A library for 32 bits or the other byte order is incompatible")
  func otherClasses() throws {
    var bytes = try Tool.native.compile(Tool.entry)
    var facts = Self.facts
    facts.machine = .x86_64
    bytes[4] = 1
    bytes[18] = 3
    #expect(
      Self.inspect(bytes, facts).verdict
        == .incompatible(needs: "i386, 32-bit", has: "x86-64, 64-bit, little-endian")
    )
    bytes.replaceSubrange(4...5, with: [2, 2])
    bytes.replaceSubrange(18...19, with: [0, 22])
    #expect(
      Self.inspect(bytes, facts).verdict
        == .incompatible(needs: "s390x, big-endian", has: "x86-64, 64-bit, little-endian")
    )
  }

  @Test("A library that needs a newer glibc is incompatible")
  func olderGlibc() throws {
    let bytes = try Tool.native.compile(Tool.entry)
    let needed = try #require(Self.inspect(bytes).glibcVersion)
    var facts = Self.facts
    facts.glibc = VersionNumber(2, 1)
    #expect(
      Self.inspect(bytes, facts).verdict
        == .incompatible(needs: "glibc \(needed)", has: "glibc 2.1")
    )
  }

  @Test("The newest of all needed versions of glibc counts")
  func newestGlibc() throws {
    // What this function is versioned with is a fact of glibc: it came with 2.25.
    let source =
      "#include <sys/random.h>\n" + Tool.entry
      + "\nlong f(char *b) { return getrandom(b, 1, 0); }"
    let inspection = try Self.inspect(source: source, ["-shared", "-fPIC"])
    let needed = try #require(inspection.glibcVersion)
    #expect(needed >= VersionNumber(2, 25))
  }

  @Test("A library for musl is incompatible")
  func musl() throws {
    let directory = try TemporaryDirectory()
    let stub = try Tool.native.compile(
      "int stub(void) { return 0; }",
      ["-shared", "-fPIC", "-Wl,-soname,libc.musl-x86_64.so.1"]
    )
    try directory.write(stub, to: "libstub.so")
    let inspection = try Self.inspect([
      "-shared", "-fPIC", "-Wl,--no-as-needed", "\(directory.path)/libstub.so",
    ])
    #expect(
      inspection.verdict
        == .incompatible(
          needs: "musl (libc.musl-x86_64.so.1)",
          has: "glibc \(Self.facts.glibc)"
        )
    )
  }

  // MARK: - Swift

  /// Source with a note of a Swift compiler and a section that Swift code has.
  static func swiftSource(note: [UInt32]?) -> String {
    var source = Tool.entry
    source += "\n__attribute__((section(\"swift5_types\"), used)) static const int types = 1;\n"
    if let note {
      source += """
        __attribute__((section(".note.oriel.swift"), used, aligned(4)))
        static const struct { unsigned n, d, t; char name[8]; unsigned v[3]; } note =
          { 6, 12, 1, "Oriel", { \(note.map(String.init).joined(separator: ", ")) } };
        """
    }
    return source
  }

  /// Compiles Swift-like source, linked with a stand-in for the runtime library.
  static func swiftLibrary(note: [UInt32]?, linked: Bool = true) throws -> [UInt8] {
    let directory = try TemporaryDirectory()
    let stub = try Tool.native.compile(
      "int stub(void) { return 0; }",
      ["-shared", "-fPIC", "-Wl,-soname,libswiftCore.so"]
    )
    try directory.write(stub, to: "libswiftCore.so")
    let link = linked ? ["-Wl,--no-as-needed", "\(directory.path)/libswiftCore.so"] : []
    return try Tool.native.compile(
      swiftSource(note: note),
      ["-shared", "-fPIC"] + link
    )
  }

  @Test(
    "A Swift library fits the runtime of the same minor version only",
    arguments: [
      ([6, 3, 1], VersionNumber(6, 3, 1), nil), ([6, 3, 0], VersionNumber(6, 3, 1), nil),
      ([6, 3, 5], VersionNumber(6, 3), nil), ([6, 4, 0], VersionNumber(6, 3, 1), "Swift 6.4"),
      ([6, 2, 3], VersionNumber(6, 3, 1), "Swift 6.2.3"),
      ([7, 3, 0], VersionNumber(6, 3), "Swift 7.3"),
    ] as [([UInt32], VersionNumber, String?)]
  )
  func swiftVersions(note: [UInt32], runtime: VersionNumber, needs: String?) throws {
    var facts = Self.facts
    facts.swift = SwiftVersion(runtime)
    let inspection = Self.inspect(try Self.swiftLibrary(note: note), facts)
    #expect(inspection.usesSwift)
    #expect(
      inspection.swiftVersion
        == SwiftVersion(VersionNumber(Int(note[0]), Int(note[1]), Int(note[2])))
    )
    let expected: ExecutableInspection.Verdict =
      needs.map { .incompatible(needs: $0, has: "Swift \(runtime)") } ?? .fits
    #expect(inspection.verdict == expected)
  }

  @Test(
    "A compiler newer than this source knows is refused only where it cannot be the runtime's",
    arguments: [
      // Its own runtime, whatever both are.
      ([6, 4, .max], SwiftVersion(VersionNumber(6, 4), mayBeNewer: true), nil),
      ([6, 4, .max], SwiftVersion(VersionNumber(6, 5)), nil),
      ([6, 5, 0], SwiftVersion(VersionNumber(6, 4), mayBeNewer: true), nil),
      ([6, 4, .max], SwiftVersion(VersionNumber(6, 3, 1)), "Swift 6.4 or newer"),
      ([6, 3, 1], SwiftVersion(VersionNumber(6, 4), mayBeNewer: true), "Swift 6.3.1"),
    ] as [([UInt32], SwiftVersion, String?)]
  )
  func newerSwiftVersions(note: [UInt32], runtime: SwiftVersion, needs: String?) throws {
    var facts = Self.facts
    facts.swift = runtime
    let expected: ExecutableInspection.Verdict =
      needs.map { .incompatible(needs: $0, has: "Swift \(runtime)") } ?? .fits
    #expect(Self.inspect(try Self.swiftLibrary(note: note), facts).verdict == expected)
  }

  @Test("A Swift library needs a runtime at all")
  func noRuntime() throws {
    var facts = Self.facts
    facts.swift = nil
    #expect(
      Self.inspect(try Self.swiftLibrary(note: [6, 3, 1]), facts).verdict
        == .incompatible(needs: "Swift 6.3.1", has: "no Swift runtime")
    )
    #expect(
      Self.inspect(try Self.swiftLibrary(note: nil), facts).verdict
        == .incompatible(needs: "the Swift runtime", has: "no Swift runtime")
    )
  }

  @Test("A Swift library without a note fits, with a remark")
  func noNote() throws {
    let inspection = Self.inspect(try Self.swiftLibrary(note: nil))
    #expect(inspection.verdict == .fits)
    #expect(inspection.diagnostics.map(\.severity) == [.note])
  }

  @Test("A second Swift runtime inside the library is refused")
  func staticRuntime() throws {
    let sections = Self.inspect(try Self.swiftLibrary(note: nil, linked: false))
    #expect(Self.errors(sections).contains("Swift runtime linked into it"))
    let symbol = try Self.inspect(
      source: Tool.entry + "\nvoid *swift_retain(void *p) { return p; }",
      ["-shared", "-fPIC"]
    )
    #expect(Self.errors(symbol).contains("Swift runtime linked into it"))
  }

  @Test(
    "Directories that instances do not have are noted",
    arguments: [
      ("/opt/x/lib", true), ("$ORIGIN/lib", false), ("/opt/swift/usr/lib/swift/linux", false),
      ("$ORIGIN:/a:/b", true),
    ]
  )
  func runPaths(path: String, isNoted: Bool) throws {
    for tags in ["--enable-new-dtags", "--disable-new-dtags"] {
      let inspection = try Self.inspect(["-shared", "-fPIC", "-Wl,-rpath,\(path),\(tags)"])
      #expect(inspection.verdict == .fits)
      #expect(inspection.runPaths == path.split(separator: ":").map(String.init))
      #expect(inspection.diagnostics.isEmpty != isNoted)
    }
  }

  @Test(
    "CVE-2011-1658: Directories outside the bundle, and those relative to a process, are refused",
    arguments: [
      "lib", ".", "../lib", "$ORIGIN/../lib", "$ORIGIN/a/../../b", "${ORIGIN}/..", "$ORIGINAL/lib",
      "/usr/lib/../../home/x", "$ORIGIN::", ":$ORIGIN", "$ORIGIN:x", "$LIB", "$ORIGIN/$PLATFORM",
    ]
  )
  func strayRunPaths(path: String) throws {
    for tags in ["--enable-new-dtags", "--disable-new-dtags"] {
      let control = try Self.inspect(["-shared", "-fPIC", "-Wl,-rpath,$ORIGIN/a/../b,\(tags)"])
      #expect(control.verdict == .fits)
      let inspection = try Self.inspect(["-shared", "-fPIC", "-Wl,-rpath,\(path),\(tags)"])
      #expect(inspection.verdict == .refused)
      #expect(Self.errors(inspection).contains("looks for libraries in"))
    }
  }

  @Test(
    "CVE-2011-1658: A needed library that is named by its path is refused",
    arguments: ["./libx.so", "../libx.so", "sub/libx.so", "/tmp/libx.so", "$ORIGIN/../libx.so"]
  )
  func neededPaths(name: String) throws {
    let directory = try TemporaryDirectory()
    for (soname, isFine) in [("libx.so", true), ("$ORIGIN/libx.so", true), (name, false)] {
      let library = try Tool.native.compile(
        "void other(void) {}",
        ["-shared", "-fPIC", "-Wl,-soname,\(soname)"]
      )
      try directory.write(library, to: "libstub.so")
      let inspection = try Self.inspect([
        "-shared", "-fPIC", "-Wl,--no-as-needed", "\(directory.path)/libstub.so",
      ])
      #expect(inspection.neededLibraries.contains(soname))
      #expect((inspection.verdict == .fits) == isFine, "\(inspection.diagnostics)")
    }
  }

  // MARK: - Damage

  @Test("A library cut off anywhere is refused", .timeLimit(.minutes(1)))
  func truncations() throws {
    let whole = try Tool.native.compile(Tool.entry, ["-shared", "-fPIC", "-s"])
    #expect(Self.inspect(whole).verdict == .fits)
    for count in 0..<min(whole.count, 4096) {
      #expect(Self.inspect(Array(whole[..<count])).verdict == .refused)
    }
    for count in stride(from: 4096, to: whole.count, by: 61) {
      #expect(Self.inspect(Array(whole[..<count])).verdict == .refused)
    }
  }

  @Test("A library with any bit flipped is judged, and never traps", .timeLimit(.minutes(1)))
  func flips() throws {
    let whole = try Self.swiftLibrary(note: [6, 3, 1])
    let header = 0..<(1024 * 8)
    let rest = stride(from: header.upperBound, to: whole.count * 8, by: 101)
    for bit in Array(header) + Array(rest) {
      var damaged = whole
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      let inspection = Self.inspect(damaged)
      #expect(inspection.verdict != .refused || !inspection.diagnostics.isEmpty)
    }
  }

  @Test(
    "A library with extreme numbers anywhere is judged, and never traps",
    .timeLimit(.minutes(1))
  )
  func extremes() throws {
    let whole = try Tool.native.compile(Tool.entry)
    for value in [0x00, 0x7F, 0x80, 0xFF] as [UInt8] {
      for offset in stride(from: 4, to: whole.count - 8, by: 8) {
        var damaged = whole
        damaged.replaceSubrange(offset..<(offset + 8), with: repeatElement(value, count: 8))
        let inspection = Self.inspect(damaged)
        #expect(inspection.verdict != .refused || !inspection.diagnostics.isEmpty)
      }
    }
  }

  @Test("What is no library at all is said so")
  func foreignFiles() {
    for bytes in [[], [0x7F], Array("#!/bin/sh\n".utf8), Array("MZ".utf8)] as [[UInt8]] {
      let inspection = Self.inspect(bytes)
      #expect(inspection.verdict == .refused)
      #expect(Self.errors(inspection).contains("is not a shared library"))
    }
    let mark: [UInt8] = [0x7F, 0x45, 0x4C, 0x46]
    #expect(Self.errors(Self.inspect(mark)).contains("cut off"))
  }
}
