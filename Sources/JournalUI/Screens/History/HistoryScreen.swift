import JournalCore
import TerminalKit

/// The answers of the history.
enum HistoryChoice: AnswerGroup {
  /// Makes what a version says the person's own, which was refused.
  case restoreRefused(HistoryModel.Version)
  /// Restores a version, where the person knows who will see the entry by it, or will no longer.
  case restoreKnowing(HistoryModel.Version)
}

/// The earlier versions of one entry, each beside what it was compared with.
struct HistoryScreen: Screen, ComparesTexts {
  static let context = KeyContext.history
  var desk: Desk
  var state: HistoryModel
  var kept: OpenScreen { .history(state) }

  let way = ["History"]
  var hints: [Action] {
    let undo: [Action] = log.undoable.isEmpty ? [] : [.undo]
    return state.versions.count < 2
      ? undo + [.closeScreen, .help]
      : [.restoreVersion, .compareWith, .closeScreen, .scrollDiffDown] + undo + [.help]
  }
  /// Each version has two rows.
  var page: Int { max(1, HistoryLayout(size: size).list.inside.rows - 1) / 2 }

  mutating func perform(_ action: HistoryAction) {
    switch action {
    case .scrollDiffUp: state.scroll -= 3
    case .scrollDiffDown: state.scroll += 3
    case .compareWith: state.comparesWithNext.toggle()
    case .restoreVersion: restoreVersion()
    }
  }

  mutating func chose(_ choice: HistoryChoice) {
    switch choice {
    case .restoreRefused(let version): if mayFile(as: version) { restore(version) }
    case .restoreKnowing(let version): restore(version)
    }
  }

  mutating func move(by rows: Int) { moveVersion(to: state.cursor + rows) }

  mutating func mouse(_ event: MouseEvent) {
    let layout = HistoryLayout(size: size)
    if layout.list.contains(event.position) {
      if let step = event.wheel { return move(by: step) }
      guard event.kind == .press, layout.list.inside.contains(event.position) else { return }
      moveVersion(to: state.top + (event.position.row - layout.list.inside.row) / 2)
    } else if let step = event.wheel {
      state.scroll += step * 3
    }
  }

  mutating func reload() { emit(.loadEntry(state.record, .history)) }

  mutating func hear(_ message: Message) {
    if case .entryLoaded(state.record, .history, let detail) = message { entryLoaded(detail?.entry) }
    if case .historyLoaded(state.record, let items) = message { historyLoaded(items) }
  }

  private mutating func entryLoaded(_ entry: Entry?) {
    guard let entry else {
      ask(.close(.history))
      return say("This entry is no longer in the journal.", .warning)
    }
    // Restoring and editing elsewhere make state.
    if let present = state.present, present != entry { emit(.loadHistory(state.record)) }
    state.present = entry
    state.rebuild()
  }

  private mutating func historyLoaded(_ items: [HistoryItem]) {
    let isFirst = state.items == nil
    state.items = items
    state.rebuild()
    // The newest earlier version is what one comes for.
    if isFirst, state.versions.count > 1 { state.cursor = 1 }
  }

  private mutating func moveVersion(to index: Int) {
    guard !state.versions.isEmpty else { return }
    let place = max(0, min(index, state.versions.count - 1))
    if place != state.cursor { state.scroll = 0 }
    state.cursor = place
  }

  /// Gives the entry the values that it had in the version under the cursor, as an edit that can be undone.
  private mutating func restoreVersion() {
    guard let present = state.present, let version = state.version, state.cursor > 0 else {
      return say("This is the current version. Choose an earlier one.")
    }
    guard present.trashedAt == nil else {
      return say("This entry is in the trash; restore it first.", .warning)
    }
    guard !present.changes(restoring: version.entry).isEmpty else {
      return say("The entry is already the same as this version.")
    }
    guard let sender = version.sender else { return mayFile(as: version) ? restore(version) : () }
    dialogs.append(
      .choice(
        .confirm(
          "Make this yours?",
          [
            "This was sent by \(shortened(TerminalSafe(sender, keepingLines: false).text, 60)) and was refused.",
            "The entry never was so here.",
          ],
          yes: "Make it mine", .chose(HistoryChoice.restoreRefused(version)))))
  }

  /// Whether the entry may be filed as it was then; where that changes who sees it, the person is asked first.
  private mutating func mayFile(as version: HistoryModel.Version) -> Bool {
    guard let present = state.present else { return true }
    let isFiled = present.changes(restoring: version.entry).contains { $0.sets(\.category) }
    let filings = isFiled ? [Filing(entry: present.id, former: present.category, new: version.entry.category)] : []
    return desk.mayFile(
      filings, called: { _ in "this entry" }, as: "Restore this version", .chose(HistoryChoice.restoreKnowing(version)))
  }

  private mutating func restore(_ version: HistoryModel.Version) {
    guard let present = state.present else { return }
    let changes = present.changes(restoring: version.entry)
    let when = version.replacedAt.map { moment(of: $0) } ?? ""
    let title = present.title.isEmpty ? "an entry" : "“\(shortened(present.title, 40))”"
    if let sender = version.sender.map({ shortened(TerminalSafe($0, keepingLines: false).text, 40) }) {
      perform(
        "made what \(sender) sent of \(title) yours", [.editEntry(present.id, changes)],
        said: "Took over what \(sender) sent\(undoHint)", cause: .restore)
    } else {
      perform(
        "restored the version of \(title) before \(when)", [.editEntry(present.id, changes)],
        said: "Restored the version before \(when)\(undoHint)", cause: .restore)
    }
    state.cursor = 0
  }
}
