internal import Glibc

/// How many descriptors this process may have open.
package enum DescriptorLimit {
  /// The present limit; the usual one of a login where it cannot be asked for.
  package static var current: Int {
    var limit = rlimit()
    // The structure outlives the call that fills it.
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return 1024
    }
    return Int(clamping: limit.rlim_cur)
  }
}
