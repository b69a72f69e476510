/// What a note on a lane means: its kind.
package enum LaneNote: UInt32, CaseIterable, Sendable {
  /// Host: call a function.
  ///
  /// `number` is the function; from `start` on lie `count` operations, then `length` bytes of frame.
  case call = 1
  /// Host: the answer to a callback; from `start` on lie `length` bytes.
  case answer = 2
  /// Host: copy the frame from the object that `value` is a token for, from the offset `number` on, and
  /// do the operations that come after; `error` is the kind of handle.
  case read = 3
  /// Host: do the operations that come before, and copy the frame to the object, likewise.
  case write = 4
  /// Host: forget the token `value`, whose kind of handle is `number`; free what the instance made
  /// for it.
  case forget = 5
  /// Host: call a function of those that are passed plainly.
  ///
  /// `number` is the function; from `start` on lie `length` bytes: eight for each parameter, then what
  /// some of them lead to.
  case callPlainly = 6
  /// Host: make the calls of a batch, one after the other.
  ///
  /// From `start` on lie `count` entries (see `BatchEntry`), then everything that they tell of:
  /// `length` bytes in all.
  case callBatch = 7
  /// Instance: the function has returned, and `error` is what it left in `errno`; or what was asked
  /// for is done.
  case returned = 16
  /// Instance: the library calls the host.
  ///
  /// `number` is the kind of callback, `value` the host's number of the function; from `start` on lie
  /// `length` bytes, of which the first are a place and a length for each argument.
  case callback = 17
  /// Instance: nothing was called, since `error` (a `CallProblem`) is wrong with `number`.
  case refused = 18
  /// Instance: the function that was called plainly has returned `value`, whose low bytes count, and
  /// `error` is what it left in `errno`.
  case returnedPlainly = 19
  /// Instance: the calls of a batch were made or refused, each entry holds its answer, and from
  /// `start` on nothing lies that the host has to read.
  case returnedBatch = 20
}

/// What an instance found wrong with what it was asked for.
package enum CallProblem: Int32, CaseIterable, Sendable {
  /// The numbers do not fit together, which no host of this version sends.
  case malformed = 1
  /// The library does not have the function.
  case absent = 2
  /// The token is stale, forged, or of another kind.
  case stale = 3
  /// The memory is not mapped.
  case notMapped = 4
  /// There is no memory left for it.
  case noMemory = 5
  /// What comes back does not fit into the lane.
  case tooLarge = 6
  /// The pointer leads to none of the memory that it should.
  case outside = 7
  /// A call of a batch that should give an argument of this one was not made.
  case unkept = 8
}
