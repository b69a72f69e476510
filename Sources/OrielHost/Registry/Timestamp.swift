internal import OrielPropertyList
internal import OrielSystem

/// A point in time, in whole seconds.
public struct Timestamp: Sendable, Hashable, Comparable {
  /// The seconds since the start of 1970 in UTC.
  public let secondsSince1970: Int64

  /// Wraps a number of seconds.
  public init(secondsSince1970: Int64) {
    self.secondsSince1970 = secondsSince1970
  }

  /// The present time of the system's clock.
  public static var now: Timestamp {
    Timestamp(secondsSince1970: RealTime.now / 1_000_000_000)
  }

  /// The earlier time comes first.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.secondsSince1970 < right.secondsSince1970
  }

  /// The seconds from the start of 1970 to the start of 2001, the epoch of property lists.
  private static let epoch = 978_307_200.0

  /// The time as a property list keeps it.
  var propertyListValue: PropertyListValue {
    PropertyListDate(secondsSince2001: Double(secondsSince1970) - Self.epoch).map { .date($0) }
      ?? .integer(secondsSince1970)
  }

  /// Reads a time that a property list keeps.
  init?(_ value: PropertyListValue?) {
    guard case .date(let date)? = value,
      let seconds = Int64(exactly: (date.secondsSince2001 + Self.epoch).rounded(.down))
    else { return nil }
    secondsSince1970 = seconds
  }
}

extension Timestamp: CustomStringConvertible {
  /// Date and time in UTC, as `2026-12-01 02:31:05 UTC`.
  public var description: String {
    let day = secondsSince1970.quotientAndRemainder(dividingBy: 86_400)
    // A remainder is negative for times before 1970.
    let days = day.remainder < 0 ? day.quotient - 1 : day.quotient
    let rest = day.remainder < 0 ? day.remainder + 86_400 : day.remainder
    let date = Self.civil(days: days)
    return "\(date.year)-\(Self.padded(date.month))-\(Self.padded(date.day)) "
      + "\(Self.padded(rest / 3600)):\(Self.padded(rest / 60 % 60)):\(Self.padded(rest % 60)) UTC"
  }

  /// A number with at least two digits.
  private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// The date of a number of days since the start of 1970, in the Gregorian calendar.
  private static func civil(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    // Years are counted from March, so that the leap day is the last of its year.
    let shifted = days &+ 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let year = yearOfEra + era * 400
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    return month < 10 ? (year, month + 3, day) : (year + 1, month - 9, day)
  }
}
