internal import OrielManifest
internal import OrielSystem

/// The locks of all bundles in a folder, which say that no instance uses them.
///
/// The runner has a shared lock on the folder of a bundle as long as an instance of it lives, so that
/// it can open what it has not opened yet. While this exists no runner gets one, and the files may go.
struct BundleClaim: ~Copyable {
  /// A folder with its lock.
  private final class Held {
    /// The open folder.
    let folder: Descriptor

    /// Keeps a folder that is locked.
    init(_ folder: consuming Descriptor) { self.folder = folder }
  }

  /// The folders.
  private var held: [Held] = []
  /// The most bundles of one container that are looked at.
  private static let greatestCount = 4096

  /// Takes the locks of the bundles and containers in a folder; nil when somebody uses one of them.
  init?(of directory: borrowing Descriptor) {
    for name in Self.names(in: directory) {
      if name.hasSuffix(".appex") {
        guard take(name, in: directory) else { return nil }
      } else if name.hasSuffix(".app"), let inner = Self.open("\(name)/PlugIns", in: directory) {
        for bundle in Self.names(in: inner) where bundle.hasSuffix(".appex") {
          guard take(bundle, in: inner) else { return nil }
        }
      }
    }
  }

  /// Takes the lock of a bundle; false when somebody uses it.
  private mutating func take(_ name: String, in directory: borrowing Descriptor) -> Bool {
    // What is no folder, or has no locks, has nobody who would be known to use it.
    guard let folder = Self.open(name, in: directory), let isFree = try? folder.lock() else {
      return true
    }
    guard isFree else { return false }
    held.append(Held(folder))
    return true
  }

  /// The names in a folder; none when they cannot be read.
  private static func names(in directory: borrowing Descriptor) -> [String] {
    (try? directory.names(limit: greatestCount).names) ?? []
  }

  /// Opens a folder in another one.
  private static func open(_ name: String, in directory: borrowing Descriptor) -> Descriptor? {
    try? directory.open(
      name,
      [.readOnly, .directory, .noFollow],
      resolve: [.beneath, .noSymbolicLinks]
    )
  }
}
