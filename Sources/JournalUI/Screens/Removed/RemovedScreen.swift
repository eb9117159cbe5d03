import JournalCore
import TerminalKit

/// The screen on which pictures lie that were removed from their entries.
struct RemovedModel: ScreenState {
  typealias Work = RemovedScreen
  /// The picture under the cursor.
  var cursor: RecordName?
  /// Where it stands among them, for when it is gone.
  var place = 0
  var top = 0
  /// The entry whose pictures are looked for first.
  var entry: RecordName?
  /// Whether the list below is that of the trash, which asks for them by itself.
  var isOverTrash = false
}

/// What can be chosen in the questions about a removed picture.
enum RemovedChoice: AnswerGroup { case purge(RecordName) }

/// Looking at removed pictures, taking them back, and deleting them for good.
struct RemovedScreen: Screen, ShowsPictures {
  static let context = KeyContext.removedPictures
  var desk: Desk
  var state: RemovedModel
  var kept: OpenScreen { .removed(state) }

  let way = ["Removed pictures"]
  var hints: [Action] {
    let undo: [Action] = log.undoable.isEmpty ? [] : [.undo]
    return removedPicture == nil
      ? undo + [.closeScreen, .help] : [.restorePicture, .deletePicture, .closeScreen, .fetchPicture] + undo + [.help]
  }
  var page: Int { max(1, RemovedLayout(size: size).list.inside.rows / 2 - 1) }

  mutating func perform(_ action: PictureAction) {
    switch action {
    case .restorePicture: restorePicture()
    case .deletePicture: askToDeletePicture()
    case .fetchPicture: fetchPictures(of: state.cursor, among: wantedPictures, noneSaid: noneRemoved)
    case .attachPictures, .showPictures, .selectPicture, .selectPictureBefore, .nextPicture, .previousPicture, .zoomIn,
      .zoomOut, .zoomFit, .panLeft, .panRight, .editCaption, .raisePicture, .lowerPicture, .savePicture, .openPicture,
      .removePicture, .showRemovedPictures:
      break
    }
  }

  mutating func chose(_ choice: RemovedChoice) {
    switch choice {
    case .purge(let id):
      log.forgetSteps(touching: [id])
      emit(.purgePictures([id]))
    }
  }

  mutating func hear(_ message: Message) {
    guard case .removedPicturesLoaded(let loaded) = message, loaded == removedPictures, let entry = state.entry else {
      return
    }
    state.entry = nil
    if let latest = loaded.first(where: { $0.image.entry == entry }) { state.cursor = latest.id }
  }

  mutating func reload() {
    if !state.isOverTrash { emit(.loadRemovedPictures) }
  }

  mutating func settle() {
    guard let pictures = removedPictures else { return }
    if let place = pictures.firstIndex(where: { $0.id == state.cursor }) {
      state.place = place
    } else {
      // A picture that is gone gives its place to the next one.
      state.place = max(0, min(state.place, pictures.count - 1))
      state.cursor = pictures.isEmpty ? nil : pictures[state.place].id
    }
    let visible = max(1, RemovedLayout(size: size).list.inside.rows / 2)
    state.top = max(state.place - visible + 1, min(state.top, state.place))
    state.top = max(0, min(state.top, pictures.count - visible))
  }

  var removedPicture: RemovedPicture? { removedPictures?.first { $0.id == state.cursor } }

  mutating func move(by rows: Int) {
    guard let pictures = removedPictures, let place = pictures.firstIndex(where: { $0.id == state.cursor }) else {
      return
    }
    state.cursor = pictures[max(0, min(place + rows, pictures.count - 1))].id
  }

  /// What a message calls a removed picture: `“Canal”`, or `a picture of “By the canal”`.
  func named(_ picture: RemovedPicture) -> String {
    picture.image.caption.isEmpty ? "a picture of \(entryName(picture))" : "“\(shortened(picture.image.caption, 40))”"
  }

  func entryName(_ picture: RemovedPicture) -> String {
    picture.entryTitle.isEmpty ? "an entry without a title" : "“\(shortened(picture.entryTitle, 40))”"
  }

  var noneRemoved: String { removedPictures == nil ? "The pictures are still being read." : "No removed pictures" }

  private mutating func restorePicture() {
    guard let picture = removedPicture else { return say(noneRemoved) }
    guard canWrite() else { return }
    desk.removedPictures?.removeAll { $0.id == picture.id }
    let place = picture.image.caption.isEmpty ? "" : " in \(entryName(picture))"
    perform(
      "restored \(named(picture))", [.editImage(picture.id, [.trashedAt(nil)])],
      said: "Restored \(named(picture))\(place)\(undoHint)")
  }

  private mutating func askToDeletePicture() {
    guard let picture = removedPicture else { return say(noneRemoved) }
    guard canWrite() else { return }
    let lines = ["\(named(picture)) of \(entryName(picture)) will be deleted.", "This cannot be undone."]
    let alone = ["A picture of \(entryName(picture)) will be deleted.", "This cannot be undone."]
    dialogs.append(
      .choice(
        .confirm(
          "Delete the picture forever?", picture.image.caption.isEmpty ? alone : lines, yes: "Delete forever",
          .chose(RemovedChoice.purge(picture.id)), isGrave: true)))
  }
}
