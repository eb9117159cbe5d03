import CloudRecord
import JournalCore
import SyncCore

/// The past as the status view shows it: the log, the last success, progress, and the clocks.
struct Telling {
  private(set) var log: [SyncStatus.LogLine] = []
  private(set) var lastSuccess: Instant?
  private(set) var token: ChangeToken?
  /// Records taken in since the fetch under way began.
  private(set) var fetchedInRun = 0
  /// Records sent since there last was nothing to send.
  private(set) var sentInRun = 0
  private(set) var traffic = SyncTraffic()
  private var offsets: [Int64] = []

  private static let logLimit = 500
  private static let samples = 5

  mutating func add(_ line: SyncStatus.LogLine) {
    log.append(line)
    if log.count > Telling.logLimit { log.removeFirst(log.count - Telling.logLimit) }
  }

  mutating func fetched(_ count: Int, isOver: Bool, token: ChangeToken, at now: Int64) {
    self.token = token
    fetchedInRun = isOver ? 0 : fetchedInRun + count
    if isOver { lastSuccess = Instant(milliseconds: now) }
  }

  mutating func sent(_ count: Int) {
    sentInRun += count
    traffic.sent += count
  }

  /// Counts changes of other devices that were taken in.
  mutating func tookIn(_ summary: ApplySummary) {
    traffic.fetched += summary.taken + summary.merged + summary.removed
    traffic.merged += summary.merged
  }

  mutating func phase(_ phase: SyncPhase, at now: Int64) {
    if phase == .resting { sentInRun = 0 }
  }

  /// One sample of the server's clock: when it wrote, and between which moments of ours that was.
  mutating func serverClock(_ written: Int64, sent: Int64, answered: Int64) {
    guard answered >= sent, answered - sent < 10_000 else { return }
    offsets.append(written - (sent + (answered - sent) / 2))
    if offsets.count > Telling.samples { offsets.removeFirst() }
  }

  /// The median of the last samples; nil before the first.
  var clockOffset: Int64? { offsets.isEmpty ? nil : offsets.sorted()[offsets.count / 2] }
}
