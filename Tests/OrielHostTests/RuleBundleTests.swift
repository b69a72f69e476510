import Foundation
import OrielActivation
import OrielHost
import OrielTesting
import OrielTypes
import Testing

/// The cases of the specification from end to end: manifests on disk, found by a registry, and what is
/// offered for items.
@Suite(.requiresCompiler, .timeLimit(.minutes(1))) struct RuleBundleTests {
  /// The folder of bundles that a case goes to: what declares types has one of its own, since these
  /// hold for all bundles that are found with it.
  private static func place(_ one: RuleCaseBundle) -> String {
    one.declaresTypes ? "types/\(one.id)" : "list"
  }

  @Test(
    "Every case is offered as the specification says",
    arguments: RuleCaseBundle.Format.allCases
  )
  func offered(_ format: RuleCaseBundle.Format) throws {
    let folder = try RegistryFolder()
    try folder.write(TestLibrary.bytes, to: "Code.so")
    let cases = try RuleCaseBundle.all().filter { one in
      try one.write(
        to: "\(folder.path)/\(Self.place(one))",
        as: format,
        library: "\(folder.path)/Code.so"
      )
    }
    #expect(cases.count > 120)
    let places = Set(cases.map(Self.place))
    let snapshots = Dictionary(
      uniqueKeysWithValues: places.map { ($0, folder.registry([$0]).snapshot()) }
    )
    for one in cases {
      let snapshot = try #require(snapshots[Self.place(one)])
      let entry = try snapshot.find(one.identifier)
      #expect(entry.state == .usable, "\(one)")
      let rule = try #require(entry.manifest).activationRule
      let input = try input(of: one, in: snapshot)
      let isFound = snapshot.offers(for: input)
        .contains { $0.extension.identifier == one.identifier }
      if let isOffered = one.isOffered { #expect(isFound == isOffered, "\(one): offered") }
      #expect((rule.explain(input).isOffered && rule.usesRules) == isFound, "\(one): explained")
      if let isValid = one.isValid { #expect((rule.problem == nil) == isValid, "\(one): valid") }
      if let place = one.place {
        #expect([rule.problem?.line, rule.problem?.column] == place, "\(one): place")
      }
      check(one, rule, entry, snapshot)
    }
  }

  /// What is to be reported is, and all of it stands in the diagnostics of the bundle.
  private func check(
    _ one: RuleCaseBundle,
    _ rule: ActivationRule,
    _ entry: RegistryEntry,
    _ snapshot: RegistrySnapshot
  ) {
    let remarks = rule.lints + [rule.problem].compactMap(\.self)
    for remark in remarks {
      let isTold = entry.diagnostics.contains { $0.message.hasPrefix(remark.message) }
      #expect(isTold, "\(one): \(remark) is not in \(entry.diagnostics)")
    }
    let codes = remarks.map(\.code.rawValue)
    for lint in one.lints where lint != "type-cycle" {
      #expect(codes.contains(lint), "\(one): no \(lint) in \(codes)")
    }
    let cycles = snapshot.typeDiagnostics.filter { $0.message.contains("conforms to itself") }
    #expect(!cycles.isEmpty == one.lints.contains("type-cycle"), "\(one): \(cycles)")
    for cycle in cycles { #expect(cycle.file.hasPrefix(entry.path), "\(one): \(cycle)") }
  }

  /// What a rule sees of the items that a host's program makes for a case.
  private func input(
    of one: RuleCaseBundle,
    in snapshot: RegistrySnapshot
  ) throws -> ActivationInput {
    let items = try one.items.map { item in
      ExtensionItem(
        text: item.text,
        attachments: try item.attachments.map { types in
          ItemProvider(
            representations: try types.map {
              .init(type: try #require(TypeIdentifier($0), "\(one): \($0)"), source: .bytes([]))
            }
          )
        }
      )
    }
    let input = snapshot.input(of: items)
    // No program sends an attachment without a form; a rule says something about one all the same.
    guard one.items.contains(where: { $0.attachments.contains([]) }) else { return input }
    return ActivationInput(
      items: one.items.map {
        ActivationInput.Item(attachments: $0.attachments, hasText: $0.text?.isEmpty == false)
      },
      types: snapshot.types
    )
  }
}
