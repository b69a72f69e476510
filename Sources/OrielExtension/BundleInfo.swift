internal import COriel

/// What this extension is, and what the host has given it.
public struct BundleInfo: Sendable {
  /// A limit of the process.
  public enum Limit: UInt32, Sendable, CaseIterable {
    /// Bytes of address space.
    case memory = 1
    /// Threads.
    case threads = 2
    /// Open descriptors.
    case descriptors = 3
    /// Bytes of one file or returned attachment.
    case fileSize = 4
    /// Bytes in the temporary directory.
    case temporaryStorage = 5
    /// Milliseconds from the beginning to the outcome.
    case requestTime = 6
    /// Milliseconds after the outcome or after a cancel.
    case graceTime = 7
    /// Bytes of log lines and captured output.
    case log = 8
    /// Bytes of memory in use at once, where a control group bounds it.
    case memoryInUse = 9
    /// Milliseconds of processor time of all threads together.
    case processorTime = 10
    /// Percent of one processor, where a control group bounds it.
    case processorShare = 11
    /// Bytes in the container.
    case container = 12
    /// Calls that reach the host, log lines apart.
    case messages = 13
    /// Loads under way at a time.
    case loads = 14
    /// Large representations of an answer.
    case returnedContents = 15
    /// Items of an answer.
    case returnedItems = 16
    /// Bytes of all returned attachments together.
    case returnedBytes = 17
    /// Milliseconds until the library is loaded.
    case startTime = 18
  }

  /// The bundle's identifier.
  public let identifier: String
  /// The name shown to people.
  public let displayName: String
  /// The extension point that the request came through.
  public let extensionPoint: String
  /// The path of the bundle, as seen from the sandbox; read-only.
  public let resourceDirectory: String
  /// The path of a writable directory that vanishes with the process.
  public let temporaryDirectory: String
  /// The user's locale, when the host says it.
  public let locale: String?
  /// The user's time zone, when the host says it.
  public let timeZone: String?
  /// The host that is asked for the rest.
  let host: Host

  /// A limit of this process.
  ///
  /// - Parameter limit: Which one.
  /// - Returns: The limit in the unit that its case names; nil when there is none.
  public func value(of limit: Limit) -> UInt64? {
    guard let bundle = host.bundle else { return nil }
    // The out parameter is a local variable.
    return try? host.number { unsafe bundle.limit(limit.rawValue, $0) }
  }

  /// Every limit of this process, in the units that the cases name; what is not there is not limited.
  public var limits: [Limit: UInt64] {
    var limits: [Limit: UInt64] = [:]
    for limit in Limit.allCases { limits[limit] = value(of: limit) }
    return limits
  }

  /// The path of the writable directory that is kept between requests.
  ///
  /// Nil when the host did not grant the entitlement `container`.
  public var containerDirectory: String? {
    guard let container = host.container else { return nil }
    // The out parameter is a local variable.
    return host.optionalText { unsafe container.directory($0) }
  }

  /// The path of the writable directory that is shared with other extensions of this publisher.
  ///
  /// - Parameter identifier: The group's identifier, such as `group.com.example.shared`.
  /// - Returns: The path; nil when the host did not grant the entitlement for that group.
  public func groupDirectory(_ identifier: String) -> String? {
    guard let container = host.container else { return nil }
    return host.optionalText { directory in
      withHostBytes(identifier.utf8) {
        // Both pointers are to local variables.
        unsafe container.group_directory($0, directory)
      }
    }
  }

  /// Whether the host granted an entitlement.
  ///
  /// - Parameter entitlement: The entitlement's name.
  /// - Returns: Whether it was granted.
  public func isGranted(_ entitlement: String) -> Bool {
    guard let bundle = host.bundle else { return false }
    var granted: UInt32 = 0
    // Both pointers are to local variables.
    let status = withHostBytes(entitlement.utf8) {
      unsafe bundle.has_entitlement($0, &granted)
    }
    return status == ORIEL_OK && granted == 1
  }
}

extension Host {
  /// Reads what the host says about the bundle.
  func readBundleInfo() -> BundleInfo {
    /// The text that one slot gives.
    func text(
      _ slot: (oriel_host_bundle) -> (UnsafeMutablePointer<oriel_bytes>) -> oriel_status
    ) -> String? {
      guard let bundle else { return nil }
      return unsafe optionalText(slot(bundle))
    }
    return BundleInfo(
      identifier: unsafe text { unsafe $0.identifier } ?? "",
      displayName: unsafe text { unsafe $0.display_name } ?? "",
      extensionPoint: unsafe text { unsafe $0.extension_point } ?? "",
      resourceDirectory: unsafe text { unsafe $0.resource_directory } ?? "",
      temporaryDirectory: unsafe text { unsafe $0.temporary_directory } ?? "",
      locale: unsafe text { unsafe $0.locale },
      timeZone: unsafe text { unsafe $0.time_zone },
      host: self
    )
  }
}
