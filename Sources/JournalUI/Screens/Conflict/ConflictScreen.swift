import JournalCore
import TerminalKit

/// Both sides of one merge, with what they came from and what became of them.
struct ConflictModel: Sendable {
  /// A version that can be looked at; `now` is what stands in the journal.
  enum Side: Hashable, Sendable, CaseIterable { case base, here, server, now }

  var merge: MergeNotice
  var details: MergeSides?
  /// Whether the details were asked for and are not to be had.
  var isUnreadable = false
  var side = Side.here
  /// The first line of the texts on the screen; all sides scroll together.
  var scroll = 0
  /// The sides, set for their panes.
  var pages: [Side: [[StyledText]]] = [:]
  var pageKey: PageKey?

  /// What the pages are made from.
  struct PageKey: Hashable, Sendable {
    var details: MergeSides
    var columns: [Side: Int]
    var theme: Theme
  }

  /// The sides that there is something to show of.
  var sides: [Side] {
    guard let details, details.kind == .entry, !details.fields.isEmpty else { return [] }
    return hasBase ? Side.allCases : [.here, .server, .now]
  }

  /// Whether what both sides came from is known.
  var hasBase: Bool { details?.fields.contains { $0.base != nil } ?? false }

  func value(of field: MergedField, _ side: Side) -> String? {
    switch side {
    case .base: field.base
    case .here: field.here
    case .server: field.server
    case .now: field.now
    }
  }

  /// What a side's differences are shown against: what both came from, or where that is lost, the side from here.
  func reference(of side: Side) -> Side? {
    switch side {
    case .base: nil
    case .here: hasBase ? .base : nil
    case .server, .now: hasBase ? .base : .here
    }
  }
}

extension Model {
  mutating func openConflict(_ merge: MergeNotice) {
    conflict = ConflictModel(merge: merge, details: syncing.merges[merge.group])
    if screens.last != .conflict { screens.append(.conflict) }
    emit(.loadMerge(group: merge.group))
  }

  mutating func conflictLoaded(_ group: Int64, _ details: MergeSides?) {
    guard conflict?.merge.group == group else { return }
    conflict?.isUnreadable = details == nil
    if let details { conflict?.details = details }
  }

  mutating func performInConflict(_ action: Action) -> Bool {
    let page = max(1, conflictLayout.texts.rows - 3)
    switch action {
    case .moveUp: scrollConflict(by: -1)
    case .moveDown: scrollConflict(by: 1)
    case .pageUp: scrollConflict(by: -page)
    case .pageDown: scrollConflict(by: page)
    case .moveFirst: conflict?.scroll = 0
    case .moveLast: conflict?.scroll = .max / 2
    case .nextPart: moveSide(by: 1)
    case .previousPart: moveSide(by: -1)
    case .takeSide: takeSideUnderCursor()
    case .takeHere: take(.here)
    case .takeServer: take(.server)
    case .keepBoth, .dismissConflict: keepBoth()
    case .editMerged: editMerged()
    case .undoMerge: takeMergeBack()
    default: return false
    }
    return true
  }

  mutating func scrollConflict(by count: Int) {
    guard let scroll = conflict?.scroll else { return }
    conflict?.scroll = max(0, min(scroll + count, .max / 2))
  }

  private mutating func moveSide(by step: Int) {
    guard let conflict, !conflict.sides.isEmpty else { return }
    let sides = conflict.sides
    let place = sides.firstIndex(of: conflict.side) ?? 0
    self.conflict?.side = sides[(place + step + sides.count) % sides.count]
  }

  // MARK: Choosing

  private mutating func takeSideUnderCursor() {
    switch conflict?.side {
    case .here: take(.here)
    case .server: take(.server)
    case .now: keepBoth()
    case .base, nil:
      say(
        "\(keyText(.takeHere, in: [.conflict])) takes the version from here, "
          + "\(keyText(.takeServer, in: [.conflict])) the server’s, \(keyText(.keepBoth, in: [.conflict])) keeps both.")
    }
  }

  /// Gives the record what a side had in the fields that were merged, as an edit that can be undone.
  private mutating func take(_ side: MergeSide) {
    guard let merge = conflict?.merge, canWrite() else { return }
    let words = side == .here ? "the version from here" : "the server’s version"
    let name = named(merge)
    settle("kept \(words) of \(name)", said: "\(name): kept \(words)\(undoHint)") {
      .settleMerge(group: merge.group, taking: side, $0)
    }
    closeScreen()
  }

  /// Leaves the journal as it is, and dismisses the merge where it is a conflict.
  private mutating func keepBoth() {
    guard let merge = conflict?.merge, canWrite() else { return }
    if merge.isConflict { dismiss(merge) } else { say("\(named(merge)) stays as it is.") }
    closeScreen()
  }

  private mutating func editMerged() {
    guard let conflict, canWrite() else { return }
    guard editor == nil else { return say("Another entry is being written; save it first.", .warning) }
    guard conflict.details?.kind == .entry else { return say("Only entries can be edited.") }
    emit(.loadEntry(conflict.merge.recordName, .settle))
  }

  /// The entry of the merge arrived, to be edited; nil where it is gone.
  mutating func editMerged(_ id: RecordName, _ entry: Entry?) {
    guard screens.last == .conflict, conflict?.merge.recordName == id, editor == nil, dialogs.isEmpty else { return }
    guard let entry else { return say("This entry is no longer in the journal.", .warning) }
    guard entry.trashedAt == nil else {
      return say("This entry is in the trash; restore it first to edit it.", .warning)
    }
    show(EditorModel(entry, isNew: false, mode: editorMode))
  }

  private mutating func takeMergeBack() {
    guard let merge = conflict?.merge, canWrite() else { return }
    undo(merge)
    closeScreen()
  }

  var conflictHints: [Action] {
    [
      .takeSide, .takeHere, .takeServer, .keepBoth, .closeScreen, .editMerged, .undoMerge, .nextPart, .help,
    ]
  }
}
