import Foundation
import OrielInterface
import Testing

/// Sizes, alignments and offsets, against two C compilers and libffi.
@Suite struct LayoutTests {
  /// A description with many structures, each of which may hold those before it.
  private static func description(seed: UInt64, count: Int) -> InterfaceDescription {
    var generator = SeededGenerator(state: seed)
    var description = InterfaceDescription(name: "layouts", version: 1)
    let integers = InterfaceScalar.allCases.filter(\.isInteger)
    description.enumerations = integers.enumerated().map { index, scalar in
      .init("E\(index)", [.init("E\(index)_ONE", 1)], type: scalar)
    }
    for index in 0..<count {
      let fields = (0..<Int.random(in: 1...7, using: &generator)).map { field in
        InterfaceDescription.Field("f\(field)", type(before: index, &generator))
      }
      description.structures.append(.init("S\(index)", fields))
    }
    return description
  }

  /// A type of a field.
  private static func type(before index: Int, _ generator: inout SeededGenerator)
    -> InterfaceType
  {
    let scalars = InterfaceScalar.allCases
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: return .opaque
    case 1: return .string
    // Only few levels, so that no structure is too large.
    case 2 where index % 8 != 0: return .structure("S\(index / 8 * 8)")
    case 3 where index % 8 > 1:
      return .fixedArray(of: .structure("S\(index / 8 * 8 + 1)"), count: 2)
    case 4: return .enumeration("E\(Int.random(in: 0..<5, using: &generator))")
    case 5:
      let scalar = scalars[Int.random(in: scalars.indices, using: &generator)]
      let inner = InterfaceType.fixedArray(of: .scalar(scalar), count: 3)
      return .fixedArray(of: inner, count: Int.random(in: 1...5, using: &generator))
    default: return .scalar(scalars[Int.random(in: scalars.indices, using: &generator)])
    }
  }

  /// The declaration of a field in C.
  private static func declaration(
    _ field: InterfaceDescription.Field,
    in description: InterfaceDescription
  ) -> String {
    var type = field.type
    var counts = ""
    while case .fixedArray(let element, let count) = type {
      counts += "[\(count)]"
      type = element
    }
    let name =
      switch type {
      case .scalar(let scalar): scalar.spelling
      case .enumeration(let name): description.enumeration(named: name)?.type.spelling ?? ""
      case .structure(let name): "struct \(name)"
      default: "void *"
      }
    return "  \(name) \(field.name)\(counts);\n"
  }

  /// The structures in C.
  private static func header(_ description: InterfaceDescription) -> String {
    "#include <stddef.h>\n#include <stdint.h>\n#include <sys/types.h>\n"
      + description.structures.map { structure in
        let fields = structure.fields.map { declaration($0, in: description) }.joined()
        return "struct \(structure.name) {\n\(fields)};\n"
      }.joined()
  }

  /// Runs a program to its end; what it printed.
  private static func run(_ program: String, _ arguments: [String]) throws -> (Int32, String) {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  /// Calls a closure with a folder that is removed after it.
  private static func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "layout-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  @Test(
    "Layouts are those of C compilers for both architectures",
    arguments: ["/usr/bin/gcc", "/usr/bin/clang", "/usr/bin/aarch64-linux-gnu-gcc"]
  )
  func agreesWithCompiler(_ compiler: String) throws {
    let checked = try CheckedInterface(Self.description(seed: 5, count: 160))
    var source = Self.header(checked.description)
    func claim(_ condition: String) { source += "_Static_assert(\(condition), \"\");\n" }
    for structure in checked.description.structures {
      let layout = try #require(checked.layouts[structure.name])
      claim("sizeof(struct \(structure.name)) == \(layout.size)")
      claim("_Alignof(struct \(structure.name)) == \(layout.alignment)")
      for (field, offset) in zip(structure.fields, layout.offsets) {
        claim("offsetof(struct \(structure.name), \(field.name)) == \(offset)")
      }
    }
    try Self.withFolder { folder in
      try source.write(toFile: folder + "/a.c", atomically: false, encoding: .utf8)
      let (status, text) = try Self.run(compiler, ["-fsyntax-only", folder + "/a.c"])
      #expect(status == 0, "\(text.prefix(2000))")
      // The compiler sees a claim that is wrong.
      let wrong = source + "_Static_assert(sizeof(struct S0) == 1 << 30, \"\");\n"
      try wrong.write(toFile: folder + "/a.c", atomically: false, encoding: .utf8)
      #expect(try Self.run(compiler, ["-fsyntax-only", folder + "/a.c"]).0 != 0)
    }
  }

  @Test("Layouts are those that libffi computes")
  func agreesWithLibffi() throws {
    let checked = try CheckedInterface(Self.description(seed: 11, count: 64))
    var source = "#include <ffi.h>\n#include <stddef.h>\n#include <stdio.h>\n"
    var main = "int main(void) {\n  size_t offsets[512];\n"
    for structure in checked.description.structures {
      var elements: [String] = []
      for field in structure.fields { elements += try Self.elements(field.type, checked) }
      source +=
        "ffi_type *elements_\(structure.name)[] = {\(elements.joined(separator: ", ")), 0};\n"
      source += "ffi_type \(structure.name) = {0, 0, FFI_TYPE_STRUCT, "
      source += "elements_\(structure.name)};\n"
      main +=
        "  if (ffi_get_struct_offsets(FFI_DEFAULT_ABI, &\(structure.name), offsets)) return 1;\n"
      main += "  printf(\"%zu %d\", \(structure.name).size, \(structure.name).alignment);\n"
      var index = 0
      for field in structure.fields {
        main += "  printf(\" %zu\", offsets[\(index)]);\n"
        index += try Self.elements(field.type, checked).count
      }
      main += "  puts(\"\");\n"
    }
    try Self.withFolder { folder in
      try (source + main + "}\n").write(
        toFile: folder + "/a.c",
        atomically: false,
        encoding: .utf8
      )
      let built = try Self.run("/usr/bin/gcc", [folder + "/a.c", "-lffi", "-o", folder + "/a"])
      try #require(built.0 == 0, "\(built.1.prefix(2000))")
      let (status, text) = try Self.run(folder + "/a", [])
      #expect(status == 0)
      let ours = checked.description.structures.compactMap { checked.layouts[$0.name] }.map {
        ([$0.size, $0.alignment] + $0.offsets).map(String.init).joined(separator: " ")
      }
      #expect(ours.count == 64)
      #expect(text.split(separator: "\n").map(String.init) == ours)
    }
  }

  /// The types of libffi for a field: arrays are so many fields.
  private static func elements(
    _ type: InterfaceType,
    _ checked: CheckedInterface
  ) throws -> [String] {
    switch type {
    case .fixedArray(let element, let count):
      let inner = try elements(element, checked)
      return (0..<count).flatMap { _ in inner }
    case .structure(let name): return ["&\(name)"]
    case .enumeration(let name):
      let scalar = try #require(checked.description.enumeration(named: name)?.type)
      return try elements(.scalar(scalar), checked)
    case .scalar(.f32): return ["&ffi_type_float"]
    case .scalar(.f64): return ["&ffi_type_double"]
    case .scalar(let scalar):
      return ["&ffi_type_\(scalar.isSigned(on: .x86_64) ? "s" : "u")int\(scalar.size * 8)"]
    default: return ["&ffi_type_pointer"]
    }
  }
}
