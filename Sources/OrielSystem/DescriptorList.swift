internal import Glibc

/// The owner of several descriptors in order, which closes those that nobody took.
package struct DescriptorList: ~Copyable, Sendable {
  /// The numbers; those before `next` were taken.
  private var rawValues: [Int32]
  /// The place of the first descriptor that is still owned.
  private var next: Int

  /// An empty list.
  package init() {
    rawValues = []
    next = 0
  }

  /// A list of one descriptor.
  package init(_ descriptor: consuming Descriptor) {
    rawValues = [descriptor.release()]
    next = 0
  }

  /// Takes over open descriptors that nothing else closes.
  package init(owning rawValues: [Int32]) {
    self.rawValues = rawValues
    next = 0
  }

  deinit {
    for rawValue in rawValues[next...] { _ = Glibc.close(rawValue) }
  }

  /// The number of descriptors still in the list.
  package var count: Int { rawValues.count - next }

  /// Whether no descriptor is left.
  package var isEmpty: Bool { count == 0 }

  /// Adds a descriptor at the end.
  package mutating func append(_ descriptor: consuming Descriptor) {
    rawValues.append(descriptor.release())
  }

  /// Takes the first descriptor out of the list.
  package mutating func popFirst() -> Descriptor? {
    guard next < rawValues.count else { return nil }
    let rawValue = rawValues[next]
    next += 1
    return Descriptor(owning: rawValue)
  }

  /// Lends the numbers for the time of a call; they must not be kept or closed.
  package borrowing func withRawValues<Result, Failure: Error>(
    _ body: ([Int32]) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(next == 0 ? rawValues : Array(rawValues[next...]))
  }
}
