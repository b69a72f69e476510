/// A point in time as a date of the Gregorian calendar, extended to all years, and a time in UTC.
package struct CivilTime: Sendable, Hashable {
  /// The year; the one before 1 is 0.
  package let year: Int64
  /// The month, from 1.
  package let month: Int64
  /// The day of the month, from 1.
  package let day: Int64
  /// The hour.
  package let hour: Int64
  /// The minute.
  package let minute: Int64
  /// The second.
  package let second: Int64

  /// The seconds of a day.
  private static let secondsOfDay: Int64 = 86_400
  /// The days of 400 years, after which the calendar repeats.
  private static let daysOfEra: Int64 = 146_097
  /// The days from the first of March of the year 0 to the start of 1970.
  private static let daysTo1970: Int64 = 719_468

  /// Gathers the parts, or nothing when there is no such date or time.
  init?(year: Int64, month: Int64, day: Int64, hour: Int64, minute: Int64, second: Int64) {
    guard (-9999...9999).contains(year), (1...12).contains(month),
      (1...Self.daysOf(month: month, year: year)).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }

  /// The date and time so many seconds after the start of 1970.
  package init(secondsSince1970 seconds: Int64) {
    let days = Self.floorDivide(seconds, Self.secondsOfDay)
    // The product may be too small for an integer; the difference is right all the same.
    let rest = seconds &- days &* Self.secondsOfDay
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
    // Years are counted from March, so that the leap day is the last of its year.
    let shifted = days + Self.daysTo1970
    let era = Self.floorDivide(shifted, Self.daysOfEra)
    let dayOfEra = shifted - era * Self.daysOfEra
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The seconds since the start of 1970.
  var secondsSince1970: Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = Self.floorDivide(shifted, 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * Self.daysOfEra + dayOfEra - Self.daysTo1970
    return days * Self.secondsOfDay + hour * 3600 + minute * 60 + second
  }

  /// The date as `2026-12-01`.
  package var dateText: String {
    "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
  }

  /// The time as `02:31:05`.
  package var timeText: String {
    "\(Self.padded(hour, 2)):\(Self.padded(minute, 2)):\(Self.padded(second, 2))"
  }

  /// A number with leading zeros.
  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number.magnitude)
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count))
      + digits
  }

  /// The number of days of a month.
  private static func daysOf(month: Int64, year: Int64) -> Int64 {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Division that rounds towards negative infinity.
  private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
    value >= 0 || value % divisor == 0 ? value / divisor : value / divisor - 1
  }
}
