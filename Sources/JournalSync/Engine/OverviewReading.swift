import JournalCore
import SyncCore

/// What the status counts in the journal: read together with what an order reads or writes wherever that is due anyway.
struct OverviewReading {
  /// How many waiting records a status names.
  static let named = 200
  /// Milliseconds between two readings while orders are under way. While records go by the hundred, counting them at every
  /// step would cost more than they do.
  private static let pause: Int64 = 1000

  private(set) var overview = SyncOverview()
  /// Records that had been sent in the run of that moment.
  private(set) var sent = 0
  private var readAt: Int64?
  /// Whether the journal may have changed since it was read.
  private var isOutdated = true
  /// Whether there is a status to be shown at all.
  private var isShown = false

  /// A status is shown from now on: until then nothing is counted.
  mutating func show() { isShown = true }

  /// The journal may have changed.
  mutating func outdate() { isOutdated = true }

  /// How many waiting records a reading now would name; nil where none is due.
  ///
  /// - Parameters:
  ///   - isLast: Whether nothing is under way after this, so far as can be told.
  ///   - now: Milliseconds since 1970.
  func named(isLast: Bool, at now: Int64) -> Int? {
    guard isShown, isOutdated else { return nil }
    let isDue = readAt.map { now - $0 >= Self.pause || now < $0 } ?? true
    return isLast || isDue ? Self.named : nil
  }

  /// Much more, or less, waits than before: the next reading counts, however short the time is since the last one.
  mutating func doubt() {
    outdate()
    readAt = nil
  }

  /// Nothing is left to be sent.
  mutating func rested() { sent = 0 }

  /// Takes what a transaction has counted; nil where it did not.
  ///
  /// - Parameter sent: Records that have been sent in this run, those among them that are counted no more.
  mutating func take(_ counted: SyncOverview?, sent: Int, at now: Int64) {
    guard let counted else { return }
    overview = counted
    self.sent = sent
    readAt = now
    isOutdated = false
  }
}
