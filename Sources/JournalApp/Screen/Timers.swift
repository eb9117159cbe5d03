import JournalUI

/// The timers that the screen has started, each at most once.
struct Timers {
  private var deadlines: [TimerName: Int64] = [:]

  mutating func start(_ name: TimerName, at deadline: Int64) { deadlines[name] = deadline }

  mutating func stop(_ name: TimerName) { deadlines[name] = nil }

  /// Milliseconds until the next one is due; nil where none is started.
  func timeout(now: Int64) -> Int32? {
    deadlines.values.min().map { Int32(clamping: max(0, $0 - now)) }
  }

  /// Those that are due, the earliest first; they are stopped.
  mutating func takeDue(now: Int64) -> [TimerName] {
    let due = deadlines.filter { $0.value <= now }.sorted { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) }
    for (name, _) in due { deadlines[name] = nil }
    return due.map { $0.key }
  }
}
