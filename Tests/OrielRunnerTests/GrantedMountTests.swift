import Foundation
import OrielSystem
import OrielTesting
import OrielWire
import Testing

/// That an instance gets the directory that the host checked, and nothing that took its place.
@Suite("Granted directories", .requiresBundles)
struct GrantedMountTests {
  /// A folder with a directory to grant, and one beside it that must never be reached.
  private final class Place {
    let root = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("oriel-\(UUID().uuidString)").path
    var parent: String { "\(root)/containers" }
    var container: String { "\(parent)/org.oriel.fixture" }
    var secret: String { "\(root)/secret" }

    init() throws {
      for path in [container, "\(secret)/org.oriel.fixture"] {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      }
      // A host that is root runs instances as another user, whose the directory then is.
      guard geteuid() == 0 else { return }
      for path in [container, secret, "\(secret)/org.oriel.fixture"] {
        try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: path)
      }
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    /// What the host checked.
    func mount(at target: String) throws -> GrantedMount {
      let identity = try Descriptor.open(container, [.pathOnly, .directory]).status().identity
      return GrantedMount(
        path: container,
        device: identity.device,
        inode: identity.inode,
        target: target
      )
    }

    /// Everything in the directory that must not be reached.
    func secretFiles() throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: secret)
    }
  }

  /// The targets of a container and of a group.
  private static let targets = ["/container", "/groups/group.org.oriel.shared"]

  @Test("A directory that stays what it was is granted", arguments: targets)
  func control(target: String) throws {
    let place = try Place()
    let host = try RawHost()
    let text = try host.launch("Entitled", mounts: [place.mount(at: target)])
      .conversation("write:\(target)/a:words\nread:\(target)/a").returnedText
    #expect(text == "write:\(target)/a:words=0\nread:\(target)/a=words\n")
    #expect(FileManager.default.fileExists(atPath: "\(place.container)/a"))
  }

  @Test("The instance with a granted directory reports a private root, and Landlock")
  func report() throws {
    let place = try Place()
    let host = try RawHost()
    let plain = try host.launch("CompleteEarly", id: 1).conversation().layers
    let granted = try host.launch("CompleteEarly", id: 2, mounts: [place.mount(at: "/container")])
      .conversation().layers
    #expect(granted != nil)
    #expect(granted == plain)
  }

  /// What takes the place of the directory, or of the one above it, between check and mount.
  enum Attack: String, CaseIterable {
    case link, relativeLink, linkAbove, directory, file, nothing
  }

  @Test(
    "CVE-2021-30465: what takes its place between the check and the mount is not mounted",
    arguments: Attack.allCases,
    targets
  )
  func exchanged(attack: Attack, target: String) throws {
    let place = try Place()
    let host = try RawHost()
    let files = FileManager.default
    let before = try place.secretFiles()
    _ = try host.launch("Entitled", mounts: [place.mount(at: target)]) {
      let moved = attack == .linkAbove ? place.parent : place.container
      try files.moveItem(atPath: moved, toPath: "\(place.root)/moved")
      switch attack {
      case .link:
        try files.createSymbolicLink(atPath: moved, withDestinationPath: place.secret)
      case .relativeLink:
        try files.createSymbolicLink(atPath: moved, withDestinationPath: "../moved")
      case .linkAbove:
        try files.createSymbolicLink(atPath: moved, withDestinationPath: place.secret)
      case .directory:
        try files.createDirectory(atPath: moved, withIntermediateDirectories: false)
      case .file: try Data().write(to: URL(fileURLWithPath: moved))
      case .nothing: break
      }
    }
    guard case .launchFailed(let failed) = try host.event() else {
      Issue.record("the instance was started")
      return
    }
    #expect(failed.text.contains(place.container), "\(failed.text)")
    #expect(failed.text.contains("granted directory"), "\(failed.text)")
    #expect(try place.secretFiles() == before)
    // The runner goes on.
    #expect(try host.launch("CompleteEarly", id: 2).conversation().returnedText == "early")
  }
}
