/// Something to do with a place of a frame, before or after the call: sixteen bytes in the lane.
package struct CallOperation: Equatable, Sendable {
  /// What to do.
  package enum Kind: UInt16, CaseIterable, Sendable {
    /// Before: point to `value` bytes behind the start of the frame.
    case pointToFrame = 1
    /// Before: point to `value` bytes behind the start of the buffer `index`.
    case pointToBuffer = 2
    /// Before: point to the object of the token `value`, which is of the kind `index`.
    case pointToHandle = 3
    /// Before: point to a function that calls the host's function `value` of the kind `index`, for the
    /// time of the call.
    case pointToCallback = 4
    /// Before: like that, for the time of the connection.
    case pointToKeptCallback = 5
    /// Before: for the callback before it, a multiple of the argument `index` is `value`.
    case measure = 6
    /// Before: call the function of the table that `value` is a token for, of the kind `index`.
    case selectTable = 7
    /// Before: make an object of `value` bytes and point to it; `value` becomes its token.
    case makeObject = 8
    /// Before: copy `value` bytes of the frame, from where the number at the place says, to memory that
    /// stays as long as the connection, and point to it.
    case pointToKeptCopy = 9
    /// After: `value` becomes a token of the kind `index` for the pointer, or 0 for a null pointer.
    case takeHandle = 32
    /// After: copy the text that the pointer is to behind the frame, at most `value` bytes; `value`
    /// becomes its place and length.
    case copyText = 33
    /// After: copy `value` bytes that the pointer is to, likewise.
    case copyBytes = 34
    /// After: give the pointer to the function `index`.
    case release = 35
    /// After: `value` becomes the number of bytes between the start of the frame, behind which
    /// `value` is, and the pointer.
    case offsetInFrame = 36
    /// After: `value` becomes the number of bytes between the start of the buffer `index` and the
    /// pointer.
    case offsetInBuffer = 37
    /// After: forget the token `value`, which is of the kind `index`.
    case forgetHandle = 38
  }

  /// The kind of an operation that does nothing.
  package static let none: UInt16 = 0
  /// What `value` is for a null pointer, where a place and a length are wanted.
  package static let null = UInt64.max
  /// The bytes of an operation.
  package static let size = 16

  /// Where in the frame.
  package var place: UInt32
  /// What to do.
  package var kind: UInt16
  /// Which one.
  package var index: UInt16
  /// How much.
  package var value: UInt64

  /// Gathers the parts.
  package init(_ kind: Kind, at place: Int, index: Int = 0, value: UInt64 = 0) {
    self.place = UInt32(truncatingIfNeeded: place)
    self.kind = kind.rawValue
    self.index = UInt16(truncatingIfNeeded: index)
    self.value = value
  }
}
