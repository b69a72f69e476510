import Foundation
import OrielPropertyList
import OrielTesting
import OrielTypes
import OrielWire
import Testing

@testable import OrielHost

/// User info of items: a property list with bounds, on its way out and back.
@Suite(.timeLimit(.minutes(5))) struct UserInfoTests {
  @Test("A value of every kind comes back as it was sent", .requiresBundles)
  func roundTrip() async throws {
    let date = try #require(PropertyListDate(secondsSince2001: 5))
    let value = PropertyListValue.dictionary([
      "string": .string("čau"), "integer": .integer(-3), "real": .real(1.5),
      "boolean": .boolean(true), "data": .data([0, 255]), "array": .array([.integer(1)]),
      "unsigned": .unsigned(.max), "date": .date(date),
      "dictionary": .dictionary(["": .string("")]),
    ])
    let item = ExtensionItem(userInfo: value, attachments: [ItemProvider([1], type: .data)])
    let result = try await Fixtures.run("EchoItems", items: [item])
    guard case .completed(let items, _) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(items.first?.userInfo == value)
    #expect(items.first?.userInfoSize ?? 0 > 0)
  }

  @Test("An author in Swift reads a value and returns one", .requiresBundles)
  func swiftAuthor() async throws {
    let date = try #require(PropertyListDate(secondsSince2001: -0.5))
    let value = PropertyListValue.dictionary([
      "word": .string("čau \u{1F436}"), "integer": .integer(.min), "real": .real(-0.25),
      "boolean": .boolean(false), "data": .data([0, 255]), "array": .array([.array([])]),
      "unsigned": .unsigned(.max), "date": .date(date), "": .dictionary([:]),
    ])
    let items = [
      ExtensionItem(userInfo: value), ExtensionItem(userInfo: .string("no dictionary")),
      ExtensionItem(),
    ]
    let result = try await Fixtures.run("SwiftUserInfo", items: items)
    guard case .completed(let returned, _) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(returned.map(\.userInfo) == items.map(\.userInfo))
    #expect(returned.map(\.text) == ["čau \u{1F436}", "no word", "no word"])
  }

  @Test(
    "What an author in Swift returns is bounded, and the reason is told",
    .requiresBundles,
    arguments: [
      ("deep 64", nil), ("deep 65", "is nested more than 64 deep"),
      ("deep 1000", "is nested more than 64 deep"), ("many 12000", nil),
      ("many 16385", "has more than 16384 values"), ("long 65000", nil),
      ("long 65530", "bytes, more than 65536"), ("long 1000000", "has more than 65536 bytes"),
    ] as [(String, String?)]
  )
  func swiftBounds(_ text: String, _ problem: String?) async throws {
    let result = try await Fixtures.run("SwiftUserInfo", items: [ExtensionItem(text: text)])
    switch result.outcome {
    case .completed(let items, _):
      #expect(problem == nil, "\(text)")
      #expect(items.first?.userInfo != nil)
    case .cancelled(let failure, _, .extension):
      #expect(failure.domain == "oriel.status" && failure.code == -7)
      #expect(problem.map { failure.text.contains($0) } == true, "\(text): \(failure)")
    default: Issue.record("\(text): \(result.outcome)")
    }
  }

  /// A list in a list, and so on.
  private static func nested(_ depth: Int) -> PropertyListValue {
    (1..<depth).reduce(.array([])) { value, _ in .array([value]) }
  }

  /// A value whose description is short, since a test tells its arguments.
  struct Row: CustomStringConvertible, Sendable {
    let description: String
    let value: PropertyListValue
    let problem: String?

    init(_ description: String, _ value: PropertyListValue, _ problem: String?) {
      self.description = description
      self.value = value
      self.problem = problem
    }
  }

  static let values: [Row] = [
    Row("deep", nested(64), nil),
    Row("too deep", nested(65), "nested more than 64 deep"),
    Row("far too deep", nested(5000), "nested more than 64 deep"),
    Row("many", .array(Array(repeating: .boolean(true), count: 12_000)), nil),
    Row(
      "too many",
      .array(Array(repeating: .boolean(true), count: 16_384)),
      "has more than 16384 values"
    ),
    Row("long", .data([UInt8](repeating: 7, count: 65_000)), nil),
    Row("too long", .data([UInt8](repeating: 7, count: 65_537)), "has more than 65536 bytes"),
    // The bytes around the values count, too.
    Row("long in the end", .data([UInt8](repeating: 7, count: 65_530)), "bytes, more than 65536"),
  ]

  @Test("A value over a bound is not sent", arguments: values)
  func sending(_ row: Row) {
    let (name, value, problem) = (row.description, row.value, row.problem)
    do throws(UserInfo.Problem) {
      let bytes = try UserInfo.encode(value)
      #expect(problem == nil, "\(name)")
      #expect(bytes.count <= 65_536)
      let isSame = (try UserInfo.decode(bytes)) == value
      #expect(isSame, "\(name)")
    } catch {
      #expect(problem.map { error.what.contains($0) } == true, "\(name): \(error.what)")
    }
  }

  @Test("A request with too much user info has an outcome, and no instance", .requiresBundles)
  func refused() async throws {
    let result = try await Fixtures.run(
      "CompleteEarly",
      items: [ExtensionItem(), ExtensionItem(userInfo: Self.nested(65)), ExtensionItem()]
    )
    #expect(result.failure?.code == "setup" && result.timings.launched == nil)
    let sentence = result.outcome.description
    #expect(sentence.contains("the user info of item 2 is nested more than 64 deep"), "\(sentence)")
    #expect(sentence.contains("into an attachment"), "\(sentence)")
  }

  @Test("What an instance returns is read within bounds, or the request fails")
  func returning() throws {
    func verify(_ bytes: [UInt8]) throws -> PropertyListValue? {
      try ReturnedItems.verify([.init(userInfo: bytes)], contents: [], limits: .init())
        .first?.userInfo
    }
    let good = try UserInfo.encode(.dictionary(["a": .integer(1)]))
    #expect(try verify(good) == .dictionary(["a": .integer(1)]))
    #expect(try verify(Array("{a=b;}".utf8)) == .dictionary(["a": .string("b")]))
    let deep = Array(String(repeating: "(", count: 10_000).utf8)
    for bytes in [[], [1, 2, 3], deep, Array(good.dropLast()), Array("bplist00".utf8)] {
      #expect(throws: ReturnedItems.Violation.self) { try verify(bytes) }
    }
  }
}
