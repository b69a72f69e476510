internal import CShims
internal import Glibc
internal import OrielWire

/// What every launch of a runner has in common, in memory that the C side reads after the fork.
///
/// Its pointers are private, made once and never freed.
@safe struct LaunchPlan: ~Copyable {
  /// The limits of an instance.
  let limits: Limits
  /// The state of the layer of control groups.
  let controlGroupStatus: LayerStatus
  /// The bytes of its temporary directory, in whole pages.
  let temporaryStorage: UInt64
  private let ownNamespace: Int32
  private let filters: Filters
  private let supervisor: Int32
  private let grants: UnsafeMutableBufferPointer<oriel_shim_grant>
  private let rootEntries: UnsafeMutableBufferPointer<oriel_shim_root_entry>
  private let bundlePath: UnsafeMutablePointer<CChar>?
  private let temporaryPath: UnsafeMutablePointer<CChar>?
  private let temporaryOptions: UnsafeMutablePointer<CChar>?
  private let canaryPath: UnsafeMutablePointer<CChar>?
  private let landlockVersion: Int32
  /// What instances see, for those that report what they are refused.
  private let visible: UnsafeMutablePointer<oriel_shim_visible>

  /// The plan of a configuration.
  ///
  /// Its memory is never freed: the fork server needs it to its end.
  ///
  /// - Parameters:
  ///   - configuration: What the host wants.
  ///   - view: The paths that instances see.
  ///   - ownNamespace: The descriptor of the fork server's pid namespace.
  ///   - supervisor: The descriptor on which the supervisor is given listeners.
  init(
    _ configuration: Configuration,
    view: [ViewEntry],
    ownNamespace: Int32,
    supervisor: Int32
  ) {
    limits = configuration.limits
    controlGroupStatus = configuration.controlGroupStatus
    self.ownNamespace = ownNamespace
    self.supervisor = supervisor
    filters = configuration.filters
    // Each copy is NULL only without memory, which the C side then reports as a failed step.
    unsafe bundlePath = strdup(PrivateRoot.bundlePath)
    unsafe temporaryPath = strdup(PrivateRoot.temporaryPath)
    unsafe canaryPath = strdup(PrivateRoot.canaryPath)
    // No page at all would mean no limit.
    let page: UInt64 = 4096
    let pages = max(
      1,
      limits.temporaryStorage / page + (limits.temporaryStorage % page == 0 ? 0 : 1)
    )
    let size = pages.multipliedReportingOverflow(by: page).partialValue
    temporaryStorage = size
    unsafe temporaryOptions = strdup("size=\(size),nr_inodes=\(max(64, size / 4096)),mode=0700")
    let paths = Self.grantedFolders(view)
    unsafe grants = .allocate(capacity: paths.count)
    for (index, path) in paths.enumerated() {
      let writable = path == PrivateRoot.temporaryPath || path == "/dev"
      let grant = unsafe oriel_shim_grant(
        path: strdup(path),
        writable: writable ? 1 : 0,
        reserved: 0
      )
      // The index is below the capacity.
      unsafe grants.initializeElement(at: index, to: grant)
    }
    let entries = PrivateRoot.topmostEntries()
    unsafe rootEntries = .allocate(capacity: entries.count)
    for (index, entry) in entries.enumerated() {
      // The index is below the capacity.
      unsafe rootEntries.initializeElement(
        at: index,
        to: oriel_shim_root_entry(
          path: strdup(entry.path),
          link: entry.link.flatMap { unsafe UnsafePointer(strdup($0)) },
          is_file: entry.isFile ? 1 : 0,
          reserved: 0
        )
      )
    }
    landlockVersion = min(
      oriel_shim_landlock_abi(),
      Self.newestLandlockVersion,
      Int32(clamping: configuration.message.landlockLimit)
    )
    unsafe visible = Self.visibleFolders(view)
  }

