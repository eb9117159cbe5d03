import JournalCore
import TerminalKit

/// What is known of synchronising, and what of it is on its way.
struct SyncMonitor: Sendable {
  /// Milliseconds for which ages are told in seconds, after something was sent, taken in or asked for.
  static let fineFor: Int64 = 60_000
  /// Milliseconds within which a status may be older than the last edit.
  static let lagging: Int64 = 2000

  /// The latest status; nil before the first one, as where nothing synchronises.
  private(set) var status: SyncStatus?
  /// When something last moved: what waits, what is on its way, whether anything is.
  private(set) var movedAt: Instant?
  /// When something was last saved from this screen.
  private(set) var editedAt: Instant?
  /// Whether a status came after the last edit of this screen. One that tells of the time before it is followed by another.
  private(set) var knowsLastEdit = true

  /// Merges that were read, by their groups.
  private(set) var merges: [Int64: MergeSides] = [:]
  private var asked: Set<Int64> = []
  /// Merges that could not be read.
  private(set) var unreadable: Set<Int64> = []

  /// Entries that other devices changed, and that came since this was asked last.
  private var arrived: [RecentChange] = []
  /// Changes that were among the latest already.
  private var told: Set<RecentChange> = []

  /// What has come from other devices since the last call, once synchronising rests.
  mutating func takeArrivals() -> [RecentChange] {
    guard status?.activity == .idle else { return [] }
    defer { arrived = [] }
    return arrived
  }

  mutating func take(_ new: SyncStatus, at now: Instant) {
    if let old = status {
      noteArrivals(from: old.overview, to: new.overview)
      if old.overview != new.overview || old.account != new.account || Self.isMoving(new.activity) { movedAt = now }
      // A look at the server that finds nothing is no news.
      if old.activity != new.activity, !old.activity.isLook || !new.activity.isLook { movedAt = now }
    } else {
      movedAt = now
    }
    status = new
    knowsLastEdit = true
  }

  private mutating func noteArrivals(from old: SyncOverview, to new: SyncOverview) {
    told.formUnion(old.lately)
    // Before the journal was looked at nothing in it is news.
    guard old != SyncOverview() else { return }
    // What is not sent yet is left out of a list, and an earlier entry takes its place: that is no news.
    let floor = old.lately.count < SyncOverview.latest ? nil : old.lately.last?.at
    let here = Set(arrived.map(\.recordName))
    arrived += new.lately.filter { change in
      change.isFromElsewhere && !told.contains(change) && !here.contains(change.recordName)
        && floor.map { change.at > $0 } ?? true
    }
  }

  private static func isMoving(_ activity: SyncStatus.Activity) -> Bool {
    switch activity {
    case .fetching(let done, _): done > 0
    case .sending: true
    default: false
    }
  }

  /// Whether there is something to decide about the server: a question, or to sync again after all.
  var awaitsAnswer: Bool {
    if case .asking = status?.activity { return true }
    return status?.staysLocal == true
  }

  mutating func noteEdit(at now: Instant) {
    editedAt = now
    knowsLastEdit = false
  }

  /// Whether the status tells of a time before the last edit: what it says of everything being safe is not so yet.
  func isBehind(at now: Instant) -> Bool {
    guard let editedAt, let status else { return false }
    if status.overview.unsent > 0 { return false }
    if let success = status.lastAgreement, success >= editedAt { return false }
    return (0..<Self.lagging).contains(now.milliseconds - editedAt.milliseconds)
  }

  /// The marks of records that wait to be sent or to be decided; nil where not all of them are known by name.
  var marks: [RecordName: SyncMark]? {
    guard let status, status.account != .noAccount, knowsLastEdit else { return nil }
    let overview = status.overview
    let conflicts = overview.merges.filter(\.isConflict)
    guard overview.waiting.count >= overview.unsent, conflicts.count >= overview.conflicts else { return nil }
    var marks: [RecordName: SyncMark] = [:]
    for record in overview.waiting { marks[record.recordName] = record.code == nil ? .waiting : .needsAttention }
    for merge in conflicts { marks[merge.recordName] = .needsAttention }
    return marks
  }

  /// Whether ages are told in seconds at this moment.
  func isFine(at now: Instant) -> Bool {
    guard let movedAt else { return false }
    return (0..<Self.fineFor).contains(now.milliseconds - movedAt.milliseconds)
  }

  // MARK: Merges

  /// Whether a merge is to be asked for; true once.
  mutating func asks(for group: Int64) -> Bool { asked.insert(group).inserted }

  mutating func take(_ details: MergeSides?, of group: Int64) {
    merges[group] = details
    if details == nil { unreadable.insert(group) } else { unreadable.remove(group) }
  }

  mutating func mergeFailed(_ group: Int64) { unreadable.insert(group) }

  mutating func askAgain(_ group: Int64) { unreadable.remove(group) }

  /// The journal changed: merges are asked for again; what is known of them stays until then.
  mutating func forgetMerges() {
    asked.removeAll()
    unreadable.removeAll()
  }
}

extension SyncStatus.Activity {
  /// Whether it is at rest, or looks at the server and has found nothing so far.
  var isLook: Bool {
    switch self {
    case .idle, .checking, .fetching(done: 0, of: _): true
    default: false
    }
  }
}
