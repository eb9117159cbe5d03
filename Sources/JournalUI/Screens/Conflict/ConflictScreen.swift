import JournalCore
import TerminalKit

/// Both sides of a merge, compared, to choose from.
struct ConflictScreen: Screen, ShowsSync, ComparesTexts {
  static let context = KeyContext.conflict
  var desk: Desk
  var state: ConflictModel
  var kept: OpenScreen { .conflict(state) }

  /// The entry's own words where it has any.
  var way: [String] { ["Sync", known.title.isEmpty ? "Merge" : known.title] }
  let hints: [Action] = [
    .takeHere, .takeServer, .keepBoth, .nextPart, .closeScreen, .editMerged, .undoMerge, .dismissConflict, .takeSide,
    .help,
  ]
  var page: Int { max(1, layout.texts.rows - 3) }

  func shortName(of action: Action) -> String? {
    guard action == .takeServer, let device = otherDevice(known) else { return nil }
    return "keep \(device)’s"
  }

  mutating func perform(_ action: Action) {
    // Two things that can be done about a merge are done in the list of merges, too.
    if action == .undoMerge { return takeMergeBack() }
    if action == .dismissConflict { return keepBoth() }
    performOwn(action)
  }

  mutating func perform(_ action: ConflictAction) {
    switch action {
    case .takeSide: takeSideUnderCursor()
    case .takeHere: take(.here)
    case .takeServer: take(.server)
    case .keepBoth: keepBoth()
    case .editMerged: editMerged()
    }
  }

  mutating func hear(_ message: Message) {
    if case .mergeLoaded(state.merge.group, let details) = message {
      state.isUnreadable = details == nil
      if let details { state.details = details }
    }
    if case .entryLoaded(state.merge.recordName, .decide, let detail) = message { edit(detail?.entry) }
  }

  mutating func move(by rows: Int) { state.scroll = max(0, min(state.scroll + rows, .max / 2)) }

  mutating func turn(by step: Int) {
    let sides = state.sides
    guard !sides.isEmpty else { return }
    let place = sides.firstIndex(of: state.side) ?? 0
    state.side = sides[(place + step + sides.count) % sides.count]
  }

  /// The merge as it was read last; the list may have been made before its device had a name.
  private var known: MergeNotice { state.details?.notice ?? state.merge }

  // MARK: Choosing

  private mutating func takeSideUnderCursor() {
    switch state.side {
    case .here: take(.here)
    case .server: take(.server)
    case .now: keepBoth()
    case .base:
      say(
        "\(keyText(.takeHere, in: [.conflict])) takes this device’s version, "
          + "\(keyText(.takeServer, in: [.conflict])) \(otherDevice(known) ?? "the server")’s, "
          + "\(keyText(.keepBoth, in: [.conflict])) keeps both.")
    }
  }

  /// Gives the record what a side had in the fields that were merged, as an edit that can be undone.
  private mutating func take(_ side: MergeSide) {
    guard canWrite() else { return }
    let merge = state.merge
    let words = side == .here ? "this device’s version" : otherVersion(known)
    let name = named(merge)
    decide("kept \(words) of \(name)", about: merge, said: "Kept \(words) of \(name)\(undoHint)") {
      .decideMerge(group: merge.group, taking: side, $0)
    }
    ask(.close(.conflict))
  }

  /// Leaves the journal as it is, and dismisses the merge where it is a conflict.
  private mutating func keepBoth() {
    guard canWrite() else { return }
    let merge = state.merge
    if merge.isConflict { dismiss(merge) } else { say("\(named(merge)) stays as it is.") }
    ask(.close(.conflict))
  }

  private mutating func editMerged() {
    guard canWrite() else { return }
    guard !desk.screens.contains(.editor) else {
      return say("Another entry is being written; save it first.", .warning)
    }
    guard state.details?.kind == .entry else { return say("Only entries can be edited.") }
    emit(.loadEntry(state.merge.recordName, .decide))
  }

  /// The entry of the merge arrived, to be edited; nil where it is gone.
  private mutating func edit(_ entry: Entry?) {
    guard desk.screens.last == .conflict, !desk.screens.contains(.editor), dialogs.isEmpty else { return }
    guard let entry else { return say("This entry is no longer in the journal.", .warning) }
    guard entry.trashedAt == nil else {
      return say("This entry is in the trash; restore it first to edit it.", .warning)
    }
    ask(.open(.editor(EditorModel(entry, isNew: false, mode: preferences.editorMode))))
  }

  private mutating func takeMergeBack() {
    guard canWrite() else { return }
    let merge = state.merge
    undo(merge)
    ask(.close(.conflict))
  }
}
