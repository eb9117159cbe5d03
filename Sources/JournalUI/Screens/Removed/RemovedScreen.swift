import JournalCore
import TerminalKit

/// The screen on which pictures lie that were removed from their entries.
struct RemovedModel: Sendable {
  /// The picture under the cursor.
  var cursor: RecordName?
  var top = 0
  /// The entry whose pictures are looked for first.
  var entry: RecordName?
}

/// Looking at removed pictures, taking them back, and deleting them for good.
extension Model {
  mutating func openRemovedPictures() {
    let isInViewer = screens.last == .viewer
    removed = RemovedModel(entry: isInViewer ? viewer?.entry : focus.reads ? list.selected?.id : nil)
    // The trash keeps them up to date; elsewhere they may be of some time ago.
    if list.scope != .trash { removedPictures = nil }
    screens.append(.removedPictures)
    emit(.loadRemovedPictures)
  }

  mutating func removedPicturesLoaded(_ loaded: [RemovedPicture]) {
    // What is on its way to the disk is on the screen already, and is read again once it is there.
    guard !log.isBusy || removedPictures == nil else { return }
    keepRemovedCursor { $0 = loaded }
    guard let entry = removed?.entry else { return }
    removed?.entry = nil
    if let latest = loaded.first(where: { $0.image.entry == entry }) { removed?.cursor = latest.id }
  }

  /// A picture that is gone gives its place to the next one.
  private mutating func keepRemovedCursor(_ change: (inout [RemovedPicture]) -> Void) {
    var pictures = removedPictures ?? []
    let place = pictures.firstIndex { $0.id == removed?.cursor } ?? 0
    change(&pictures)
    removedPictures = pictures
    if removed != nil, !pictures.contains(where: { $0.id == removed?.cursor }) {
      removed?.cursor = pictures.isEmpty ? nil : pictures[min(place, pictures.count - 1)].id
    }
  }

  var removedPicture: RemovedPicture? { removedPictures?.first { $0.id == removed?.cursor } }

  mutating func performInRemoved(_ action: Action) -> Bool {
    let page = max(1, RemovedLayout(size: size).list.inside.rows / 2 - 1)
    switch action {
    case .moveUp: moveInRemoved(by: -1)
    case .moveDown: moveInRemoved(by: 1)
    case .pageUp: moveInRemoved(by: -page)
    case .pageDown: moveInRemoved(by: page)
    case .moveFirst: moveInRemoved(by: -(removedPictures?.count ?? 0))
    case .moveLast: moveInRemoved(by: removedPictures?.count ?? 0)
    case .restorePicture: restorePicture()
    case .deletePicture: askToDeletePicture()
    case .fetchPicture: fetchPicture()
    default: return false
    }
    return true
  }

  mutating func moveInRemoved(by count: Int) {
    guard let pictures = removedPictures, let place = pictures.firstIndex(where: { $0.id == removed?.cursor }) else {
      return
    }
    removed?.cursor = pictures[max(0, min(place + count, pictures.count - 1))].id
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
    keepRemovedCursor { $0.removeAll { $0.id == picture.id } }
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
          .purgePictures([picture.id]), isGrave: true)))
  }

  mutating func picturesPurged(_ count: Int) {
    say("\(counted(count, "picture", "pictures")) deleted forever")
    reload()
  }
}
