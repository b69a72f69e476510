/// What the control group of an instance counted of memory.
package struct GroupMemory: WireValue {
  /// The most bytes that were in use at once; 0 where the kernel does not tell.
  package var peak: UInt64
  /// How often an allocation found no memory below the limit.
  package var shortages: UInt64
  /// The processes that were killed for that.
  package var kills: UInt64

  /// Gathers the parts.
  package init(peak: UInt64, shortages: UInt64, kills: UInt64) {
    self.peak = peak
    self.shortages = shortages
    self.kills = kills
  }

  /// Writes the value.
  package func encode(into writer: inout WireWriter) {
    writer.write(peak)
    writer.write(shortages)
    writer.write(kills)
  }

  /// Reads a value from bytes that nobody has checked.
  package init(decoding reader: inout WireReader) throws(WireError) {
    peak = try reader.number()
    shortages = try reader.number()
    kills = try reader.number()
  }
}
