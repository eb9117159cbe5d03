import JournalCore
import TerminalKit

/// The status view: what waits, what became of the last merges, and what went on.
struct SyncScreen: Sendable {
  enum Part: Hashable, Sendable, CaseIterable { case list, change, log }

  /// What the cursor is on, whatever stands above it.
  enum Item: Hashable, Sendable {
    case record(RecordName)
    case merge(Int64)
    case picture(RecordName)
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
  /// What the log is filtered by; nil while it is not.
  var filter: LineField?
  /// Whether the filter is being typed.
  var isTyping = false
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
  }
}

/// One row of the status view's list.
enum SyncRow: Hashable, Sendable {
  case heading(String, Int)
  case record(WaitingRecord)
  case merge(MergeNotice)
  /// A picture on its way here, or one that did not come.
  case picture(PictureFetch)
  /// So many more records wait than are listed.
  case more(Int)

  var item: SyncScreen.Item? {
    switch self {
    case .record(let record): .record(record.recordName)
    case .merge(let merge): .merge(merge.group)
    case .picture(let fetch): .picture(fetch.recordName)
    case .heading, .more: nil
    }
  }

  /// Whether it only says how many more there are.
  var isMore: Bool { if case .more = self { true } else { false } }
}

extension Model {
  mutating func openSync() {
    if let place = screens.firstIndex(of: .sync) {
      while screens.count > place + 1, screens.last != .editor { closeScreen() }
    } else {
      syncScreen = SyncScreen()
      screens.append(.sync)
    }
    guard screens.last == .sync else { return }
    scheduleClock()
    // What is asked for is why one comes here.
    if case .asking = syncing.status?.activity, !environment.isReadOnly { askWhatSyncAsks() }
  }

  /// What needs the person first, then what waits by itself, then what was merged.
  var syncRows: [SyncRow] {
    guard let overview = syncing.status?.overview else { return [] }
    let parked = overview.waiting.filter { $0.reason != nil || $0.code != nil }
    let waiting = overview.waiting.filter { $0.reason == nil && $0.code == nil }
    let conflicts = overview.merges.filter(\.isConflict)
    let merges = overview.merges.filter { !$0.isConflict }
    var rows: [SyncRow] = []
    func add(_ title: String, _ items: [SyncRow], more: Int = 0) {
      guard !items.isEmpty || more > 0 else { return }
      rows.append(.heading(title, title == "Lately" ? 0 : items.count + more))
      rows += items
      if more > 0 { rows.append(.more(more)) }
    }
    let unlisted = max(0, overview.unsent - overview.waiting.count)
    let pictures = syncing.status?.pictures.filter { $0.state != .present } ?? []
    add("To review", parked.map { .record($0) } + conflicts.map { .merge($0) })
    add("Waiting", waiting.map { .record($0) }, more: unlisted)
    let shown = pictures.prefix(Self.picturesShown)
    add("Coming here", shown.map { .picture($0) }, more: pictures.count - shown.count)
    add("Lately", merges.map { .merge($0) })
    return rows
  }

  /// So many pictures on their way are named.
  private static let picturesShown = 50

  var syncRow: SyncRow? {
    guard let cursor = syncScreen?.cursor else { return nil }
    return syncRows.first { $0.item == cursor }
  }

  /// The merge under the cursor; for a record that waits, the last merge of that record.
  var syncMerge: MergeNotice? {
    switch syncRow {
    case .merge(let merge): merge
    case .record(let record):
      syncing.status?.overview.merges.filter { $0.recordName == record.recordName }.max { $0.group < $1.group }
    default: nil
    }
  }

  // MARK: Keys

  mutating func performInSync(_ action: Action) -> Bool {
    switch action {
    case .moveUp: moveInSync(by: -1)
    case .moveDown: moveInSync(by: 1)
    case .pageUp: moveInSync(by: -syncPage)
    case .pageDown: moveInSync(by: syncPage)
    case .moveFirst: moveInSync(by: -.max / 2)
    case .moveLast: moveInSync(by: .max / 2)
    case .nextPart: cycleSync(by: 1)
    case .previousPart: cycleSync(by: -1)
    case .pauseSync: togglePause()
    case .goOffline: toggleOffline()
    case .retryRecord: retryRecord()
    case .retryAllRecords: retryAllRecords()
    case .showDetails: showDetails()
    case .compareSides: compareSides()
    case .recordHistory: showRecordHistory()
    case .undoMerge: undoSelectedMerge()
    case .dismissConflict: dismissSelectedConflict()
    case .showTechnical: syncScreen?.isDetailed.toggle()
    case .showLog: toggleSyncPart(.log)
    case .filterLog: openLogFilter()
    case .copyReport:
      emit(.copyToClipboard(syncReport))
      say("Copied: states, codes, ids and numbers, none of your words.", .success)
    default: return false
    }
    return true
  }

