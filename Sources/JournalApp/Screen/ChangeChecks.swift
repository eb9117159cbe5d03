/// When the screen checks whether others have changed the journal; times are milliseconds of one clock.
///
/// A writer's bytes are seen before its commit is: the commit is a change of mapped memory, of which the kernel tells
/// no process. So the screen checks again later, more than once. While another process takes in thousands of
/// records, the kernel tells of every write, and every check would have the whole screen read again: between two readings
/// there is a pause, so that keys are answered as ever.
struct ChangeChecks {
  private static let afterWrite: [Int64] = [0, 30, 120, 500]
  /// How long further writes are not heard after one: they come in bursts.
  private static let debounce: Int64 = 25
  /// The pause after something new was found.
  private static let pause: Int64 = 250

  private var due: [Int64] = []
  private var listensFrom: Int64 = 0
  private var checksFrom: Int64 = 0

  /// The kernel has told of a write.
  mutating func fileWritten(now: Int64) {
    due = ChangeChecks.afterWrite.map { now + $0 }
    listensFrom = now + ChangeChecks.debounce
  }

  /// A check has found something new, and everything is read again.
  mutating func changeFound(now: Int64) {
    checksFrom = now + ChangeChecks.pause
    listensFrom = checksFrom
  }

  func isListening(now: Int64) -> Bool { listensFrom <= now }

  /// Whether it is time to check; each time is told once.
  mutating func takeDue(now: Int64) -> Bool {
    guard checksFrom <= now, let first = due.first, first <= now else { return false }
    due.removeAll { $0 <= now }
    return true
  }

  /// Milliseconds until something is to be done, or nil where only a write can lead to that.
  func timeout(now: Int64) -> Int64? {
    let check = due.first.map { max($0, checksFrom) }
    let listening = listensFrom > now ? listensFrom : nil
    return [check, listening].compactMap { $0 }.min().map { max(0, $0 - now) }
  }
}
