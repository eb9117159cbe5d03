import JournalCore
import TerminalKit

/// The entry beside the list, or on the reading page: what was read of it, how it is set, and where one is in it.
struct ReaderPane: Sendable {
  /// The columns that one key scrolls code.
  private static let codeStep = 8

  /// The entry that is shown, which may be another one than the selected as long as that is being read.
  private(set) var detail: EntryDetail?
  /// An entry that could not be read, so that it is not asked for again and again.
  private(set) var failedID: RecordName?
  /// The first line on the screen; brought into range when the pane settles.
  private(set) var scroll = 0
  /// The picture that has the keys, while it is on the screen.
  private(set) var picture: RecordName?
  /// The columns that code which is wider than its block is scrolled to the left.
  private(set) var codeShift = 0
  private(set) var page = ReaderPage()
  private(set) var pageKey: ReaderPage.Key?
  /// The link or task that has the keys on the reading page, by its place among them.
  private var stop: Int?
  /// The entry that was asked for and has not arrived; only one is asked for at a time.
  private var loading: RecordName?

  /// The link or box that has the keys.
  var currentStop: ReaderPage.Stop? {
    stop.flatMap { page.stops.indices.contains($0) ? page.stops[$0] : nil }
  }

  // MARK: Reading

  /// Asks for the selected entry where it is not at hand, and no other is on its way.
  mutating func request(_ list: ListPane, on desk: inout Desk) {
    guard let wanted = list.selected?.id else {
      if list.isLoaded { detail = nil }
      return
    }
    guard loading == nil, detail?.entry.id != wanted, failedID != wanted else { return }
    loading = wanted
    desk.emit(.loadEntry(wanted, .read))
  }

  mutating func take(_ id: RecordName, _ detail: EntryDetail?, selected: RecordName?, on desk: inout Desk) {
    if loading == id { loading = nil }
    guard selected == id else { return }
    guard let detail else {
      // Gone from the journal: the list will say so when it is read again.
      failedID = id
      self.detail = nil
      return
    }
    if self.detail?.entry.id != id {
      scroll = 0
      picture = nil
      stop = nil
      codeShift = 0
      desk.pictures.fetching.removeAll()
    }
    failedID = nil
    self.detail = detail
  }

  mutating func failed(_ id: RecordName, _ purpose: EntryPurpose) {
    if purpose == .read, loading == id { loading = nil }
    failedID = id
  }

  /// Asks for an entry again that could not be read.
  mutating func retry(_ id: RecordName) { if failedID == id { failedID = nil } }

  /// Reads the entry again.
  mutating func reload(on desk: inout Desk) {
    failedID = nil
    if let id = detail?.entry.id { desk.emit(.loadEntry(id, .read)) }
  }

  // MARK: Moving

  mutating func scroll(by lines: Int) { scroll += lines }
  mutating func scroll(to line: Int) { scroll = max(0, line) }
  mutating func scroll(toEnd isEnd: Bool) { scroll = isEnd ? .max / 2 : 0 }

  /// A page of the entry; false beyond its end and before its beginning.
  mutating func read(by step: Int, rows: Int) -> Bool {
    let last = max(0, page.lines.count - rows)
    if step > 0 ? scroll >= last : scroll <= 0 { return false }
    scroll += step * max(1, rows - 1)
    return true
  }

  /// Scrolls code that is wider than its block.
  mutating func scrollCode(by step: Int) {
    let most = page.code.map { $0.widest - codeRoom($0) }.max() ?? 0
    codeShift = max(0, min(codeShift + step * Self.codeStep, most))
  }

  /// Gives the keys to a picture.
  mutating func select(picture id: RecordName) { picture = id }

  /// Takes the keys back from the picture that has them; false where none has.
  mutating func leavePicture() -> Bool {
    defer { picture = nil }
    return picture != nil
  }

  /// Gives the keys to the next picture, or the one before, and brings it onto the screen.
  mutating func selectPicture(by step: Int, rows: Int) {
    let places = page.pictures
    guard !places.isEmpty else { return }
    let index: Int
    if let place = places.firstIndex(where: { $0.image.id == picture }) {
      index = (place + step + places.count) % places.count
    } else if step > 0 {
      index = places.firstIndex { $0.end > scroll } ?? 0
    } else {
      index = places.lastIndex { $0.line < scroll + rows } ?? places.count - 1
    }
    let place = places[index]
    picture = place.image.id
    if place.line < scroll { scroll = place.line }
    if place.end > scroll + rows { scroll = min(place.line, place.end - rows) }
  }

