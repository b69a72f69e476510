internal import OrielInterface
internal import OrielManifest
internal import OrielSystem

/// The file of a bundle that describes the functions of its library.
enum InterfaceFile {
  /// Reads and checks it.
  static func read(_ extension: InstalledExtension) throws(ConnectionError) -> CheckedInterface {
    guard let name = `extension`.manifest.interfaceName else {
      throw ConnectionError(
        "'\(`extension`.identifier)' serves requests, and its functions cannot be called: its "
          + "manifest names no file under '\(ExtensionManifest.interfaceKey)'."
      )
    }
    let bytes: [UInt8]
    do throws(SystemError) {
      let bundle = try Descriptor.open(`extension`.path, [.readOnly, .directory])
      let file = try bundle.open(
        name,
        [.readOnly, .noFollow, .nonBlocking, .noTerminal],
        resolve: [.beneath, .noSymbolicLinks]
      )
      guard try file.status().kind == .regular else {
        throw SystemError("openat2", .invalidArgument)
      }
      bytes = try file.readToEnd(limit: InterfaceLimits.textLength + 1)
    } catch {
      throw ConnectionError(
        "The interface '\(name)' of '\(`extension`.identifier)' cannot be read: \(error). "
          + "Install the extension again."
      )
    }
    do throws(InterfaceProblems) {
      return try InterfaceParser.parse(bytes)
    } catch {
      throw ConnectionError(
        "The interface '\(name)' of '\(`extension`.identifier)' cannot be understood: \(error)"
      )
    }
  }
}
