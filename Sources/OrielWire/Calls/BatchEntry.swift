/// One call of a batch as it lies in a lane: a note, then where the promises of the call are.
///
/// The note is the host's call, of 32 bytes as ``Field`` says, until the instance puts its answer in the
/// same place.
package enum BatchEntry {
  /// The bytes of an entry.
  package static let size = 48
  /// The most entries of a batch.
  package static let limit = 4096

  /// Where the parts of an entry are.
  package enum Field {
    /// The kind of the note, of 4 bytes, like the next five.
    package static let kind = 0
    /// What the note is about.
    package static let number = 4
    /// Where the bytes of the note begin.
    package static let start = 8
    /// How many bytes there are.
    package static let length = 12
    /// How many of something there are.
    package static let count = 16
    /// An error number.
    package static let error = 20
    /// The number of the note that needs 8 bytes.
    package static let value = 24
    /// Where the promises of the call begin, of 4 bytes.
    package static let promises = 32
    /// How many promises there are, of 4 bytes.
    package static let promiseCount = 36
  }
}

/// An argument that an earlier call of a batch gives: bytes to copy before the call, in a lane.
package enum BatchPromise {
  /// The bytes of a promise.
  package static let size = 16

  /// Where the parts of a promise are, each of 4 bytes.
  package enum Field {
    /// Where in the room the bytes are.
    package static let from = 0
    /// Where in the room they go.
    package static let to = 4
    /// How many there are, at most 8.
    package static let length = 8
    /// The entry of the call that gives them, which is an earlier one.
    package static let call = 12
  }
}
