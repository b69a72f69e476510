internal import COriel
internal import OrielWire

/// What an extension is told about itself and its limits; the same as long as the process lives.
final class BundleFacts: Sendable {
  let identifier: StableBytes
  let displayName: StableBytes
  let extensionPoint: StableBytes
  let resourceDirectory = StableBytes(PrivateRoot.bundlePath)
  let temporaryDirectory = StableBytes(PrivateRoot.temporaryPath)
  let locale: StableBytes
  let timeZone: StableBytes
  /// The directory that is kept between requests, when it is granted.
  let containerDirectory: StableBytes?
  /// The directories of the granted groups, by the group's identifier.
  let groupDirectories: [String: StableBytes]
  private let entitlements: Set<String>
  /// What the instance may use.
  let limits: Limits
  private let requestMilliseconds: UInt32
  private let graceMilliseconds: UInt32

  /// The facts that came with the request.
  init(_ begin: Begin, mounts: [GrantedMount]) {
    let prefix = GrantedMount.groups + "/"
    containerDirectory = mounts.first { $0.target == GrantedMount.container }
      .map { StableBytes($0.target) }
    groupDirectories = Dictionary(
      mounts.filter { $0.target.hasPrefix(prefix) }
        .map { (String($0.target.dropFirst(prefix.count)), StableBytes($0.target)) },
      uniquingKeysWith: { first, _ in first }
    )
    identifier = StableBytes(begin.bundleIdentifier)
    displayName = StableBytes(begin.displayName)
    extensionPoint = StableBytes(begin.extensionPoint)
    locale = StableBytes(begin.locale)
    timeZone = StableBytes(begin.timeZone)
    entitlements = Set(begin.entitlements)
    limits = begin.limits
    requestMilliseconds = begin.requestMilliseconds
    graceMilliseconds = begin.graceMilliseconds
  }

  /// Whether the host granted an entitlement.
  func has(entitlement: String) -> Bool { entitlements.contains(entitlement) }

  /// A limit by its number in the C ABI.
  func limit(_ which: UInt32) -> UInt64? {
    switch which {
    case ORIEL_LIMIT_MEMORY: limits.addressSpace
    case ORIEL_LIMIT_THREADS: UInt64(limits.threads)
    case ORIEL_LIMIT_DESCRIPTORS: UInt64(limits.descriptors)
    case ORIEL_LIMIT_FILE_SIZE: limits.fileSize
    case ORIEL_LIMIT_TEMPORARY_STORAGE: limits.temporaryStorage
    case ORIEL_LIMIT_REQUEST_TIME: UInt64(requestMilliseconds)
    case ORIEL_LIMIT_GRACE_TIME: UInt64(graceMilliseconds)
    case ORIEL_LIMIT_LOG: UInt64(limits.logBytes)
    case ORIEL_LIMIT_MEMORY_IN_USE: limits.memory ?? limits.privateMemory
    case ORIEL_LIMIT_PROCESSOR_TIME: UInt64(limits.cpuSeconds) * 1000
    case ORIEL_LIMIT_PROCESSOR_SHARE: limits.cpuPercent.map(UInt64.init)
    case ORIEL_LIMIT_CONTAINER: limits.containerSize
    case ORIEL_LIMIT_MESSAGES: UInt64(limits.messages)
    case ORIEL_LIMIT_LOADS: UInt64(limits.loads)
    case ORIEL_LIMIT_RETURNED_CONTENTS: UInt64(limits.contents)
    case ORIEL_LIMIT_RETURNED_ITEMS: UInt64(limits.returnedItems)
    case ORIEL_LIMIT_RETURNED_BYTES: limits.returnedBytes
    case ORIEL_LIMIT_START_TIME: UInt64(limits.startMilliseconds)
    default: nil
    }
  }
}
