import JournalCore
import TerminalKit

/// Opening what lies over the main screen, with what is selected in it.
extension MainScreen {
  mutating func newEntry(on day: CivilDate? = nil) {
    guard canWrite() else { return }
    if day == nil, list.scope.isOfOthers, shared.beginEntry(on: &desk) { return }
    newOwnEntry(on: day)
  }

  /// Opens an entry of the person's own.
  mutating func newOwnEntry(on day: CivilDate? = nil) {
    guard canWrite() else { return }
    // It is the person's own, and belongs to none of these.
    if list.scope.isOfOthers { show(.all) }
    var entry = blankEntry
    if let day { entry.date = date(on: day) }
    ask(.open(.editor(EditorModel(entry, isNew: true, mode: preferences.editorMode))))
  }

  /// Opens an entry that begins with a template; one that stays as it is becomes none.
  mutating func newEntry(_ template: EntryTemplate, question: String) {
    guard canWrite() else { return }
    if list.scope.isOfOthers { show(.all) }
    var entry = blankEntry
    let filled = template.filled(at: entry.date, question: question)
    (entry.title, entry.body) = (filled.title, filled.body)
    var model = EditorModel(entry, isNew: true, mode: preferences.editorMode)
    model.beginsWithTemplate = true
    switch filled.caret {
    case .title: model.field = .title
    case .body(let offset):
      model.field = .body
      model.body.moveCaret(to: offset)
    }
    ask(.open(.editor(model)))
  }

  /// What a new entry has before a word of it is written.
  private var blankEntry: Entry {
    var entry = Entry(id: freshName, date: now, modifiedAt: now.instant)
    list.scope.fit(&entry, on: desk)
    return entry
  }

  mutating func editSelected() {
    guard shared.mayWrite(on: &desk) else { return }
    guard let selected = list.selected else { return }
    guard list.scope != .trash, selected.trashedAt == nil else {
      return say("This entry is in the trash; restore it first to edit it.", .warning)
    }
    guard canWrite() else { return }
    if let detail = currentDetail {
      openEditor(detail)
    } else {
      emit(.loadEntry(selected.id, .edit))
    }
  }

  mutating func openEditor(_ detail: EntryDetail) {
    guard desk.screens.isEmpty, dialogs.isEmpty, shared.mayWrite(on: &desk) else { return }
    // Said before a word is typed that could not be saved.
    guard !detail.remark.isNewerFormat else { return say(EntryRemark.newerFormat, .warning) }
    var model = EditorModel(detail.entry, isNew: false, mode: preferences.editorMode)
    model.imageCount = detail.images.count
    model.sharedBy = detail.remark.sharedBy
    ask(.open(.editor(model)))
    state.list.selectLater(detail.entry.id)
  }

  mutating func openCategories() {
    let cursor: RecordName? = if case .category(let id) = list.scope { id } else { nil }
    ask(.open(.categories(CategoryModel(cursor: cursor))))
    emit(.loadCategories)
  }

  mutating func openHistory() {
    guard let id = list.selected?.id else { return say("There is no entry here.") }
    openHistory(of: id)
  }

  /// Shows the pictures of the selected entry; it is read first where it is not at hand.
  mutating func openViewer(at image: RecordName? = nil) {
    guard let selected = list.selected else { return say("There is no entry here.") }
    guard let detail = currentDetail else { return emit(.loadEntry(selected.id, .look(image))) }
    openViewer(detail, at: image)
  }

  private mutating func openViewer(_ detail: EntryDetail, at image: RecordName?) {
    guard !detail.images.isEmpty else { return say(noPictures) }
    ask(.open(.viewer(ViewerModel(detail, at: image))))
  }

  /// The entry arrived whose pictures are to be shown.
  mutating func viewerLoaded(_ id: RecordName, _ image: RecordName?, _ detail: EntryDetail?) {
    guard desk.screens.isEmpty, dialogs.isEmpty, list.selected?.id == id else { return }
    if let detail { openViewer(detail, at: image) } else { say("This entry is no longer in the journal.", .warning) }
  }

  /// Opens the files to choose from, for the entry that is selected.
  mutating func chooseFiles() {
    guard canWrite() else { return }
    guard let selected = list.selected else { return openFilePicker(.newEntry, titled: "a new entry") }
    guard list.scope != .trash, selected.trashedAt == nil else {
      return say("This entry is in the trash; restore it first to attach pictures.", .warning)
    }
    openFilePicker(.entry(selected.id), titled: entryTitle(selected.title))
  }
}

extension ListScope {
  /// What is written while a list is shown belongs to that list.
  fileprivate func fit(_ entry: inout Entry, on desk: Desk) {
    switch self {
    case .category(let id): entry.category = id
    case .favorites: entry.isFavorite = true
    case .mood(let mood): entry.mood = mood
    case .tag(let tag): entry.tags = [tag]
    case .day(let day): entry.date = desk.date(on: day)
    case .all, .onThisDay, .trash, .unfiled, .search, .shared: break
    }
  }
}
