internal import COriel
internal import Glibc

/// The tables that an extension gets from its host, found by id.
///
/// Each lives as long as the process and is never written to after it was made.
@safe enum HostInterfaces {
  /// What an extension is given: the way to every table.
  static nonisolated(unsafe) let host: UnsafePointer<oriel_host> = unsafe permanent(
    oriel_host(
      size: UInt32(MemoryLayout<oriel_host>.size),
      abi_version: ORIEL_ABI_VERSION,
      get_interface: { _, id in
        guard let id = unsafe id else { return nil }
        // The ABI promises a terminated string, read during the call.
        return unsafe HostInterfaces.table(String(cString: id))
      }
    )
  )

  private static nonisolated(unsafe) let request = unsafe permanent(makeRequestTable())
  private static nonisolated(unsafe) let items = unsafe permanent(makeItemsTable())
  private static nonisolated(unsafe) let attachments = unsafe permanent(makeAttachmentsTable())
  private static nonisolated(unsafe) let log = unsafe permanent(makeLogTable())
  private static nonisolated(unsafe) let bundle = unsafe permanent(makeBundleTable())
  private static nonisolated(unsafe) let container = unsafe permanent(makeContainerTable())
  private static nonisolated(unsafe) let loop = unsafe permanent(makeLoopTable())
  private static nonisolated(unsafe) let network = unsafe permanent(makeNetworkTable())
  private static nonisolated(unsafe) let openURL = unsafe permanent(makeOpenURLTable())
  private static nonisolated(unsafe) let files = unsafe permanent(makeFilesTable())
  private static nonisolated(unsafe) let progress = unsafe permanent(makeProgressTable())
  private static nonisolated(unsafe) let preview = unsafe permanent(makePreviewTable())

  private static func table(_ id: String) -> UnsafeRawPointer? {
    switch id {
    case ORIEL_ID_REQUEST: unsafe UnsafeRawPointer(request)
    case ORIEL_ID_ITEMS: unsafe UnsafeRawPointer(items)
    case ORIEL_ID_ATTACHMENTS: unsafe UnsafeRawPointer(attachments)
    case ORIEL_ID_LOG: unsafe UnsafeRawPointer(log)
    case ORIEL_ID_BUNDLE: unsafe UnsafeRawPointer(bundle)
    case ORIEL_ID_CONTAINER: unsafe UnsafeRawPointer(container)
    case ORIEL_ID_LOOP: unsafe UnsafeRawPointer(loop)
    case ORIEL_ID_NETWORK: unsafe UnsafeRawPointer(network)
    case ORIEL_ID_OPEN_URL: unsafe UnsafeRawPointer(openURL)
    case ORIEL_ID_PROGRESS: unsafe UnsafeRawPointer(progress)
    case ORIEL_ID_PREVIEW: unsafe UnsafeRawPointer(preview)
    case ORIEL_ID_FILES: unsafe UnsafeRawPointer(files)
    default: nil
    }
  }

  /// Puts a value where it stays for the life of the process.
  private static func permanent<Value>(_ value: Value) -> UnsafePointer<Value> {
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    // The memory was just allocated for one value.
    unsafe memory.initialize(to: value)
    return unsafe UnsafePointer(memory)
  }
}
