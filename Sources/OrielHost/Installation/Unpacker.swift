internal import OrielManifest
internal import OrielSystem
internal import OrielText
internal import OrielTypes

/// Lets a sandboxed instance of the service Unpack read an archive.
struct Unpacker: Sendable {
  /// How hosts are made.
  private let configuration: HostConfiguration
  /// The service, or nil for the one that lies beside the runner.
  private let servicePath: String?

  /// Unpacks with instances of a service.
  init(_ configuration: HostConfiguration, servicePath: String?) {
    self.configuration = configuration
    self.servicePath = servicePath
  }

  /// What the service calls its errors; the codes are those of `stream.h`.
  private static let domain = "org.oriel.unpack"
  /// The most attachments that come back, each of 16 MiB.
  private static let mostParts = 32

  /// Unpacks an archive.
  func unpack(_ archive: String) async throws(InstallationError) -> ReturnedStream {
    let shown = Printable.text(archive, limit: 512)
    let service = try service()
    let host: ExtensionHost
    do throws(HostError) {
      host = try ExtensionHost(configuration: hostConfiguration)
    } catch {
      throw InstallationError(.sandbox, "\(shown) cannot be unpacked: \(error)")
    }
    let item = ExtensionItem(
      attachments: [
        ItemProvider(
          representations: [
            ItemProvider.Representation(type: .data, source: .file(path: archive))
          ]
        )
      ]
    )
    let result = await host.perform(service, items: [item])
    await host.shutdownAndWait()
    switch result.outcome {
    case .completed(let items, _): return try Self.stream(items, shown)
    case .cancelled(_, _, .host):
      throw InstallationError(.cancelled, "\(shown) was not installed: the task was cancelled")
    case .cancelled(let failure, _, .extension): throw Self.error(failure, shown)
    case .failed(.setup(let failure)):
      throw InstallationError(
        .sandbox,
        "\(shown) cannot be unpacked, which only happens in the sandbox: \(failure)"
      )
    case .failed(.timeout(let phase)):
      throw InstallationError(
        .unpacker,
        "\(shown) was not unpacked within \(limit(of: phase)), which is all that it may take; this "
          + "machine is too busy, or the archive is made to take long: unpack it only if you trust "
          + "who made it, and install the folder"
      )
    case .failed(let reason):
      throw InstallationError(
        .unpacker,
        "\(shown) cannot be unpacked: \(reason) The archive may be damaged on purpose; unpack it "
          + "only if you trust who made it, and install the folder"
      )
    }
  }

  /// The configuration of the host that runs the service.
  private var hostConfiguration: HostConfiguration {
    var configuration = configuration
    // It is in C, and nothing waits for a second request.
    configuration.preloadedLibraries = []
    configuration.instanceLimit = 1
    var limits = configuration.limits
    // Everything that a bundle may hold, and what the stream says about it.
    limits.returnedBytes = BundleBounds.usual.bytes + (16 << 20)
    limits.fileSize = max(limits.fileSize ?? 0, 64 << 20)
    limits.memory = max(limits.memory, 512 << 20)
    limits.returnedContents = max(limits.returnedContents, UInt32(Self.mostParts))
    limits.returnedItems = max(limits.returnedItems, 1)
    limits.messages = max(limits.messages, 100_000)
    // The strongest compression of the largest bundle on a slow machine.
    limits.requestTime = max(limits.requestTime, .seconds(120))
    limits.processorSeconds = max(limits.processorSeconds, 120)
    configuration.limits = limits
    return configuration
  }

  /// A time limit, in words.
  private func limit(of phase: TimeoutPhase) -> String {
    let limits = hostConfiguration.limits
    return switch phase {
    case .start: "\(limits.startTime)"
    case .request, .call: "\(limits.requestTime)"
    case .processorTime: "\(limits.processorSeconds) seconds of processor time"
    }
  }

  /// The service.
  private func service() throws(InstallationError) -> InstalledExtension {
    let path: String
    if let servicePath {
      path = servicePath
    } else {
      do throws(HostError) {
        let runner = try RunnerLookup.path(configured: configuration.runnerPath)
        path = "\(RunnerLookup.folder(of: runner))/services/Unpack.appex"
      } catch {
        throw InstallationError(.sandbox, "archives cannot be unpacked: \(error)")
      }
    }
    let entry = CatalogEntry(inspecting: path)
    guard let installed = entry.installed else {
      let shown = Printable.text(path, limit: 512)
      throw InstallationError(
        .sandbox,
        "archives cannot be unpacked: the service that does it cannot be used: "
          + (entry.diagnostics.first { $0.severity == .error }.map { "\($0.message)" }
            ?? "it does not fit this system")
          + " (\(shown)); build it with Scripts/bundle-extensions, which needs libarchive-dev, or "
          + "unpack the archive and install the folder"
      )
    }
    return installed
  }

  // MARK: - Results

  /// What came back, as one stream.
  private static func stream(
    _ items: [ReturnedItem],
    _ shown: String
  ) throws(InstallationError) -> ReturnedStream {
    let representations = items.flatMap { $0.attachments.flatMap(\.representations) }
    guard items.count == 1, representations.count <= mostParts else {
      throw InstallationError(
        .unpacker,
        "\(shown) cannot be installed: what the unpacking service returned is not to be believed, "
          + "since there are \(items.count) items with \(representations.count) parts; the archive "
          + "may have been made to attack it, so do not use it"
      )
    }
    return ReturnedStream(representations)
  }

  /// What the service says about the archive, in the host's words.
  private static func error(_ failure: ExtensionFailure, _ shown: String) -> InstallationError {
    let detail = Printable.text(failure.text, limit: 200)
    switch (failure.domain, failure.code) {
    case (domain, 1):
      return InstallationError(
        .noArchive,
        "\(shown) is no archive that can be unpacked (\(detail)); use tar, plain or compressed with "
          + "gzip, xz, bzip2 or zstd, or zip"
      )
    case (domain, 2):
      return InstallationError(
        .corrupt,
        "the archive \(shown) is cut off or damaged (\(detail)); get it again"
      )
    case (domain, 3):
      return InstallationError(
        .encrypted,
        "the archive \(shown) is encrypted; decrypt it, and install what comes out"
      )
    case (domain, 4): return BundleCount.Excess.entries.asError(of: shown)
    case (domain, 5): return BundleCount.Excess.bytes.asError(of: shown)
    case (domain, 6): return BundleCount.Excess.ratio.asError(of: shown)
    case (domain, 7):
      return InstallationError(.source, "\(shown) cannot be read; look at its permissions")
    case (domain, 9):
      return InstallationError(.sparse, entry: Array(failure.text.utf8), of: shown)
    default:
      return InstallationError(.unpacker, "\(shown) cannot be unpacked: \(failure)")
    }
  }
}
