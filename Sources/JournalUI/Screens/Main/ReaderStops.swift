import JournalCore
import TerminalKit

/// What can be reached in the text of an entry: links, boxes, tags, headings, blocks of code.
extension MainScreen {
  // MARK: Going from one to the next

  /// The link or box that has the keys.
  var currentStop: ReaderPage.Stop? {
    guard let index = reader.stop, reader.page.stops.indices.contains(index) else { return nil }
    return reader.page.stops[index]
  }

  /// Goes to the next link or box, or the one before; the first one is that on the screen.
  mutating func moveStop(by step: Int) {
    let stops = reader.page.stops
    guard !stops.isEmpty, let rows = layout.reader?.inside.rows else {
      return say("There is no link and no task here.")
    }
    func first(_ stop: ReaderPage.Stop) -> Int { stop.places.first?.line ?? 0 }
    let index: Int
    if let stop = reader.stop {
      index = (stop + step + stops.count) % stops.count
    } else if step > 0 {
      index = stops.firstIndex { first($0) >= reader.scroll } ?? 0
    } else {
      index = stops.lastIndex { first($0) < reader.scroll + rows } ?? stops.count - 1
    }
    reader.stop = index
    reader.picture = nil
    let line = first(stops[index])
    if line < reader.scroll || line >= reader.scroll + rows { reader.scroll = line - rows / 3 }
  }

  /// A stop stays as long as the entry has so many, and the reading page is open.
  mutating func settleStops() {
    if focus != .page { reader.codeShift = 0 }
    guard let stop = reader.stop else { return }
    if focus != .page || stop >= reader.page.stops.count || reader.picture != nil { reader.stop = nil }
  }

  /// Follows the link, or ticks the box, that has the keys; false where none has.
  mutating func openStop() -> Bool {
    guard let stop = currentStop else { return false }
    switch stop.kind {
    case .link(let address): askToOpen(address)
    case .box(let index): tickBox(at: index)
    }
    return true
  }

  /// A press on a link asks whether to open it, one on a box ticks it; false where neither is there.
  mutating func pressStop(at position: Position) -> Bool {
    guard let inside = layout.reader?.inside, inside.contains(position), reader.pageKey != nil else { return false }
    let line = reader.scroll + position.row - inside.row
    let column = position.column - inside.column - readerIndent(inside)
    let index = reader.page.stops.firstIndex { stop in
      stop.places.contains { $0.line == line && $0.columns.contains(column) }
    }
    guard let index else { return false }
    if !focus.reads { setFocus(.reader) }
    switch reader.page.stops[index].kind {
    case .link(let address): askToOpen(address)
    case .box(let place): tickBox(at: place)
    }
    return true
  }
}
