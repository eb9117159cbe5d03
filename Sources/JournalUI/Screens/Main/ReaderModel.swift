import JournalCore
import TerminalKit

/// The entry beside the list: what was read of it, and how it is set.
struct ReaderModel: Sendable {
  var detail: EntryDetail?
  /// The entry that was asked for and has not arrived; only one is asked for at a time.
  var loading: RecordName?
  /// An entry that could not be read, so that it is not asked for again and again.
  var failedID: RecordName?
  /// The first line on the screen; brought into range when the model settles.
  var scroll = 0
  /// The picture that has the keys, while it is on the screen.
  var picture: RecordName?
  /// The link or task that has the keys on the reading page, by its place among them.
  var stop: Int?
  /// The columns that code which is wider than its block is scrolled to the left.
  var codeShift = 0
  var page = ReaderPage()
  var pageKey: ReaderPage.Key?
}

extension MainScreen {
  /// The selected entry as the journal holds it; nil where what was read of it is another one or an older one.
  var currentDetail: EntryDetail? {
    guard let detail = reader.detail, let selected = list.selected, detail.entry.id == selected.id,
      detail.entry.modifiedAt == selected.modifiedAt, !log.isBusy
    else { return nil }
    return detail
  }

  /// Asks for the selected entry where it is not at hand, and no other is on its way.
  mutating func requestReader() {
    guard let wanted = list.selected?.id else {
      if list.isLoaded { reader.detail = nil }
      return
    }
    guard reader.loading == nil, reader.detail?.entry.id != wanted, reader.failedID != wanted else { return }
    reader.loading = wanted
    emit(.loadEntry(wanted, .read))
  }

  mutating func readerLoaded(_ id: RecordName, _ detail: EntryDetail?) {
    if reader.loading == id { reader.loading = nil }
    guard let selected = list.selected?.id, selected == id else { return }
    guard let detail else {
      // Gone from the journal: the list will say so when it is read again.
      reader.failedID = id
      reader.detail = nil
      return
    }
    if reader.detail?.entry.id != id {
      reader.scroll = 0
      reader.picture = nil
      reader.stop = nil
      reader.codeShift = 0
      pictures.fetching.removeAll()
    }
    reader.failedID = nil
    reader.detail = detail
  }
}
