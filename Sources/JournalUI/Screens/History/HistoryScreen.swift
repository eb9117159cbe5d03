import JournalCore
import TerminalKit

extension Model {
  mutating func openHistory() {
    guard let id = list.selected?.id else { return say("There is no entry here.") }
    openHistory(of: id)
  }

  mutating func openHistory(of id: RecordName) {
    history = HistoryModel(record: id)
    screens.append(.history)
    emit(.loadEntry(id, .history))
    emit(.loadHistory(id))
  }

  mutating func historyEntryLoaded(_ id: RecordName, _ entry: Entry?) {
    guard history?.record == id else { return }
    guard let entry else {
      closeScreen()
      return say("This entry is no longer in the journal.", .warning)
    }
    // Restoring and editing elsewhere make history.
    if let present = history?.present, present != entry { emit(.loadHistory(id)) }
    history?.present = entry
    history?.rebuild()
  }

  mutating func historyLoaded(_ id: RecordName, _ items: [HistoryItem]) {
    guard history?.record == id else { return }
    let isFirst = history?.items == nil
    history?.items = items
    history?.rebuild()
    // The newest earlier version is what one comes for.
    if isFirst, let history, history.versions.count > 1 { self.history?.cursor = 1 }
  }

  mutating func performInHistory(_ action: Action) -> Bool {
    guard let history else { return false }
    let page = max(1, HistoryLayout(size: size).list.inside.rows - 1)
    switch action {
    case .moveUp: moveVersion(to: history.cursor - 1)
    case .moveDown: moveVersion(to: history.cursor + 1)
    case .pageUp: moveVersion(to: history.cursor - page / 2)
    case .pageDown: moveVersion(to: history.cursor + page / 2)
    case .moveFirst: moveVersion(to: 0)
    case .moveLast: moveVersion(to: .max)
    case .scrollDiffUp: self.history?.scroll -= 3
    case .scrollDiffDown: self.history?.scroll += 3
    case .compareWith: self.history?.comparesWithNext.toggle()
    case .restoreVersion: restoreVersion()
    default: return false
    }
    return true
  }

  mutating func moveVersion(to index: Int) {
    guard let history, !history.versions.isEmpty else { return }
    let place = max(0, min(index, history.versions.count - 1))
    if place != history.cursor { self.history?.scroll = 0 }
    self.history?.cursor = place
  }

  /// Gives the entry the values that it had in the version under the cursor, as an edit that can be undone.
  private mutating func restoreVersion() {
    guard let history, let present = history.present, let version = history.version, history.cursor > 0 else {
      return say("This is the current version. Choose an earlier one.")
    }
    guard present.trashedAt == nil else {
      return say("This entry is in the trash; restore it first.", .warning)
    }
    let changes = present.changes(to: version.entry).filter { !$0.sets(\.trashedAt) }
    guard !changes.isEmpty else { return say("The entry says this already.") }
    let when = version.replacedAt.map { moment(of: $0) } ?? ""
    let title = present.title.isEmpty ? "an entry" : "“\(shortened(present.title, 40))”"
    perform(
      "restored the version of \(title) before \(when)", [.editEntry(present.id, changes)],
      said: "Restored the version before \(when)\(undoHint)", cause: .restore)
    self.history?.cursor = 0
  }

  /// A moment on the person's own clock: `Sat 21 Nov 2026, 09:14`, or only the time of a moment today.
  func moment(of instant: Instant) -> String {
    let local = environment.zone.date(instant: instant).local
    return local.date == today ? local.clock : "\(shortDate(local.date)), \(local.clock)"
  }
}
