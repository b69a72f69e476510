import Foundation
import OrielTypes
import Testing

/// What a catalogue full of hostile declarations costs; the figures are printed.
@Suite("Bounds of declared types", .serialized)
struct CatalogueBoundTests {
  /// How many declarations there are: a million in all is what `ORIEL_TYPE_COUNT=1000000` tries.
  private static let count =
    ProcessInfo.processInfo.environment["ORIEL_TYPE_COUNT"].flatMap { Int($0) } ?? 10_000

  /// How many bytes of memory this process has in use.
  private static func residentBytes() throws -> Int {
    let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(
      separator: " "
    )
    return (Int(fields[1]) ?? 0) * 4096
  }

  /// Makes a table of declarations and asks it about types, and gives what that took.
  private func measure(
    _ what: String,
    asking types: [String],
    _ declarations: [TypeDeclaration]
  ) throws -> TypeTable {
    let before = try Self.residentBytes()
    var table = TypeTable.builtIn
    var counts: [Int] = []
    let time = try ContinuousClock().measure {
      table = TypeTable(exported: declarations)
      for type in types {
        counts.append(table.ancestors(of: try #require(TypeIdentifier(type))).count)
      }
    }
    let bytes = try Self.residentBytes() - before
    print("\(what): \(declarations.count) declarations, \(time), \(bytes >> 20) MiB, \(counts)")
    #expect(time < .seconds(60))
    #expect(bytes < 1 << 30)
    #expect(counts.allSatisfy { $0 <= TypeTable.greatestAncestorCount })
    return table
  }

  /// A declaration of a type with a number.
  private func declare(_ number: Int, _ parents: [Int]) throws -> TypeDeclaration {
    TypeDeclaration(
      identifier: try #require(TypeIdentifier("com.example.t\(number)")),
      parents: try parents.map { try #require(TypeIdentifier("com.example.t\($0)")) }
    )
  }

  @Test("A long chain of types is cut to the nearest ones")
  func chain() throws {
    let declarations = try (0..<Self.count).map { try declare($0, [$0 + 1]) }
    let table = try measure("chain", asking: ["com.example.t0"], declarations)
    let ancestors = table.ancestors(of: declarations[0].identifier)
    #expect(ancestors.count == TypeTable.greatestAncestorCount)
    #expect(ancestors.last?.rawValue == "com.example.t4095")
    #expect(table.problems.isEmpty)
  }

  @Test("A fan of types with 64 parents each is cut")
  func fan() throws {
    let declarations = try (0..<2_000).map { number in
      try declare(number, (1...64).map { number * 64 + $0 })
    }
    _ = try measure("fan", asking: ["com.example.t0", "com.example.t1"], declarations)
  }

  @Test("A long loop of types is broken once")
  func loop() throws {
    let declarations = try (0..<Self.count).map { try declare($0, [($0 + 1) % Self.count]) }
    let table = try measure("loop", asking: ["com.example.t0"], declarations)
    #expect(table.problems.count == 1)
    #expect(table.cycles.count == 1)
  }

  @Test("Thousands of loops are broken, and only a thousand of them are listed")
  func loops() throws {
    let declarations = try (0..<Self.count).map { try declare($0, [$0]) }
    let table = try measure("loops", asking: ["com.example.t0"], declarations)
    #expect(table.problems.count == 1001)
    #expect(table.problems.last == .more(Self.count - 1000))
    #expect(table.ancestors(of: declarations[0].identifier) == [declarations[0].identifier])
  }

  @Test("Of too many declarations those that fit count, and it is said how many do not")
  func million() throws {
    let parent = try #require(TypeIdentifier("public.image"))
    // Each declaration is one identifier and its parents.
    let room = Self.count / 2
    let parents = [TypeIdentifier](repeating: parent, count: TypeTable.greatestTotal / room - 1)
    let declarations = try (0..<Self.count).map { number in
      TypeDeclaration(identifier: try declare(number, []).identifier, parents: parents)
    }
    let table = try measure("many", asking: ["com.example.t0"], declarations)
    let kept = TypeTable.greatestTotal / (parents.count + 1)
    #expect(table.problems == [.tooMany(leftOut: Self.count - kept)])
    #expect(table.conforms(declarations[kept - 1].identifier, to: .image))
    #expect(!table.conforms(declarations[kept].identifier, to: .image))
  }
}
