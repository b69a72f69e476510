/// A point in time as property lists keep it.
public struct PropertyListDate: Sendable, Hashable {
  /// Seconds since the start of 2001 in UTC, the epoch of property lists; always finite.
  public let secondsSince2001: Double

  /// Creates a date, or nothing when the number is not finite.
  public init?(secondsSince2001: Double) {
    guard secondsSince2001.isFinite else { return nil }
    self.secondsSince2001 = secondsSince2001
  }

  /// The seconds from the start of 1970 to the start of 2001.
  package static let epoch: Int64 = 978_307_200

  /// Creates a date from the parts of a UTC calendar date, or nothing when there is no such date.
  init?(year: Int64, month: Int64, day: Int64, hour: Int64, minute: Int64, second: Int64) {
    let time = CivilTime(
      year: year,
      month: month,
      day: day,
      hour: hour,
      minute: minute,
      second: second
    )
    guard let time else { return nil }
    secondsSince2001 = Double(time.secondsSince1970 - Self.epoch)
  }

  /// The date as XML property lists write it, in whole seconds; nothing outside the years 1 to 9999.
  var xmlText: String? {
    // These are the bounds of the years 1 to 9999, so the conversion to an integer cannot fail.
    guard secondsSince2001 >= -63_113_904_000, secondsSince2001 < 252_423_993_600 else {
      return nil
    }
    // Rounding down by hand keeps the mathematics library out of what links this module.
    var whole = Int64(secondsSince2001)
    if Double(whole) > secondsSince2001 { whole -= 1 }
    let time = CivilTime(secondsSince1970: whole + Self.epoch)
    return "\(time.dateText)T\(time.timeText)Z"
  }
}
