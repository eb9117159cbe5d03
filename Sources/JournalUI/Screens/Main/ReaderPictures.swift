import JournalCore
import TerminalKit

/// The pictures of the entry in the reader: where they stand, and which of them has the keys.
extension MainScreen {
  /// The box of each picture: the same whatever is shown in it, so that nothing moves when it arrives.
  func readerBox(_ detail: EntryDetail, _ pane: Rect) -> Size {
    guard !detail.images.isEmpty, abilities.way != .none else { return Size(rows: 0, columns: 0) }
    let rows = max(3, min(pane.rows / 3, 16))
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

  /// A picture of which the edge of the pane leaves fewer rows is a line that names it.
  private static let fewestRows = 4

  /// Whether only a strip of a picture would be seen.
  private func isStrip(_ place: ReaderPage.Place, _ request: PictureRequest?, _ inside: Rect) -> Bool {
    let rows = request.flatMap { pictures.shown($0) }.map { min($0.cells.size.rows, place.box.rows) } ?? place.box.rows
    let top = place.line - reader.scroll
    let seen = min(top + rows, inside.rows) - max(top, 0)
    return seen < rows && seen < Self.fewestRows
  }

  func drawReaderPicture(_ place: ReaderPage.Place, _ inside: Rect, _ left: Int, _ canvas: inout Canvas) {
    let top = inside.row + place.line - reader.scroll
    let request = readerRequest(place)
    if place.box.rows > 0, isStrip(place, request, inside) {
      guard top >= inside.row, top < inside.endRow else { return }
      let name = place.image.caption.isEmpty ? pictureName(place.image, at: place.index) : place.image.caption
      let column = inside.column + left
      let used = canvas.put(
        [StyledText("\(glyphs.image) ", theme.accent), StyledText(name, theme.secondary)], row: top, column: column,
        limit: inside.endColumn - column - 2)
      canvas.put(glyphs.down, row: top, column: column + used + 1, limit: 1, style: theme.accent)
    } else if place.box.rows > 0 {
      let box = Rect(row: top, column: inside.column + left, rows: place.box.rows, columns: place.box.columns)
      let name = pictureName(place.image, at: place.index)
      let shown = inside.endRow - top
      if shown < min(4, place.box.rows) {
        // A strip says nothing of a picture.
        guard shown > 0, top >= inside.row else { return }
        let down = environment.isUTF8 ? " ↓" : " v"
        canvas.put(
          "\(glyphs.image) \(name)\(down)", row: top, column: box.column, limit: inside.endColumn - box.column,
          style: theme.secondary)
        return
      }
      drawPicture(
        request, in: box, clip: inside, isCentered: false,
        words: pictureLines(place.image, name, request, in: .reader), &canvas)
    } else if let request, top >= inside.row, top < inside.endRow {
      drawPictureFacts(place, request, row: top, inside, left, &canvas)
    }
    guard reader.picture == place.image.id else { return }
    for line in place.line..<place.end {
      let row = inside.row + line - reader.scroll
      guard row >= inside.row, row < inside.endRow else { continue }
      canvas.put(
        String(glyphs.selection), row: row, column: inside.column + left - 1, limit: 1, style: theme.selectionBar)
    }
  }

  /// What is known of a picture, behind its name, where the terminal shows none.
  private func drawPictureFacts(
    _ place: ReaderPage.Place, _ request: PictureRequest, row: Int, _ inside: Rect, _ left: Int, _ canvas: inout Canvas
  ) {
    let line = reader.page.lines[place.line]
    let start = inside.column + left + line.reduce(2) { $0 + width.columns(of: $1.text) }
    let words: String =
      if let shown = pictures.shown(request) {
        pictureFacts(shown)
      } else {
        pictureLines(place.image, "", request, in: .reader).map(\.text).filter { !$0.isEmpty }.last ?? ""
      }
    canvas.put(words, row: row, column: start, limit: inside.endColumn - start, style: theme.secondary)
  }
}
