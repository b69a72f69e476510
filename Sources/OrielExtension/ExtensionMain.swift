internal import COriel

/// Where the instance enters an extension written in Swift.
///
/// The extension defines the one symbol that its library exports, and hands over to this type:
///
///     @c(oriel_extension_entry)
///     public func entry() -> UnsafeRawPointer? { ExtensionMain.entry { MyHandler() } }
public enum ExtensionMain {
  /// Offers requests to handlers and returns the address of the C entry.
  ///
  /// Call it once, from the entry function only.
  ///
  /// - Parameter makeHandler: Makes the handler of one request; called for each request, on the
  ///   main thread.
  /// - Returns: The address of a static `oriel_entry`.
  public static func entry(
    _ makeHandler: @escaping @Sendable () -> any RequestHandler
  ) -> UnsafeRawPointer? {
    Registry.shared.setHandler(makeHandler)
    // The entry and the table live as long as the process, as the ABI demands: never freed.
    let entry = UnsafeMutablePointer<oriel_entry>.allocate(capacity: 1)
    // The memory was allocated above for one entry.
    unsafe entry.initialize(
      to: oriel_entry(
        size: UInt32(MemoryLayout<oriel_entry>.size),
        abi_version: ORIEL_ABI_VERSION,
        get_interface: { id in
          // The instance gives a terminated string that is valid during the call.
          switch unsafe String(cString: id) {
          case ORIEL_ID_REQUEST: unsafe Registry.shared.requestTable
          case ORIEL_ID_MEMORY: unsafe Registry.shared.memoryTable
          default: nil
          }
        }
      )
    )
    return UnsafeRawPointer(entry)
  }

  /// Makes the table through which requests reach the SDK.
  static func makeRequestTable() -> UnsafeRawPointer {
    let table = UnsafeMutablePointer<oriel_extension_request>.allocate(capacity: 1)
    // The memory was allocated above for one table.
    unsafe table.initialize(
      to: oriel_extension_request(
        begin: { host, request in
          // The instance gives its own object, which lives as long as the process.
          guard let host = unsafe Host(host) else { return ORIEL_E_UNSUPPORTED }
          return Registry.shared.begin(request, host: host)
        },
        host_cancelled: { request, reason in
          Registry.shared.cancel(request, CancelReason(reason))
        },
        expiring: { request in Registry.shared.run(of: request)?.expire() }
      )
    )
    return UnsafeRawPointer(table)
  }
}
