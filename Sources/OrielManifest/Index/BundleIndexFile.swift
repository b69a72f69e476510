internal import OrielSystem

/// Where an index is kept, and how it is read and replaced.
public struct BundleIndexFile: Sendable, Hashable {
  /// The directory.
  public let directory: String
  /// The name of the file in it.
  static let name = "index-1"

  /// Names the directory of an index.
  public init(directory: String) {
    self.directory = directory
  }

  /// What an index must have been made for; anything else makes it worthless.
  static func environment(_ facts: SystemFacts) -> [UInt8] {
    let text = "2 \(facts.machine) \(facts.glibc) \(facts.swift.map(\.description) ?? "-")"
    return ContentHasher.checksum(Array(text.utf8)[...])
  }

  /// Opens the index.
  func load(_ facts: SystemFacts) throws(BundleIndex.Problem) -> BundleIndex {
    let file: Descriptor
    do throws(SystemError) {
      file = try Descriptor.open(
        "\(directory)/\(Self.name)",
        [.readOnly, .noFollow, .nonBlocking, .noTerminal]
      )
    } catch {
      throw error.errno == .noSuchFile ? .missing : .unusable("it cannot be opened: \(error)")
    }
    return try BundleIndex(file, environment: Self.environment(facts))
  }

  /// Replaces the index; whoever reads meanwhile has the old one or the new one, whole.
  ///
  /// Another process that does the same at this moment is left to it: what it writes is as good. The
  /// storage need not have it when this returns: what a loss of power leaves is checked like all else.
  func save(_ parts: [[UInt8]]) throws(SystemError) {
    try Descriptor.makeDirectories(directory, permissions: 0o700, isOwnPlace: true)
    let folder = try Descriptor.open(directory, [.readOnly, .directory])
    let lock: FileLock
    do throws(SystemError) {
      lock = try FileLock("\(Self.name).lock", in: folder)
    } catch {
      guard error.errno == .wouldBlock else { throw error }
      return
    }
    try folder.replaceFile(Self.name, with: parts, isLasting: false)
    _ = consume lock
  }
}
