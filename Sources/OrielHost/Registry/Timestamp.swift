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

  /// The time as a property list keeps it.
  var propertyListValue: PropertyListValue {
    PropertyListDate(secondsSince2001: Double(secondsSince1970) - Double(PropertyListDate.epoch))
      .map { .date($0) }
      ?? .integer(secondsSince1970)
  }

  /// Reads a time that a property list keeps.
  init?(_ value: PropertyListValue?) {
    guard case .date(let date)? = value,
      let seconds = Int64(
        exactly: (date.secondsSince2001 + Double(PropertyListDate.epoch)).rounded(.down)
      )
    else { return nil }
    secondsSince1970 = seconds
  }
}

extension Timestamp: CustomStringConvertible {
  /// Date and time in UTC, as `2026-12-01 02:31:05 UTC`.
  public var description: String {
    let time = CivilTime(secondsSince1970: secondsSince1970)
    return "\(time.dateText) \(time.timeText) UTC"
  }
}
