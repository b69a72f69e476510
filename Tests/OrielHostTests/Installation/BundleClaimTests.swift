import Foundation
import OrielSystem
import OrielTesting
import Testing

@testable import OrielHost

@Suite("The locks of the bundles in a folder") struct BundleClaimTests {
  /// An open folder.
  private final class Folder: Sendable {
    let descriptor: Descriptor
    init(_ path: String) throws {
      descriptor = try Descriptor.open(path, [.readOnly, .directory])
    }
    /// Whether the locks of its bundles can be taken.
    var isFree: Bool {
      let claim = BundleClaim(of: descriptor)
      return claim != nil
    }
  }

  @Test("are taken for nobody while another one has one of them") func used() throws {
    let folder = try RegistryFolder()
    for name in ["One.appex", "Big.app/PlugIns/Two.appex"] {
      try folder.write("", to: "list/\(name)/Info.plist")
    }
    let list = try Folder("\(folder.path)/list")
    #expect(list.isFree)
    for name in ["One.appex", "Big.app/PlugIns/Two.appex"] {
      let used = try list.descriptor.open(name, [.readOnly, .directory])
      let isLocked = try used.lock(isShared: true)
      try #require(isLocked)
      #expect(!list.isFree, "\(name)")
    }
    #expect(list.isFree)
  }

  @Test("count as taken when that cannot be found out") func shortage() async {
    await #expect(processExitsWith: .success) {
      let folder = try RegistryFolder()
      try folder.write("", to: "list/One.appex/Info.plist")
      try folder.write("", to: "list/Big.app/PlugIns/Two.appex/Info.plist")
      let list = try Folder("\(folder.path)/list")
      guard DescriptorTable.limit(to: 32) else { fatalError("there is no limit") }
      var failures = 0
      for free in 0..<8 {
        var taken = try DescriptorTable.fill()
        for _ in 0..<free { _ = taken.popFirst() }
        let isFree = list.isFree
        taken = DescriptorList()
        if !isFree { failures += 1 }
        // One after the other becomes enough.
        guard isFree == (failures <= free) else { fatalError("\(free) descriptors, \(isFree)") }
      }
      guard (1..<8).contains(failures) else { fatalError("\(failures) failures") }
      guard list.isFree else { fatalError("the locks are not free") }
    }
  }

  @Test("count as taken when there are too many to look at") func many() throws {
    let folder = try RegistryFolder()
    let path = "\(folder.path)/list"
    for number in 0...4096 {
      try FileManager.default.createDirectory(
        atPath: "\(path)/\(number)",
        withIntermediateDirectories: true
      )
    }
    let list = try Folder(path)
    #expect(!list.isFree)
    try FileManager.default.removeItem(atPath: "\(path)/0")
    #expect(list.isFree)
  }
}
