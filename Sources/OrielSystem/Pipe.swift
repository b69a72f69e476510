internal import CShims

/// A one-way byte channel.
package struct Pipe: ~Copyable, Sendable {
  /// The reading end until it is taken.
  private var reading: Descriptor?
  /// The writing end until it is taken.
  private var writing: Descriptor?

  /// Makes a blocking, close-on-exec pipe.
  package init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    // The array has the two places that the call fills.
    let result = unsafe ends.withUnsafeMutableBufferPointer { ends in
      unsafe oriel_shim_pipe(ends.baseAddress)
    }
    _ = try checked("pipe2", result)
    reading = Descriptor(owning: ends[0])
    writing = Descriptor(owning: ends[1])
  }

  /// Takes the reading end; once only.
  package mutating func takeReadingEnd() -> Descriptor {
    guard let end = reading.take() else { preconditionFailure("the reading end was taken before") }
    return end
  }

  /// Takes the writing end; once only.
  package mutating func takeWritingEnd() -> Descriptor {
    guard let end = writing.take() else { preconditionFailure("the writing end was taken before") }
    return end
  }
}
