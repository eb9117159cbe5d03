/// When the screen looks whether others have changed the journal; times are milliseconds of one clock.
///
/// A writer's bytes are seen before its commit is: the commit is a change of mapped memory, of which the kernel tells
/// no process. So the screen looks again later, more than once. While another process takes in thousands of
/// records, the kernel tells of every write, and every look would have the whole screen read again: between two readings
/// there is a rest, so that keys are answered as ever.
struct JournalLooks {
  private static let afterNotice: [Int64] = [0, 30, 120, 500]
  /// How long the kernel is not listened to after it has told.
  private static let deafness: Int64 = 25
  /// The rest after something new was found.
  private static let rest: Int64 = 250

  private var due: [Int64] = []
  private var listensFrom: Int64 = 0
  private var looksFrom: Int64 = 0

  /// The kernel has told of a write.
  mutating func noticed(now: Int64) {
    due = JournalLooks.afterNotice.map { now + $0 }
    listensFrom = now + JournalLooks.deafness
  }

  /// A look has found something new, and everything is read again.
  mutating func foundNews(now: Int64) {
    looksFrom = now + JournalLooks.rest
    listensFrom = looksFrom
  }

  func isListening(now: Int64) -> Bool { listensFrom <= now }

  /// Whether it is time to look; each time is told once.
  mutating func takeDue(now: Int64) -> Bool {
    guard looksFrom <= now, let first = due.first, first <= now else { return false }
    due.removeAll { $0 <= now }
    return true
  }

  /// Milliseconds until something is to be done, or nil where only a notice can lead to that.
  func timeout(now: Int64) -> Int64? {
    let look = due.first.map { max($0, looksFrom) }
    let listening = listensFrom > now ? listensFrom : nil
    return [look, listening].compactMap { $0 }.min().map { max(0, $0 - now) }
  }
}
