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

  /// Takes the locks of the bundles and containers in a folder; nil when somebody uses one of them, or
  /// when that cannot be found out, as for want of descriptors.
  init?(of directory: borrowing Descriptor) {
    do throws(SystemError) {
      guard let names = try Self.names(in: directory) else { return nil }
      for name in names {
        if name.hasSuffix(".appex") {
          guard try take(name, in: directory) else { return nil }
        } else if name.hasSuffix(".app"),
          let inner = try Self.open("\(name)/PlugIns", in: directory)
        {
          guard let bundles = try Self.names(in: inner) else { return nil }
          for bundle in bundles where bundle.hasSuffix(".appex") {
            guard try take(bundle, in: inner) else { return nil }
          }
        }
      }
    } catch {
      return nil
    }
  }

  /// Takes the lock of a bundle; false when somebody uses it.
  private mutating func take(
    _ name: String,
    in directory: borrowing Descriptor
  ) throws(SystemError) -> Bool {
    // What is no folder has nobody who would be known to use it.
    guard let folder = try Self.open(name, in: directory) else { return true }
    do throws(SystemError) {
      guard try folder.lock() else { return false }
    } catch {
      // Nor has what lies on a file system without locks.
      guard error.errno == .operationNotSupported || error.errno == .noLocksAvailable else {
        throw error
      }
      return true
    }
    held.append(Held(folder))
    return true
  }

  /// The names in a folder; nil when there are more than are looked at.
  private static func names(in directory: borrowing Descriptor) throws(SystemError) -> [String]? {
    let (names, isCut) = try directory.names(limit: greatestCount)
    return isCut ? nil : names
  }

  /// Opens a folder in another one; nil when there is none.
  private static func open(
    _ name: String,
    in directory: borrowing Descriptor
  ) throws(SystemError) -> Descriptor? {
    do throws(SystemError) {
      return try directory.open(
        name,
        [.readOnly, .directory, .noFollow],
        resolve: [.beneath, .noSymbolicLinks]
      )
    } catch {
      switch error.errno {
      case .noSuchFile, .notADirectory, .tooManySymbolicLinks: return nil
      default: throw error
      }
    }
  }
}
