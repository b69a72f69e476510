internal import OrielSystem

/// Opens files of the user for an extension: what the user chose, and nothing that it leads to.
enum ChosenFile {
  /// What opening a file gave.
  enum Opening: Sendable {
    /// The open file.
    case opened(HeldDescriptors, size: UInt64)
    /// A symbolic link, or a file that this process may not open so.
    case denied
    /// There is no such file.
    case missing
    /// A directory, device, pipe or socket.
    case noRegularFile
    /// No descriptors are left.
    case shortage
    /// Another failure.
    case failed
  }

  /// Opens a regular file at offset 0, without changing it; may take long.
  ///
  /// The file is looked at before it is opened, so that no pipe or device notices anything.
  static func open(_ path: String, _ access: FileAccess) -> Opening {
    do throws(SystemError) {
      let place = try Descriptor.open(path, [.pathOnly, .noFollow])
      switch try place.status().kind {
      case .regular: break
      case .symbolicLink: return .denied
      case .directory, .other: return .noRegularFile
      }
      let flags: OpenFlags = access == .readWrite ? .readWrite : .readOnly
      let number = place.withRawValue { $0 }
      let file = try Descriptor.open("/proc/self/fd/\(number)", [flags, .noTerminal])
      let status = try file.status()
      guard status.kind == .regular else { return .noRegularFile }
      return .opened(HeldDescriptors(DescriptorList(file)), size: status.identity.size)
    } catch {
      switch error.errno {
      case .noSuchFile, .notDirectory: return .missing
      case .permissionDenied, .notPermitted, .tooManySymbolicLinks, .readOnlyFileSystem:
        return .denied
      case .isDirectory: return .noRegularFile
      case .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory: return .shortage
      default: return .failed
      }
    }
  }
}
