internal import COriel

/// Lends failures to the host as C structures.
enum FailureStore {
  /// One failure of an item.
  struct Entry {
    /// The item's handle.
    let item: oriel_item
    /// Why it failed.
    let failure: RequestFailure
  }

  /// Calls a closure with the structures, which are valid until it returns.
  static func withItemErrors(
    _ entries: [Entry],
    _ body: (UnsafeBufferPointer<oriel_item_error>) -> oriel_status
  ) -> oriel_status {
    // All text lies in one array, so that one borrowed buffer keeps all of it alive.
    var text: [UInt8] = []
    var ends: [(domain: Int, text: Int)] = []
    for entry in entries {
      text += entry.failure.domain.prefix(utf8Length: Int(ORIEL_MAX_NAME_LENGTH)).utf8
      let domain = text.count
      text += entry.failure.text.prefix(utf8Length: Int(ORIEL_MAX_TEXT_LENGTH)).utf8
      ends.append((domain, text.count))
    }
    return unsafe text.withUnsafeBytes { buffer in
      /// The bytes between two offsets, which were taken from the array itself.
      func bytes(_ start: Int, _ end: Int) -> oriel_bytes {
        unsafe oriel_bytes(
          data: buffer.baseAddress.map { unsafe $0 + start },
          length: UInt64(end - start)
        )
      }
      var start = 0
      var errors: [oriel_item_error] = unsafe []
      for (entry, end) in zip(entries, ends) {
        let error = unsafe oriel_error(
          reserved: 0,
          code: entry.failure.code,
          domain: bytes(start, end.domain),
          text: bytes(end.domain, end.text)
        )
        unsafe errors.append(
          oriel_item_error(
            reserved: 0,
            item: entry.item,
            error: error
          )
        )
        start = end.text
      }
      return unsafe errors.withUnsafeBufferPointer { unsafe body($0) }
    }
  }
}
