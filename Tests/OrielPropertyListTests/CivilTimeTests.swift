import Foundation
import Testing

@testable import OrielPropertyList

/// Dates and times, which Foundation knows as well.
@Suite("Dates of the calendar") struct CivilTimeTests {
  /// The Gregorian calendar in UTC.
  private static let calendar = {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    return calendar
  }()

  @Test("Seconds are the date that Foundation tells, and that date is these seconds")
  func foundation() {
    // Foundation's calendar is the Julian one before 1582.
    let start: Int64 = -12_000_000_000
    var seconds = start
    var months: Set<Int64> = []
    while seconds < 200_000_000_000 {
      let time = CivilTime(secondsSince1970: seconds)
      let date = Date(timeIntervalSince1970: Double(seconds))
      let parts = Self.calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second],
        from: date
      )
      let found = [time.year, time.month, time.day, time.hour, time.minute, time.second]
      let expected = [
        parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second,
      ].map { Int64($0 ?? -1) }
      #expect(found == expected, "\(seconds)")
      #expect(time.secondsSince1970 == seconds)
      months.insert(time.month)
      // Some days and seconds, so that every day of the year and time of the day comes.
      seconds += 86_400 * 397 + 12_347
    }
    #expect(months.count == 12)
  }

  @Test("The last days of months are there, and no later ones")
  func lastDays() {
    func exists(_ year: Int64, _ month: Int64, _ day: Int64) -> Bool {
      CivilTime(year: year, month: month, day: day, hour: 0, minute: 0, second: 0) != nil
    }
    for year in [1900, 2000, 2001, 2024] as [Int64] {
      for month in 1...12 as ClosedRange<Int64> {
        let date = Self.calendar.date(from: DateComponents(year: Int(year), month: Int(month)))
        let days = date.flatMap { Self.calendar.range(of: .day, in: .month, for: $0)?.count } ?? 0
        #expect(exists(year, month, Int64(days)) && !exists(year, month, Int64(days) + 1))
      }
    }
  }

  @Test("Every number of seconds has a date", arguments: [Int64.min, -1, 0, .max])
  func ends(_ seconds: Int64) {
    let time = CivilTime(secondsSince1970: seconds)
    #expect((1...12).contains(time.month) && (1...31).contains(time.day))
    #expect((0...23).contains(time.hour) && time.timeText.count == 8)
  }
}