  private var syncPage: Int {
    let layout = syncLayout
    let pane =
      switch syncScreen?.part {
      case .change: layout.change
      case .log: layout.log
      case .list, nil: layout.list
      }
    return max(1, (pane?.inside.rows ?? 3) - 1)
  }

  mutating func moveInSync(by count: Int) {
    guard let screen = syncScreen else { return }
    switch screen.part {
    case .change: syncScreen?.scroll = clamped(screen.scroll, by: count)
    case .log: syncScreen?.logTop = clamped(screen.logTop, by: count)
    case .list:
      let items = syncRows.compactMap(\.item)
      guard !items.isEmpty else { return }
      let place = items.firstIndex { $0 == screen.cursor } ?? 0
      selectInSync(items[max(0, min(clamped(place, by: count), items.count - 1))])
    }
  }

  /// Gives a part the keys, or takes them back to the list.
  mutating func toggleSyncPart(_ part: SyncScreen.Part) {
    guard let current = syncScreen?.part else { return }
    syncScreen?.part = current == part ? .list : part
  }

  mutating func selectInSync(_ item: SyncScreen.Item) {
    if syncScreen?.cursor != item { syncScreen?.scroll = 0 }
    syncScreen?.cursor = item
  }

  private mutating func cycleSync(by step: Int) {
    guard let part = syncScreen?.part else { return }
    let parts = SyncScreen.Part.allCases
    let place = parts.firstIndex(of: part) ?? 0
    syncScreen?.part = parts[(place + step + parts.count) % parts.count]
  }

  /// Esc goes back to the list before it closes the view.
  mutating func leavesPartOfSync() -> Bool {
    guard let screen = syncScreen, screen.part != .list || screen.filter != nil else { return false }
    syncScreen?.part = .list
    syncScreen?.filter = nil
    syncScreen?.isTyping = false
    return true
  }

  // MARK: Settling

  /// Keeps the cursor on a row and on the screen, asks for what it shows, and sets it.
  mutating func settleSync() {
    guard var screen = syncScreen else { return }
    let rows = syncRows
    let items = rows.compactMap(\.item)
    if let place = items.firstIndex(where: { $0 == screen.cursor }) {
      screen.place = place
    } else {
      screen.cursor = items.isEmpty ? nil : items[min(screen.place, items.count - 1)]
      screen.scroll = 0
    }
    syncScreen = screen
    let layout = syncLayout
    let height = layout.list?.inside.rows ?? 1
    let lines = syncLines
    func isHere(_ line: SyncLine) -> Bool { line.row?.item != nil && line.row?.item == screen.cursor }
    if let first = lines.firstIndex(where: isHere), let last = lines.lastIndex(where: isHere) {
      if last >= screen.top + height { screen.top = last - height + 1 }
      // The first row comes with its heading.
      if first < screen.top { screen.top = first <= 1 ? 0 : first }
    }
    screen.top = max(0, min(screen.top, lines.count - height))
    if let inside = layout.change?.inside {
      let key = pageKey(columns: max(1, inside.columns - 2))
      if key != screen.pageKey {
        screen.page = changeLines(key)
        screen.pageKey = key
      }
      screen.scroll = max(0, min(screen.scroll, screen.page.count - inside.rows))
    }
    if let inside = layout.log?.inside {
      screen.filter?.fit(max(1, inside.columns - 4), width)
      screen.logTop = max(0, min(screen.logTop, shownLog.count - logRows(inside).rows))
    }
    syncScreen = screen
    if screens.last == .sync, let merge = syncMerge, syncing.asks(for: merge.group) {
      emit(.loadMerge(group: merge.group))
    }
  }

  private func pageKey(columns: Int) -> SyncScreen.PageKey {
    let merge = syncMerge
    var progress: SendProgress?
    var isNew = false
    if case .record(let record) = syncRow {
      progress = syncing.status?.sending[record.recordName]
      isNew = record.since.map { now.instant.milliseconds - $0.milliseconds < 60_000 } ?? false
    }
    return SyncScreen.PageKey(
      row: syncRow, details: merge.flatMap { syncing.merges[$0.group] },
      isUnreadable: merge.map { syncing.unreadable.contains($0.group) } ?? false, columns: columns, theme: theme,
      minute: now.instant.milliseconds / 60_000, activity: syncing.status?.activity, progress: progress,
      second: isNew || progress?.nextTry != nil || progress?.transfer != nil ? now.instant.milliseconds / 1000 : 0,
      categories: categories)
  }
}

/// A sum that neither end of a list takes beyond what a number can hold; what is beyond the list is cut off later.
private func clamped(_ place: Int, by count: Int) -> Int { max(0, min(place + count, .max / 2)) }
