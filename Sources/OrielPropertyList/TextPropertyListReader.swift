/// Reads a property list that is written as text.
protocol TextPropertyListReader {
  /// What was noted so far.
  var notes: ReadingNotes { get }

  /// Creates a reader for valid UTF-8 text.
  init(text: [UInt8], limits: PropertyListLimits)

  /// Reads the whole file.
  mutating func readDocument() throws(PropertyListError) -> PropertyListValue
}
