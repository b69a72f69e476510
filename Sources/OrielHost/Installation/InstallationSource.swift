internal import OrielManifest
internal import OrielSystem
internal import OrielText

/// What is to be installed.
enum InstallationSource: Sendable {
  /// A folder of this name, a bundle or container.
  case folder(path: String, name: BundlePath)
  /// A file of so many bytes.
  case archive(path: String, size: UInt64)
  /// A library that shall become an extension.
  case library(LibraryAdoption)

  /// Looks at a path; a link to a folder or file is followed here, and none inside it.
  init(_ path: String) throws(InstallationError) {
    let shown = Printable.text(path, limit: 512)
    let status: FileStatus
    let canonical: String
    do throws(SystemError) {
      guard !path.isEmpty else { throw SystemError("openat2", .noSuchFile) }
      canonical = try canonicalPath(path)
      status = try Descriptor.open(canonical, [.pathOnly, .noFollow]).status()
    } catch {
      if error.errno == .noSuchFile || error.errno == .notDirectory {
        throw InstallationError(.source, "\(shown) does not exist; check the path")
      }
      throw InstallationError(reading: path, error)
    }
    switch status.kind {
    case .regular: self = .archive(path: canonical, size: status.identity.size)
    case .directory:
      let last = canonical.split(separator: "/").last.map(String.init) ?? ""
      guard last.hasSuffix(".appex") || last.hasSuffix(".app") else {
        throw InstallationError(
          .source,
          "\(shown) is neither a bundle NAME.appex nor a container NAME.app nor an archive; name one"
        )
      }
      do throws(EntryRefusal) {
        self = .folder(path: canonical, name: try BundlePath(Array(last.utf8)))
      } catch {
        throw InstallationError(error, entry: Array(last.utf8), of: shown)
      }
    case .symbolicLink, .other:
      throw InstallationError(
        .source,
        "\(shown) is a device, pipe or socket; name a bundle or an archive"
      )
    }
  }
}
