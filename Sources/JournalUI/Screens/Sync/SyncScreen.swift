import JournalCore
import TerminalKit

/// The status view: what waits, what became of the last merges, and what went on.
struct SyncScreen: Screen, ShowsSync, ComparesTexts {
  static let context = KeyContext.sync
  var desk: Desk
  var state: SyncModel
  var kept: OpenScreen { .sync(state) }

  let way = ["Sync"]
  var contexts: [KeyContext] { state.filter.isTyping ? [.search] : [.sync, .everywhere] }

  func shortName(of action: Action) -> String? {
    let activity = syncing.status?.activity
    if action == .goOffline, activity == .offline(byWish: true) { return "online" }
    if action == .undoMerge, let merge, log.endsWithDecision(about: merge.group) { return "undo" }
    return action == .pauseSync && activity == .paused ? "resume" : nil
  }

  mutating func perform(_ action: SyncAction) {
    switch action {
    case .showSync, .syncNow, .answerSync: break
    case .pauseSync: togglePause()
    case .goOffline: toggleOffline()
    case .retryRecord: retryRecord()
    case .retryAllRecords: retryAllRecords()
    case .showDetails: showDetails()
    case .compareSides: compareSides()
    case .recordHistory: showRecordHistory()
    case .undoMerge: undoSelectedMerge()
    case .dismissConflict: dismissSelectedConflict()
    case .showTechnical: state.isDetailed.toggle()
    case .showLog: toggle(.log)
    case .filterLog: openLogFilter()
    case .copyReport:
      emit(.copyToClipboard(ProblemReport(desk: desk, row: row).text))
      say("Copied: states, codes, ids and numbers, none of your words.", .success)
    }
  }

  /// What needs the person first, then what waits by itself, then what was merged, sent and fetched.
  var rows: [SyncRow] {
    guard let overview = syncing.status?.overview else { return [] }
    let parked = overview.waiting.filter { $0.reason != nil || $0.code != nil }
    let waiting = overview.waiting.filter { $0.reason == nil && $0.code == nil }
    let conflicts = overview.merges.filter(\.isConflict)
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
    add("Lately", lately(overview))
    return rows
  }

  /// Merges that need nothing more, and what was sent and fetched, the latest first.
  private func lately(_ overview: SyncOverview) -> [SyncRow] {
    let merges = overview.merges.filter { !$0.isConflict }.map { (at: $0.at, row: SyncRow.merge($0)) }
    let others = overview.lately.map { (at: $0.at, row: SyncRow.recent($0)) }
    return (merges + others).sorted { $0.at > $1.at }.map(\.row)
  }

  /// So many pictures on their way are named.
  private static let picturesShown = 50

  var row: SyncRow? {
    guard let cursor = state.cursor else { return nil }
    return rows.first { $0.item == cursor }
  }

  /// The merge under the cursor; for a record that waits, the last merge of that record.
  var merge: MergeNotice? {
    switch row {
    case .merge(let merge): merge
    case .record(let record):
      syncing.status?.overview.merges.filter { $0.recordName == record.recordName }.max { $0.group < $1.group }
    default: nil
    }
  }

  var page: Int {
    let layout = self.layout
    let pane =
      switch state.part {
      case .change: layout.change
      case .log: layout.log
      case .list: layout.list
      }
    return max(1, (pane?.inside.rows ?? 3) - 1)
  }

  mutating func move(by count: Int) {
    switch state.part {
    case .change: state.scroll = clamped(state.scroll, by: count)
    case .log: state.logTop = clamped(state.logTop, by: count)
    case .list:
      let items = rows.compactMap(\.item)
      guard !items.isEmpty else { return }
      let place = items.firstIndex { $0 == state.cursor } ?? 0
      select(items[max(0, min(clamped(place, by: count), items.count - 1))])
    }
  }

  /// Gives a part the keys, or takes them back to the list.
  mutating func toggle(_ part: SyncModel.Part) {
    state.part = state.part == part ? .list : part
  }

  mutating func select(_ item: SyncModel.Item) {
    if state.cursor != item { state.scroll = 0 }
    state.cursor = item
  }

  mutating func turn(by step: Int) {
    // Where nothing is listed there are no details.
    let parts = SyncModel.Part.allCases.filter { $0 != .change || !rows.isEmpty }
    let place = parts.firstIndex(of: state.part) ?? 0
    state.part = parts[(place + step + parts.count) % parts.count]
  }

  /// Esc goes back to the list before it closes the view.
  mutating func goBack() -> Bool {
    guard state.part != .list || state.filter.field != nil else { return false }
    state.part = .list
    state.filter.end()
    return true
  }

  // MARK: Settling

  /// Keeps the cursor on a row and on the screen, asks for what it shows, and sets it.
  mutating func settle() {
    var screen = state
    let rows = self.rows
    let items = rows.compactMap(\.item)
    if let place = items.firstIndex(where: { $0 == screen.cursor }) {
      screen.place = place
    } else {
      screen.cursor = items.isEmpty ? nil : items[min(screen.place, items.count - 1)]
      screen.scroll = 0
    }
    state = screen
    let layout = self.layout
    let height = layout.list?.inside.rows ?? 1
    let lines = self.lines
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
        screen.page = SyncDetails(desk: desk, merge: merge).lines(for: key)
        screen.pageKey = key
      }
      screen.scroll = max(0, min(screen.scroll, screen.page.count - inside.rows))
    }
    if let inside = layout.log?.inside {
      screen.filter.field?.fit(max(1, inside.columns - 4), width)
      screen.logTop = max(0, min(screen.logTop, shownLog.count - logRows(inside).rows))
    }
    state = screen
    if desk.screens.last == .sync, let merge, syncing.asks(for: merge.group) {
      emit(.loadMerge(group: merge.group))
    }
  }

  private func pageKey(columns: Int) -> SyncModel.PageKey {
    let merge = self.merge
    var progress: SendProgress?
    var isNew = false
    if case .record(let record) = row {
      progress = syncing.status?.sending[record.recordName]
      isNew = record.since.map { now.instant.milliseconds - $0.milliseconds < 60_000 } ?? false
    }
    return SyncModel.PageKey(
      row: row, details: merge.flatMap { syncing.merges[$0.group] },
      isUnreadable: merge.map { syncing.unreadable.contains($0.group) } ?? false, columns: columns, theme: theme,
      minute: now.instant.milliseconds / 60_000, activity: syncing.status?.activity, progress: progress,
      second: isNew || progress?.nextTry != nil || progress?.transfer != nil ? now.instant.milliseconds / 1000 : 0,
      categories: categories, isDecided: merge.map { log.endsWithDecision(about: $0.group) } ?? false)
  }
}

/// A sum that neither end of a list takes beyond what a number can hold; what is beyond the list is cut off later.
private func clamped(_ place: Int, by count: Int) -> Int { max(0, min(place + count, .max / 2)) }
