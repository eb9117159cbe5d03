import JournalCore
import JournalModel
import TestKit
import Testing

private func day(_ date: CivilDate, _ entries: Int = 1, _ words: Int = 10) -> DayTotals {
  DayTotals(date: date, entries: entries, words: words)
}

@Suite struct JournalStatisticsTests {
  private let today = civil(2026, 11, 21)

  @Test func anEmptyJournalIsAllZeroes() {
    let empty = JournalStatistics(days: [], today: today)
    #expect(
      empty.entries == 0 && empty.words == 0 && empty.daysWritten == 0 && empty.averageWords == 0)
    #expect(empty.firstDate == nil && empty.lastDate == nil && empty.currentStreak == nil && empty.longestStreak == nil)
  }

  @Test func addsUpDaysInAnyOrder() {
    let days = [
      day(civil(2026, 11, 20), 2, 100), day(civil(1669, 5, 31), 1, 51), day(civil(2026, 11, 21), 1, 50),
      day(civil(2026, 11, 20), 1, 1), day(civil(2026, 10, 1), 0, 0),
    ]
    let statistics = JournalStatistics(days: days, today: today)
    #expect(statistics.entries == 5 && statistics.words == 202 && statistics.daysWritten == 3)
    #expect(statistics.firstDate == civil(1669, 5, 31) && statistics.lastDate == today)
    #expect(statistics.averageWords == 40)
    #expect(statistics == JournalStatistics(days: days.reversed(), today: today))
  }

  @Test(arguments: [
    ([0, -1, -2, -4, -5], 3, 3), ([-1, -2], 2, 2), ([-2, -3, -4], 0, 3), ([0], 1, 1), ([1], 0, 1), ([1, 0, -1], 2, 3),
    ([], 0, 0), ([-10, -11, 0], 1, 2),
  ])
  func countsStreaks(offsets: [Int], current: Int, longest: Int) {
    let statistics = JournalStatistics(days: offsets.map { day(today.adding(days: $0)) }, today: today)
    #expect(statistics.currentStreak?.days ?? 0 == current)
    #expect(statistics.longestStreak?.days ?? 0 == longest)
  }

  @Test func streaksCrossMonthsAndYears() {
    let days = (0..<60).map { day(civil(2026, 1, 20).adding(days: -$0)) }
    let statistics = JournalStatistics(days: days, today: today)
    #expect(statistics.longestStreak == Streak(first: civil(2025, 11, 22), last: civil(2026, 1, 20)))
    #expect(statistics.currentStreak == nil)
  }
}
