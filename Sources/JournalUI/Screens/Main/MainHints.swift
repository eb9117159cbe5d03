import JournalCore
import TerminalKit

/// The keys that the bottom line shows for the main screen.
extension MainScreen {
  var hints: [Action] {
    switch contexts.first {
    case .search: return [.searchAccept, .searchDown, .saveSearch, .searchCancel, .help]
    case .trash where list.rows.isEmpty: return [.showAll, .showRemovedPictures, .search, .back, .palette, .help]
    case .trash:
      return [
        .restoreEntry, .deleteForGood, .emptyTrash, .showRemovedPictures, .select, .search, .back, .palette, .help,
      ]
    case .sidebar where desk.searches.one(showing: state.sidebar.cursor) != nil:
      return [.open, .renameSearch, .removeSearch, .newEntry, .search, .back, .palette, .help]
    case .sidebar: return [.open, .newEntry, .search, .showCategories, .showSettings, .back, .palette, .help]
    case .reading: return reader.pageHints
    case .reader where !reader.page.pictures.isEmpty:
      return reader.pictureHints
    case .reader:
      return reader.offered([
        .editEntry, .back, .nextEntry, .readOn, .toggleFavorite, .setMood, .setCategory, .setTags, .attachPictures,
        .showHistory, .followLink, .copyText, .palette, .help,
      ])
    default: break
    }
    if list.marks.isActive {
      return [
        .toggleMark, .selectRange, .markAll, .setMood, .setCategory, .setTags, .toggleFavorite, .moveToTrash, .export,
        .back, .help,
      ]
    }
    if list.scope.isOfOthers, !list.rows.isEmpty {
      let adding: [Action] = desk.addsToShared ? [.newEntry] : []
      return [.open, .editEntry] + adding + [
        .copyShared, .showShare, .back, .setMood, .setTags, .moveToTrash, .attachPictures, .palette, .help,
      ]
    }
    if list.rows.isEmpty {
      return list.scope == .all
        ? [.newEntry, .search, .showSettings, .palette, .quit, .help]
        : [.showAll, .newEntry, .search, .back, .palette, .help]
    }
    return [
      .newEntry, .open, .editEntry, .search, .undo, .toggleFavorite, .setMood, .setCategory, .setTags, .moveToTrash,
      .showYear, .showCalendar, .showInsights, .showSync, .select, .attachPictures, .syncNow, .palette, .help,
    ]
  }

  func hint(for action: Action) -> KeyHints.Hint? {
    if action == .nextEntry, contexts.first == .reading, size.columns >= MainLayout.threePanes { return bothWays }
    return standardHint(for: action)
  }

  func shortName(of action: Action) -> String? { action == .open && focus == .list ? "read" : nil }

  /// One hint for the two keys that go from entry to entry.
  private var bothWays: KeyHints.Hint? {
    let keys = [Action.nextEntry, .previousEntry].compactMap { keymap.shownKey(of: $0, in: contexts) }
    guard keys.count == 2 else { return nil }
    return hint(keys.map { $0.shortName(glyphs: glyphs) }.joined(separator: " "), "next, previous")
  }
}

extension ReaderPane {
  /// On the reading page, as far as the entry has it.
  var pageHints: [Action] {
    // Where a long entry's numbers take the room, the way out has it before the way on.
    var hints: [Action] = [.readOn, .nextEntry, .leavePage, .editEntry]
    if isCodeCut { hints.append(.scrollCodeRight) }
    if page.headings.count > 1 { hints.append(.showOutline) }
    if !page.stops.isEmpty { hints.append(.nextStop) }
    if !page.pictures.isEmpty { hints.append(.showPictures) }
    return offered(
      hints + [
        .toggleFavorite, .setMood, .setCategory, .setTags, .copyText, .showHistory, .palette, .help,
      ])
  }

  /// Of what others share, what can be done with the entry that is read.
  func offered(_ hints: [Action]) -> [Action] {
    guard let sharedBy = detail?.remark.sharedBy else { return hints }
    let others: Set<Action> = [.toggleFavorite, .setCategory]
    let writing: Set<Action> = [.editEntry, .setMood, .setTags, .attachPictures]
    var left = hints.filter { !others.contains($0) && (sharedBy.mayWrite || !writing.contains($0)) }
    left.insert(.copyShared, at: min(3, left.count))
    return left
  }

  /// In an entry with pictures.
  var pictureHints: [Action] {
    let here: [Action] = picture == nil ? [.selectPicture, .showPictures] : [.open, .selectPicture]
    return offered(
      here + [
        .editEntry, .back, .nextEntry, .attachPictures, .readOn, .toggleFavorite, .setMood, .setCategory, .setTags,
        .showHistory, .palette, .help,
      ])
  }
}
