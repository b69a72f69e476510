internal import OrielHost
internal import OrielInterface
internal import OrielManifest
internal import OrielSystem

/// `oriel run` with a library that filters pictures: a photograph goes in, and one comes back.
///
/// Two instances take part, and neither sees the other: one decodes and encodes, one filters.
struct FilterRun {
  /// The filter.
  let filter: InstalledExtension
  /// What makes pixels of a file, and a file of pixels.
  let codec: InstalledExtension
  /// The host of both.
  let host: ExtensionHost

  /// Runs the filter that arguments name.
  static func run(
    _ filter: InstalledExtension,
    _ finder: ExtensionFinder,
    _ arguments: ParsedArguments,
    _ console: Console
  ) async throws(Complaint) -> ExitCode {
    let files = Array(arguments.operands.dropFirst())
    guard files.count == 1 else {
      throw Complaint(.usage, "a filter takes one JPEG file; see 'oriel run --help'")
    }
    let bytes = try Photograph.read(files[0])
    var folder: OutputFolder?
    if let path = arguments.values["--output"] { folder = try OutputFolder(path: path) }
    let start = MonotonicTime.now
    var configuration = HostStarter.configuration([], console, registry: finder.registry)
    // Filters have copies of their own of a picture, whose pixels may take hundreds of megabytes.
    configuration.limits.memory = 2 << 30
    configuration.limits.addressSpace = 8 << 30
    let run = FilterRun(
      filter: filter,
      codec: try finder.usable(Photograph.codec),
      host: try HostStarter.host(configuration)
    )
    let settings = arguments.lists["--param"] ?? []
    let outcome: Result<(size: String, bytes: [UInt8]), Complaint>
    do throws(Complaint) {
      outcome = .success(try await run.result(of: bytes, settings))
    } catch {
      outcome = .failure(error)
    }
    await run.host.shutdownAndWait()
    let result = try outcome.get()
    let time = Double(MonotonicTime.now.nanoseconds - start.nanoseconds) / 1_000_000
    let name = FileName(
      suggestion: files[0].split(separator: "/").last.map(String.init),
      fallbackSuffix: "jpg"
    )
    let path = try folder?.write([(name, result.bytes)]).first
    if arguments.has("--json") {
      try console.print(
        .object([
          ("version", .integer(Int64(Version.output))),
          ("extension", .string(filter.identifier)), ("size", .string(result.size)),
          ("bytes", .integer(Int64(result.bytes.count))),
          ("path", path.map(JSONValue.string) ?? .null),
        ])
      )
    } else {
      var lines = [
        TerminalText.line("extension   \(filter.displayName) (\(filter.identifier))"),
        "outcome     completed in \(time.text(decimals: 1)) ms",
        "picture     \(result.size), \(result.bytes.count) bytes",
      ]
      if let path { lines.append(TerminalText.line("written to  \(path)", limit: 5000)) }
      try console.print(lines)
    }
    return .completed
  }

  /// Decodes, filters and encodes.
  private func result(
    of bytes: [UInt8],
    _ settings: [String]
  ) async throws(Complaint) -> (size: String, bytes: [UInt8]) {
    do {
      let library = try await host.connect(filter)
      guard library.interface.description.name == VideoFilter.interface else {
        throw Complaint(
          .usage,
          "'\(TerminalText.line(filter.identifier))' is a library that does not filter pictures; "
            + "'oriel call' calls its functions"
        )
      }
      let video = try await VideoFilter(library)
      var options = ConnectionOptions()
      // The encoded picture comes back with the answer.
      options.frameSize = 64 << 20
      let jpeg = try await host.connect(codec, options: options)
      var photograph = try await Photograph(bytes, isBlueFirst: video.isBlueFirst, by: jpeg)
      try await video.apply(to: &photograph, with: settings)
      let encoded = try await photograph.encoded(isBlueFirst: video.isBlueFirst, by: jpeg)
      await library.closeAndWait()
      await jpeg.closeAndWait()
      return ("\(photograph.width) x \(photograph.height)", encoded)
    } catch let complaint as Complaint {
      throw complaint
    } catch {
      throw Complaint(.notCompleted, TerminalText.line("\(error)", limit: 4000))
    }
  }
}
