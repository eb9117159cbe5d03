import JournalCore
import TerminalKit

/// The status view: what waits, what became of the last merges, and what went on.
struct SyncModel: ScreenState {
  typealias Work = SyncScreen

  enum Part: Hashable, Sendable, CaseIterable { case list, change, log }

  /// What the cursor is on, whatever stands above it.
  enum Item: Hashable, Sendable {
    case record(RecordName)
    case merge(Int64)
    case picture(RecordName)
    case recent(RecordName)
  }

  /// Whether account, clock, zones and log are unfolded.
  var isDetailed = false
  /// The part that has the keys.
  var part = Part.list
  var cursor: Item?
  /// Where the cursor was, for when what it was on is gone.
  var place = 0
  var top = 0
  /// The first line of the details on the screen.
  var scroll = 0
  var logTop = 0
  /// What the log is filtered by.
  var filter = FilterLine()
  /// The details, set for their pane.
  var page: [[StyledText]] = []
  var pageKey: PageKey?

  /// What the details are made from.
  struct PageKey: Hashable, Sendable {
    var row: SyncRow?
    var details: MergeSides?
    var isUnreadable: Bool
    var columns: Int
    var theme: Theme
    /// Ages in the details are told by the minute.
    var minute: Int64
    var activity: SyncStatus.Activity?
    var progress: SendProgress?
    /// Waits are told by the second, as is the first minute of an age.
    var second: Int64
    var categories: [JournalCore.Category]
    /// Whether a decision about the merge is what undo would reverse.
    var isDecided: Bool
  }
}

/// One row of the status view's list.
enum SyncRow: Hashable, Sendable {
  case heading(String, Int)
  case record(WaitingRecord)
  case merge(MergeNotice)
  /// A picture on its way here, or one that did not come.
  case picture(PictureFetch)
  /// An entry that was sent or fetched.
  case recent(RecentChange)
  /// So many more records wait than are listed.
  case more(Int)

  var item: SyncModel.Item? {
    switch self {
    case .record(let record): .record(record.recordName)
    case .merge(let merge): .merge(merge.group)
    case .picture(let fetch): .picture(fetch.recordName)
    case .recent(let change): .recent(change.recordName)
    case .heading, .more: nil
    }
  }

  /// Whether it only tells of what is done.
  var isRecent: Bool { if case .recent = self { true } else { false } }

  /// Whether it only says how many more there are.
  var isMore: Bool { if case .more = self { true } else { false } }
}
