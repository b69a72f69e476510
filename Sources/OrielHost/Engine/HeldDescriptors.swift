internal import OrielSystem

/// Descriptors that belong to a packet and are closed when nobody will send it any more.
final class HeldDescriptors: Sendable {
  /// The descriptors.
  let list: DescriptorList

  /// Keeps descriptors.
  init(_ list: consuming DescriptorList = DescriptorList()) {
    self.list = list
  }
}
