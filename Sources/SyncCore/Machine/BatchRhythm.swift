import CloudRecord

/// How many records go at once, and when: by how the batches before have fared.
struct BatchRhythm: Hashable, Sendable {
  /// So often in a row a batch may be overtaken by others before the next try waits.
  private static let quickConflictRounds = 5
  /// So many records in a row may be parked because a whole request was refused: then the records are not the cause.
  private static let mostParkedInARow = 3

  private let pace: SyncMachine.Pace
  /// Operations that the next batch may have.
  private(set) var limit: Int
  /// Until when saves are collected: milliseconds since 1970.
  private(set) var windowEnd = SyncMachine.atOnce
  /// When the batch under way began, if it holds what was just saved.
  private var windowFrom: Int64?
  /// When what did not fit on the server is tried again; nil where everything fits.
  private(set) var spaceRetryAt: Int64?
  /// Rounds of look-ups in which nothing was acknowledged.
  private var conflictRounds = 0
  private var parkedInARow = 0

  init(_ pace: SyncMachine.Pace) {
    self.pace = pace
    limit = pace.batch
  }

  /// The window is for single saves; what is left of a large batch does not open one.
  mutating func begin(opensWindow: Bool, at now: Int64) { windowFrom = opensWindow ? now : nil }

  /// Notes that there was something to send. Where there was nothing, as after a draft was kept, the next save need not
  /// wait.
  mutating func went(at now: Int64) {
    if let from = windowFrom.take() { windowEnd = min(from, now) + pace.window }
  }

  mutating func take(_ tally: SendTally, at now: Int64) {
    if tally.acknowledged > 0 {
      limit = min(pace.batch, limit * 2)
      conflictRounds = 0
      parkedInARow = 0
    }
    noteRest(of: tally, at: now)
  }

  /// Notes what a batch left undone: what has no space, and what others were faster with.
  mutating func noteRest(of tally: SendTally, at now: Int64) {
    if let refusal = tally.refusal, refusal.code.remedy != .waitForSpace { parkedInARow += 1 }
    if tally.withoutSpace > 0 { spaceRetryAt = now + pace.spaceRetry }
    if tally.toLookUp > 0 { conflictRounds += 1 }
  }

  /// A batch was refused as a whole: one of its records is to blame, and halves find it.
  ///
  /// - Returns: False where it was a single one that may not be parked, so that the records are not the cause.
  mutating func halve(_ count: Int) -> Bool {
    guard count > 1 else {
      parkedInARow = 0
      return false
    }
    limit = max(1, count / 2)
    return true
  }

  mutating func releaseSpace() { spaceRetryAt = nil }

  var mayPark: Bool { parkedInARow < BatchRhythm.mostParkedInARow }

  /// Whether other devices change the same records faster than they can be merged here.
  var isOvertaken: Bool { conflictRounds > BatchRhythm.quickConflictRounds }

  /// Shortens waits that a clock set back would lengthen.
  mutating func forgetFarTimes(_ now: Int64) {
    windowEnd = min(windowEnd, now + pace.window)
    spaceRetryAt = spaceRetryAt.map { min($0, now + pace.spaceRetry) }
  }
}
