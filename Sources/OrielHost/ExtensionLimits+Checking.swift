internal import OrielWire

extension ExtensionLimits {
  /// Throws for the first limit with which no instance could work, or that bounds nothing.
  func check() throws(HostError) {
    for (name, value, range, unit) in numbers where !range.contains(value) {
      throw HostError(
        .configuration,
        "The limit '\(name)' is \(value), which no extension can run with. "
          + "Set it to \(range.lowerBound)…\(range.upperBound) \(unit)."
      )
    }
    for (name, value, least) in times where value < least || value > Self.longest {
      throw HostError(
        .configuration,
        "The limit '\(name)' is \(value), which no extension can run with. "
          + "Set it to \(least)…\(Self.longest)."
      )
    }
  }

  /// A size that no machine reaches.
  private static let most: Int128 = 1 << 46
  /// A time that no request takes, and that fits into a message in milliseconds.
  private static let longest = Duration.seconds(30 * 24 * 3600)

  /// The limits that are numbers, with what makes sense for each.
  private var numbers: [(String, Int128, ClosedRange<Int128>, String)] {
    let mebibyte: Int128 = 1 << 20
    return [
      // What an instance has before anything of the extension is loaded.
      ("memory", Int128(memory), 16 * mebibyte...Self.most, "bytes"),
      ("addressSpace", Int128(addressSpace), 128 * mebibyte...Self.most, "bytes"),
      ("processorSeconds", Int128(processorSeconds), 1...4_000_000, "seconds"),
      ("processorPercent", Int128(processorPercent), 1...100_000, "percent"),
      // The main thread and Oriel's.
      ("threads", Int128(threads), 2...32_768, "threads"),
      // Those that are given, and some to load libraries and attachments with.
      ("descriptors", Int128(descriptors ?? 64), 16...1_048_576, "descriptors"),
      // An attachment inside a message may become a memory file.
      ("fileSize", Int128(fileSize ?? 65_536), 65_536...Self.most, "bytes"),
      ("containerSize", Int128(containerSize), 4096...Self.most, "bytes"),
      ("containerFiles", Int128(containerFiles), 16...1_000_000, "files"),
      ("temporaryStorage", Int128(temporaryStorage), 4096...Self.most, "bytes"),
      ("logBytes", Int128(logBytes), 0...1 << 30, "bytes"),
      ("messages", Int128(messages), 16...100_000_000, "messages"),
      ("loads", Int128(loads), 1...Int128(WireLimit.loads), "loads"),
      (
        "returnedContents", Int128(returnedContents), 1...Int128(WireLimit.contents), "contents"
      ),
      ("returnedItems", Int128(returnedItems), 1...Int128(WireLimit.items), "items"),
      ("returnedBytes", Int128(returnedBytes), 0...Self.most, "bytes"),
      ("nice", Int128(nice), 0...19, "steps"),
      ("outOfMemoryAdjustment", Int128(outOfMemoryAdjustment), 0...1000, "steps"),
    ]
  }

  /// The limits that are times, with the least that makes sense for each.
  private var times: [(String, Duration, Duration)] {
    [
      ("startTime", startTime, .milliseconds(1)), ("requestTime", requestTime, .milliseconds(1)),
      ("graceTime", graceTime, .zero),
    ]
  }
}
