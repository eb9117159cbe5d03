import JournalCore
import TerminalKit

/// The pictures of the entry in the reader: where they stand, and which of them has the keys.
extension MainScreen {
  /// The box of each picture: the same whatever is shown in it, so that nothing moves when it arrives.
  func readerBox(_ detail: EntryDetail, _ pane: Rect) -> Size {
    guard !detail.images.isEmpty, abilities.way != .none else { return Size(rows: 0, columns: 0) }
    // In the measure of the text, but never so high that little else is on the screen.
    let rows = max(3, pane.rows < 24 ? pane.rows / 3 : min(pane.rows * 2 / 5, 26))
    // Wide enough for what is photographed commonly; a panorama becomes lower instead.
    return Size(rows: rows, columns: min(readerColumns(pane), rows * 4))
  }

  /// What is asked for to show a picture in the reader; nil while its bytes have no name.
  func readerRequest(_ place: ReaderPage.Place) -> PictureRequest? {
    // Where there are no pictures, what is said of one is asked for with the smallest box.
    let box = place.box.rows > 0 ? place.box : Size(rows: 1, columns: 1)
    return place.image.imageAsset.map { PictureRequest(source: .asset($0), box: box, image: place.image.id) }
  }

  /// The pictures on the screen, and those that scrolling half a page would bring there.
  var readerRequests: [PictureRequest] {
    guard let rows = layout.reader?.inside.rows, rows > 0, reader.pageKey != nil else { return [] }
    func distance(_ place: ReaderPage.Place) -> Int {
      max(0, reader.scroll - place.end + 1, place.line - (reader.scroll + rows - 1))
    }
    return reader.page.pictures.filter { distance($0) <= rows / 2 }.sorted { distance($0) < distance($1) }
      .compactMap(readerRequest)
  }

  /// A picture that was scrolled away has the keys no longer.
  mutating func settleReaderPicture(_ pane: Rect) {
    guard let id = reader.picture else { return }
    let place = reader.page.pictures.first { $0.image.id == id }
    guard let place, place.end > reader.scroll, place.line < reader.scroll + pane.rows else {
      reader.picture = nil
      return
    }
  }

  /// Gives the keys to the next picture, or the one before, and brings it onto the screen.
  mutating func selectPicture(by step: Int) {
    let places = reader.page.pictures
    guard !places.isEmpty, let rows = layout.reader?.inside.rows else { return say(noPictures) }
    let index: Int
    if let place = places.firstIndex(where: { $0.image.id == reader.picture }) {
      index = (place + step + places.count) % places.count
    } else if step > 0 {
      index = places.firstIndex { $0.end > reader.scroll } ?? 0
    } else {
      index = places.lastIndex { $0.line < reader.scroll + rows } ?? places.count - 1
    }
    let place = places[index]
    if !focus.reads { setFocus(.reader) }
    reader.picture = place.image.id
    if place.line < reader.scroll { reader.scroll = place.line }
    if place.end > reader.scroll + rows { reader.scroll = min(place.line, place.end - rows) }
  }

  var firstPictureOnScreen: RecordName? {
    reader.page.pictures.first { $0.end > reader.scroll }?.image.id
  }

  /// Enter in the reader: the picture that has the keys, else the words.
  mutating func openInReader() {
    if let picture = reader.picture { openViewer(at: picture) } else { editSelected() }
  }

  /// A press on a picture looks at it; false where there is none.
  mutating func pressPicture(at position: Position) -> Bool {
    guard let inside = layout.reader?.inside, inside.contains(position), reader.pageKey != nil else { return false }
    let line = reader.scroll + position.row - inside.row
    let left = inside.column + readerIndent(inside)
    let hit = reader.page.pictures.first { place in
      line >= place.line && line < place.end && position.column >= left
        && position.column < left + max(place.box.columns, line >= place.line + place.box.rows ? inside.columns : 0)
    }
    guard let hit else { return false }
    if !focus.reads { setFocus(.reader) }
    reader.picture = hit.image.id
    openViewer(at: hit.image.id)
    return true
  }
}
