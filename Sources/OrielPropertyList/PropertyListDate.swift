/// A point in time as property lists keep it.
public struct PropertyListDate: Sendable, Hashable {
  /// Seconds since the start of 2001 in UTC, the epoch of property lists; always finite.
  public let secondsSince2001: Double

  /// Creates a date, or nothing when the number is not finite.
  public init?(secondsSince2001: Double) {
    guard secondsSince2001.isFinite else { return nil }
    self.secondsSince2001 = secondsSince2001
  }

  /// The days from the start of 1970 to the start of 2001.
  private static let daysTo2001: Int64 = 11_323
  /// The seconds of a day.
  private static let day: Int64 = 86_400

  /// Creates a date from the parts of a UTC calendar date, or nothing when there is no such date.
  init?(year: Int64, month: Int64, day: Int64, hour: Int64, minute: Int64, second: Int64) {
    guard (-9999...9999).contains(year), (1...12).contains(month),
      (1...Self.daysOf(month: month, year: year)).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
    else { return nil }
    let days = Self.days(year: year, month: month, day: day) - Self.daysTo2001
    secondsSince2001 = Double(days * Self.day + hour * 3600 + minute * 60 + second)
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
    let days = Self.floorDivide(whole, Self.day)
    let rest = whole - days * Self.day
    let (year, month, day) = Self.civil(days: days + Self.daysTo2001)
    return Self.padded(year, 4) + "-" + Self.padded(month, 2) + "-" + Self.padded(day, 2) + "T"
      + Self.padded(rest / 3600, 2) + ":" + Self.padded(rest / 60 % 60, 2) + ":"
      + Self.padded(rest % 60, 2) + "Z"
  }

  /// A number with leading zeros.
  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// The number of days of a month in the Gregorian calendar.
  private static func daysOf(month: Int64, year: Int64) -> Int64 {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Division that rounds towards negative infinity.
  private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
    value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
  }

  /// Days since the start of 1970 of a date in the Gregorian calendar extended to all years.
  ///
  /// Years are counted from March, so that the leap day is the last of its year.
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = floorDivide(shifted, 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The inverse of ``days(year:month:day:)``.
  private static func civil(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}