  /// The folders and files that an instance sees, in memory that is never freed; of /proc the C side
  /// knows more.
  private static func visibleFolders(
    _ view: [ViewEntry]
  ) -> UnsafeMutablePointer<oriel_shim_visible> {
    let paths = ["/dev", PrivateRoot.bundlePath, PrivateRoot.temporaryPath] + view.map(\.target)
    let folders = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: paths.count)
    for (index, path) in paths.enumerated() {
      // The index is below the capacity; a copy is NULL only without memory.
      guard let copy = unsafe strdup(path) else { continue }
      unsafe (folders + index).initialize(to: UnsafePointer(copy))
    }
    let visible = UnsafeMutablePointer<oriel_shim_visible>.allocate(capacity: 1)
    // There is room for one.
    unsafe visible.initialize(
      to: oriel_shim_visible(folders: folders, count: UInt64(paths.count))
    )
    return unsafe visible
  }

  /// The newest Landlock level that the C side knows.
  private static let newestLandlockVersion: Int32 = 7

  /// The folders that Landlock grants, one for each branch of the private root.
  private static func grantedFolders(_ view: [ViewEntry]) -> [String] {
    var folders = ["/proc", "/dev", PrivateRoot.bundlePath, PrivateRoot.temporaryPath]
    for entry in view {
      let branch =
        entry.target.hasPrefix("/usr/") || entry.target.hasPrefix("/etc/")
        ? String(entry.target.prefix(4)) : entry.target
      if !folders.contains(branch) { folders.append(branch) }
    }
    return folders
  }

  /// Prepares the directories that one instance is granted, by path and descriptor.
  func granting(_ directories: [(path: String, descriptor: Int32)]) -> GrantedTrees {
    unsafe GrantedTrees(directories, besides: grants)
  }

  /// Lends the plan for one launch.
  func withShimPlan(
    of id: UInt64,
    request: Int32,
    output: Int32,
    error: Int32,
    tree: Int32,
    reportsRefusals: Bool = false,
    granted: borrowing GrantedTrees = GrantedTrees(),
    controlGroup: Int32 = -1,
    _ body: (UnsafePointer<oriel_shim_plan>) -> pid_t
  ) -> pid_t {
    let programs = reportsRefusals ? filters.diagnosing : filters.ordinary
    // Every pointer is to memory of this plan, which is never freed.
    var plan = unsafe oriel_shim_plan(
      own_pid_namespace: ownNamespace,
      request_socket: request,
      standard_output: output,
      standard_error: error,
      bundle_tree: tree,
      nice: limits.nice,
      bundle_path: bundlePath,
      temporary_path: temporaryPath,
      temporary_options: temporaryOptions,
      canary_path: canaryPath,
      limits: oriel_shim_limits(
        private_memory: limits.privateMemory,
        address_space: limits.addressSpace,
        cpu_seconds: UInt64(limits.cpuSeconds),
        threads: UInt64(limits.threads),
        descriptors: UInt64(limits.descriptors),
        file_size: limits.fileSize
      ),
      grants: grants.baseAddress,
      grant_count: UInt64(grants.count),
      trees: nil,
      tree_count: 0,
      root_entries: rootEntries.baseAddress,
      root_entry_count: UInt64(rootEntries.count),
      filter: programs.opening.baseAddress,
      filter_length: UInt64(programs.opening.count),
      unsupervised_filter: programs.unsupervised.baseAddress,
      closing_filter: programs.closing.baseAddress,
      closing_filter_length: UInt64(programs.closing.count),
      control_group: controlGroup,
      supervisor: supervisor,
      request: id,
      trace: reportsRefusals ? UnsafePointer(visible) : nil,
      landlock_abi: landlockVersion,
      reserved: 0
    )
    // The directories are kept to the end of this function.
    unsafe granted.fill(&plan)
    // The structure outlives the call.
    return unsafe body(&plan)
  }
}
