internal import OrielManifest
internal import OrielSystem
internal import OrielText

/// Installs extensions for a user, and removes them.
///
/// Whatever happens on the way, also when the program is killed: there is the old version, whole, or
/// the new one, whole. What is left over lies in a hidden folder, which the next installer removes.
public struct ExtensionInstaller: Sendable {
  /// How the host is made that unpacks archives.
  private let configuration: HostConfiguration
  /// The service that unpacks archives, or nil for the one beside the runner.
  private let unpackerPath: String?
  /// What is called after each step, which tests replace.
  package var checkpoint: @Sendable (InstallationStep) -> Void = { _ in }

  /// Makes an installer.
  ///
  /// - Parameters:
  ///   - configuration: How the host is made that unpacks archives in the sandbox.
  ///   - unpackerPath: The bundle of the service that unpacks archives, unless it lies in `services`
  ///     beside the runner.
  public init(
    configuration: HostConfiguration = HostConfiguration(),
    unpackerPath: String? = nil
  ) {
    self.configuration = configuration
    self.unpackerPath = unpackerPath
  }

  /// Installs a bundle, a container, or what an archive holds, which is one of both.
  ///
  /// Nothing of it is run: what it holds is checked, and an extension that cannot be started here is
  /// refused with the reason. Cancelling the task gives up, unless the extension has its place.
  ///
  /// - Parameters:
  ///   - source: The path of a folder `Name.appex` or `Name.app`, or of an archive.
  ///   - folder: The folder that it is installed in, made if it is missing; nil for the user's own.
  /// - Returns: What was done.
  /// - Throws: Why nothing was done.
  public func install(
    _ source: String,
    to folder: String? = nil
  ) async throws(InstallationError) -> Installation {
    let given = try InstallationSource(source)
    let target = try Self.path(of: folder)
    var unpacked: ReturnedStream?
    if case .archive(let path, _) = given {
      // What is wrong with the folder is told before the archive is looked at.
      _ = try InstallationFolder.open(target, isCreated: true)
      unpacked = try await Unpacker(configuration, servicePath: unpackerPath).unpack(path)
    }
    return try await install(given, unpacked, named: source, in: target)
  }

  /// Makes an extension of an existing library, which is copied as it is.
  ///
  /// Nothing of the library is run: it is compared with the description of its functions, and one that
  /// lacks a function is refused. An earlier version of the extension is replaced in one step.
  ///
  /// - Parameters:
  ///   - adoption: The library, its description, and what the extension is called.
  ///   - folder: The folder in which the bundle is made, itself made if it is missing; nil for that of
  ///     the user's extensions.
  /// - Returns: What was done.
  /// - Throws: Why nothing was done.
  public func adopt(
    _ adoption: LibraryAdoption,
    to folder: String? = nil
  ) async throws(InstallationError) -> Installation {
    let target = try Self.path(of: folder)
    return try await install(.library(adoption), nil, named: adoption.library, in: target)
  }

  /// Gives something its place in a folder.
  private func install(
    _ source: InstallationSource,
    _ unpacked: ReturnedStream?,
    named name: String,
    in target: String
  ) async throws(InstallationError) -> Installation {
    let isCancelled = Lock(false)
    let hook = checkpoint
    let check: @Sendable (InstallationStep) throws(InstallationError) -> Void = {
      (step) throws(InstallationError) in
      hook(step)
      guard isCancelled.withLock({ $0 }) else { return }
      throw InstallationError(
        .cancelled,
        "\(Printable.text(name, limit: 512)) was not installed: the task was cancelled"
      )
    }
    let work = InstallationWork(source: source, unpacked: unpacked, target: target, check: check)
    return try await onThread(name, isCancelled) { () throws(InstallationError) in
      try work.run()
    }
  }

  /// Removes a bundle or container.
  ///
  /// What its extensions have kept in their containers stays.
  ///
  /// - Parameter path: The path of the bundle or container, in a folder that is the user's to change.
  /// - Returns: What was removed.
  /// - Throws: Why nothing was removed.
  public func uninstall(_ path: String) async throws(InstallationError) -> Uninstallation {
    let hook = checkpoint
    return try await onThread(path, Lock(false)) { () throws(InstallationError) in
      try Removal(path: path, check: hook).run()
    }
  }

  /// The path of a folder that was named, or of the user's own.
  private static func path(of folder: String?) throws(InstallationError) -> String {
    if let folder { return folder }
    return try InstallationFolder.usersPath()
  }

  /// Works on a thread of its own, since files may take their time.
  private func onThread<Value: Sendable>(
    _ what: String,
    _ isCancelled: Lock<Bool>,
    _ work: @escaping @Sendable () throws(InstallationError) -> Value
  ) async throws(InstallationError) -> Value {
    let result: Result<Value, InstallationError> = await withTaskCancellationHandler {
      await withCheckedContinuation { done in
        do throws(SystemError) {
          try Thread.start {
            do throws(InstallationError) {
              done.resume(returning: .success(try work()))
            } catch {
              done.resume(returning: .failure(error))
            }
          }
        } catch {
          done.resume(returning: .failure(InstallationError(reading: what, error)))
        }
      }
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
    return try result.get()
  }
}