  /// Goes to the next link or box, or the one before; the first one is that on the screen. False where there is none.
  mutating func moveStop(by step: Int, rows: Int) -> Bool {
    let stops = page.stops
    guard !stops.isEmpty else { return false }
    func first(_ stop: ReaderPage.Stop) -> Int { stop.places.first?.line ?? 0 }
    let index: Int
    if let stop {
      index = (stop + step + stops.count) % stops.count
    } else if step > 0 {
      index = stops.firstIndex { first($0) >= scroll } ?? 0
    } else {
      index = stops.lastIndex { first($0) < scroll + rows } ?? stops.count - 1
    }
    stop = index
    picture = nil
    let line = first(stops[index])
    if line < scroll || line >= scroll + rows { scroll = line - rows / 3 }
    return true
  }

  // MARK: Mouse

  mutating func mouse(_ event: MouseEvent, _ desk: Desk, _ around: Surroundings) -> [PaneRequest] {
    if let step = event.wheel {
      scroll += step * 3
      return []
    }
    if event.kind == .doublePress { return [.edit] }
    guard event.kind == .press else { return [] }
    let focus: [PaneRequest] = around.focus.reads ? [] : [.focus(.reader)]
    if let place = ReaderPlace(desk, around), pageKey != nil, place.inside.contains(event.position) {
      if let hit = picture(at: event.position, place) {
        picture = hit.image.id
        return focus + [.look(at: hit.image.id)]
      }
      let line = scroll + event.position.row - place.inside.row
      let column = event.position.column - place.inside.column - place.indent
      if let stop = page.stop(line: line, column: column) {
        switch stop.kind {
        case .link(let address): return focus + [.openLink(address)]
        case .box(let line): return focus + [.tickBox(onLine: line)]
        }
      }
      if let target = page.target(line: line, column: column) {
        return [.closeSearch, .show(target.scope), .focus(.list)]
      }
    }
    guard around.focus == .page else { return [.focus(.reader)] }
    // A press beside the page goes to the entry before or the next one, where its sign stands.
    let column = event.position.column
    return column < 4 ? [.select(by: -1)] : column >= desk.size.columns - 5 ? [.select(by: 1)] : []
  }

  private func picture(at position: Position, _ place: ReaderPlace) -> ReaderPage.Place? {
    let line = scroll + position.row - place.inside.row
    let left = place.inside.column + place.indent
    return page.pictures.first { picture in
      let isCaption = line >= picture.line + picture.box.rows
      return line >= picture.line && line < picture.end && position.column >= left
        && position.column < left + max(picture.box.columns, isCaption ? place.inside.columns : 0)
    }
  }

  // MARK: Settling

  /// Sets the entry anew where it, the pane or the look changed, and keeps the scrolling inside.
  mutating func settle(_ list: ListPane, _ desk: Desk, _ around: Surroundings) {
    // Behind another screen the entry is not visible, and setting a long one takes time.
    guard desk.screens.isEmpty else { return }
    guard let detail, list.selected != nil, let place = ReaderPlace(desk, around), !place.inside.isEmpty else {
      page = ReaderPage()
      pageKey = nil
      return
    }
    let key = ReaderPage.Key(detail: detail, list: list, place: place, desk)
    if key != pageKey {
      page = PageSetter(desk: desk, highlighter: list.highlighter).page(for: key)
      pageKey = key
    }
    let rows = place.inside.rows
    scroll = max(0, min(scroll, page.lines.count - rows))
    if !place.isPage { codeShift = 0 }
    // A stop stays as long as the entry has so many, and the reading page is open.
    if let stop, !place.isPage || stop >= page.stops.count || picture != nil { self.stop = nil }
    // A picture that was scrolled away has the keys no longer.
    if let picture, !page.pictures.contains(where: { $0.image.id == picture && isOnScreen($0, rows: rows) }) {
      self.picture = nil
    }
  }

  private func isOnScreen(_ place: ReaderPage.Place, rows: Int) -> Bool {
    place.end > scroll && place.line < scroll + rows
  }
}
