import Foundation
import OrielHost
import OrielTesting
import Testing

/// Directories that are kept between requests, as instances and their host see them.
@Suite(.requiresBundles, .requiresContainerUser, .timeLimit(.minutes(2))) struct ContainerTests {
  private let storage: StorageFixture

  init() throws { storage = try StorageFixture() }

  @Test("A container is kept between requests, writable, and in nobody else's view")
  func persistence() async throws {
    let first = try await storage.run(
      ["container", "list:/container", "write:/container/a:kept", "mkdir:/container/d"],
      granting: [.kind(.container)]
    )
    #expect(
      first.answers == [
        "container=/container", "list:/container=0", "write:/container/a:kept=0",
        "mkdir:/container/d=0",
      ]
    )
    let second = try await storage.run(
      [
        "read:/container/a", "list:/container/d", "rename:/container/a:/container/d/b",
        "read:/container/d/b", "remove:/container/d/b",
      ],
      granting: [.kind(.container)]
    )
    #expect(
      second.answers == [
        "read:/container/a=kept", "list:/container/d=0", "rename:/container/a:/container/d/b=0",
        "read:/container/d/b=kept", "remove:/container/d/b=0",
      ]
    )
    let path = storage.folder + "/containers/org.oriel.fixture.entitled"
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  @Test("Without the grant there is no container, and none is made")
  func absence() async throws {
    let probes = ["container", "exists:/container", "exists:/groups", "write:/container/a:x"]
    let denied = try await storage.run(probes, granting: .none)
    #expect(
      denied.answers == [
        "container=DENIED", "exists:/container=2", "exists:/groups=2", "write:/container/a:x=2",
      ]
    )
    #expect(!FileManager.default.fileExists(atPath: storage.folder + "/containers"))
    // With only a group there is no container either.
    let group = "group.org.oriel.shared"
    let grouped = try await storage.run(
      probes + ["list:/groups", "group:\(group)", "group:group.org.oriel.second"],
      granting: [.entitlement(try Entitlement("app-group:\(group)"))]
    )
    #expect(
      grouped.answers == [
        "container=DENIED", "exists:/container=2", "exists:/groups=0", "write:/container/a:x=2",
        "list:/groups=13", "group:\(group)=/groups/\(group)",
        "group:group.org.oriel.second=DENIED",
      ]
    )
  }

  @Test("Nothing in a container can be executed or loaded")
  func noExecution() async throws {
    let library = "/container/Entitled.so"
    let result = try await storage.run(
      [
        "copy:/extension/Entitled.so:\(library)", "map:\(library)", "map-exec:\(library)",
        "exec:\(library)", "load:\(library)", "map-exec:/extension/Entitled.so",
        "load:/extension/Entitled.so", "write:/container/text:words", "read:/container/text",
      ],
      granting: [.kind(.container)]
    )
    let notPermitted = 1
    #expect(
      result.answers == [
        "copy:/extension/Entitled.so:\(library)=0", "map:\(library)=0",
        "map-exec:\(library)=\(notPermitted)", "exec:\(library)=\(notPermitted)",
        "load:\(library)=1", "map-exec:/extension/Entitled.so=0", "load:/extension/Entitled.so=0",
        "write:/container/text:words=0", "read:/container/text=words",
      ]
    )
  }

  @Test("No link leads out of a container, none can be made, and the rest of the root is closed")
  func links() async throws {
    // The first request makes the container; the user then puts links into it.
    let granted = EntitlementGrants([.kind(.container), .kind(.appGroup)])
    let before = try await storage.run(
      ["write:/container/a:x", "symlink:/container/l", "link:/container/l"],
      granting: granted
    )
    #expect(
      before.answers == ["write:/container/a:x=0", "symlink:/container/l=1", "link:/container/l=1"]
    )
    let container = storage.folder + "/containers/org.oriel.fixture.entitled"
    for (name, target) in [("passwd", "/etc/passwd"), ("up", ".."), ("root", "/")] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(container)/\(name)",
        withDestinationPath: target
      )
    }
    let group = "/groups/group.org.oriel.shared"
    let after = try await storage.run(
      [
        "read:/container/passwd", "list:/container/up", "exists:/container/root/home",
        "write:/x:y", "write:/groups/x:y", "mkdir:/groups/other", "write:\(group)/x:y",
        "read:/extension/../container/a", "list:/container/../home",
      ],
      granting: granted
    )
    let accessDenied = 13
    #expect(
      after.answers == [
        "read:/container/passwd=2",
        // Its own root, whose topmost directory Landlock opens to nobody.
        "list:/container/up=\(accessDenied)", "exists:/container/root/home=2", "write:/x:y=30",
        "write:/groups/x:y=30", "mkdir:/groups/other=30", "write:\(group)/x:y=0",
        "read:/extension/../container/a=x", "list:/container/../home=2",
      ]
    )
  }

  @Test("Extensions of one publisher share a group; each has a container of its own")
  func groups() async throws {
    let group = "group.org.oriel.shared"
    let grants = EntitlementGrants([.kind(.container), .kind(.appGroup)])
    let sibling = try storage.bundle(identifier: "org.oriel.sibling")
    let first = try await storage.run(
      ["write:/groups/\(group)/note:from the first", "write:/container/own:mine"],
      granting: grants
    )
    #expect(first.answers.allSatisfy { $0.hasSuffix("=0") }, "\(first.answers)")
    let second = try await storage.run(
      [
        "read:/groups/\(group)/note", "exists:/container/own",
        "write:/groups/\(group)/note:from the second",
      ],
      in: sibling,
      granting: grants
    )
    #expect(
      second.answers == [
        "read:/groups/\(group)/note=from the first", "exists:/container/own=2",
        "write:/groups/\(group)/note:from the second=0",
      ]
    )
    let third = try await storage.run(["read:/groups/\(group)/note"], granting: grants)
    #expect(third.answers == ["read:/groups/\(group)/note=from the second"])
  }

  @Test("An extension of another publisher cannot ask for the group")
  func otherPublisher() throws {
    #expect(throws: Never.self) { try storage.bundle(identifier: "org.oriel.other") }
    let path = try storage.copy(identifier: "org.attacker.entitled")
    let entry = CatalogEntry(inspecting: path)
    #expect(entry.installed == nil)
    #expect(
      entry.diagnostics.contains {
        $0.description.contains("but this extension is of org.attacker")
      }
    )
  }
}
