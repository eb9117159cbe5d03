import CloudRecord
import JournalCore
import SyncCore

/// The past as the status shows it: the log, the last success, progress and traffic.
struct ProgressLog {
  private(set) var lines: [SyncStatus.LogLine] = []
  private(set) var lastSuccess: Instant?
  private(set) var lastSent: Instant?
  private(set) var token: ChangeToken?
  /// Records taken in since the fetch under way began.
  private(set) var fetchedInRun = 0
  /// Records sent since there last was nothing to send.
  private(set) var sentInRun = 0
  private(set) var traffic = SyncTraffic()
  /// The server's last words about an account without space.
  private(set) var spaceWords = ""

  private static let limit = 500

  mutating func add(_ line: SyncStatus.LogLine) {
    lines.append(line)
    if lines.count > ProgressLog.limit { lines.removeFirst(lines.count - ProgressLog.limit) }
  }

  mutating func fetched(_ count: Int, isOver: Bool, token: ChangeToken, at now: Int64) {
    self.token = token
    fetchedInRun = isOver ? 0 : fetchedInRun + count
    if isOver { lastSuccess = Instant(milliseconds: now) }
  }

  mutating func sent(_ count: Int, at now: Int64) {
    if count > 0 { lastSent = Instant(milliseconds: now) }
    sentInRun += count
    traffic.sent += count
  }

  /// Counts changes of other devices that were taken in.
  mutating func tookIn(_ summary: ApplySummary) {
    traffic.fetched += summary.taken + summary.merged + summary.removed
    traffic.merged += summary.merged
  }

  /// Nothing is left to be sent.
  mutating func rested() { sentInRun = 0 }

  /// Keeps what the server says of space that is used up.
  mutating func noteSpace(_ code: CloudErrorCode, _ words: String) {
    if code.remedy == .waitForSpace { spaceWords = String(words.prefix(100)) }
  }
}
