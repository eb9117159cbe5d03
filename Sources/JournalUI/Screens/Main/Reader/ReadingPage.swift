import JournalCore
import MarkdownKit
import TerminalKit

/// What there is to say and to ask of the entry that is read.
extension ReaderPane {
  /// Columns between the edge of a block of code and its words.
  static let codePadding = 2

  /// The columns for the words of a block, which is sunk in and never wrapped.
  func codeRoom(_ code: ReaderPage.Code) -> Int {
    max(1, (pageKey?.columns ?? 0) - code.indent - 2 * Self.codePadding)
  }

  /// Whether some code is wider than its block.
  var isCodeCut: Bool { page.code.contains { $0.widest > codeRoom($0) } }

  // MARK: Pictures

  /// The pictures on the screen, and those that scrolling half a page would bring there.
  func requests(rows: Int) -> [PictureRequest] {
    guard rows > 0, pageKey != nil else { return [] }
    func distance(_ place: ReaderPage.Place) -> Int {
      max(0, scroll - place.end + 1, place.line - (scroll + rows - 1))
    }
    return page.pictures.filter { distance($0) <= rows / 2 }.sorted { distance($0) < distance($1) }
      .compactMap(\.request)
  }

  var firstPictureOnScreen: RecordName? { page.pictures.first { $0.end > scroll }?.image.id }

  // MARK: Headings and links

  /// The heading of the part that is read: the last one in the upper third of the page, at its end the last one of all.
  func headingBeingRead(rows: Int) -> Int? {
    let isAtEnd = scroll > 0 && scroll + rows >= page.lines.count
    return page.headings.lastIndex { $0.line <= scroll + (isAtEnd ? rows : rows / 3) }
  }

  /// Whether date, title and headings stand at the left of the page: in wide windows, where there is something to find
  /// by them.
  func hasOutline(_ size: Size) -> Bool {
    guard size.columns >= PageLayout.outline, pageKey != nil else { return false }
    return !page.headings.isEmpty || scroll >= page.bodyStart - 1
  }

  func openOutline(rows: Int, on desk: inout Desk) {
    let headings = page.headings
    guard !headings.isEmpty else { return desk.say("There are no headings in this entry.") }
    let top = headings.map(\.level).min() ?? 1
    let items = headings.map { heading in
      Picker.Item(
        value: .of(MainChoice.heading(heading.line)),
        title: String(repeating: "  ", count: heading.level - top) + heading.text)
    }
    desk.dialogs.append(
      .picker(
        Picker(
          "Outline", items: items,
          selected: headingBeingRead(rows: rows).map { .of(MainChoice.heading(headings[$0].line)) })))
  }

  func openLinkPicker(of selected: RecordName?, on desk: inout Desk) {
    guard let detail, detail.entry.id == selected, !page.links.isEmpty else {
      return desk.say("There is no link in this entry.")
    }
    if page.links.count == 1 { return desk.ask(.chose(DialogAnswer(MainChoice.link(page.links[0])))) }
    let items = page.links.map {
      Picker.Item(value: .of(MainChoice.link($0)), title: MarkdownLink.entryTitle(of: $0) ?? $0)
    }
    desk.dialogs.append(.picker(Picker("Open a link", items: items, form: .wide)))
  }

  func copyText(of selected: RecordName?, on desk: inout Desk) {
    guard let entry = detail?.entry, entry.id == selected else { return }
    desk.emit(.copyToClipboard(entry.title.isEmpty ? entry.body : entry.title + "\n\n" + entry.body))
    desk.say("Copied", .success)
  }

  // MARK: Words at the right end of the line of keys

  /// How long the entry is, where it stands in the list, and how much of it was read.
  func pageWords(place: String, rows: Int?, _ desk: Desk) -> String {
    var parts = [scrolledPart(rows)]
    if desk.size.columns >= MainLayout.threePanes { parts.insert(place, at: 0) }
    // The outline says it already; a small window has no room for it.
    if !hasOutline(desk.size), desk.size.columns >= MainLayout.twoPanes {
      parts.insert(lengthWords(desk.glyphs), at: 0)
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "   ")
  }

  func lengthWords(_ glyphs: Glyphs) -> String {
    guard pageKey != nil, page.words > 0 else { return "" }
    let minutes = ReadingLength.minutes(words: page.words)
    let words = counted(page.words, "word", "words")
    return minutes < 2 ? words : "\(words) \(glyphs.separator) \(minutes) min"
  }

  private func scrolledPart(_ rows: Int?) -> String {
    guard let rows, pageKey != nil else { return "" }
    let most = page.lines.count - rows
    return most > 0 ? NumberText.percent(scroll * 100 / most) : "all"
  }
}

extension ReaderPage {
  /// The link or the box at a place of the text.
  func stop(line: Int, column: Int) -> Stop? {
    stops.first { stop in stop.places.contains { $0.line == line && $0.columns.contains(column) } }
  }

  /// What leads to other entries at a place of the text.
  func target(line: Int, column: Int) -> Target? {
    targets.first { $0.line == line && $0.columns.contains(column) }
  }
}

extension ReaderPage.Place {
  /// What is asked for to show the picture; nil while its bytes have no name.
  var request: PictureRequest? {
    // Where there are no pictures, what is said of one is asked for with the smallest box.
    let box = self.box.rows > 0 ? self.box : Size(rows: 1, columns: 1)
    return image.imageAsset.map { PictureRequest(source: .asset($0), box: box, image: image.id) }
  }
}

extension Desk {
  /// Shows the whole address before anything is opened: what a link says need not be where it leads.
  mutating func askToOpen(_ address: String) {
    dialogs.append(
      .choice(.confirm("Open this link?", [address], yes: "Open it", .chose(MainChoice.openLink(address)))))
  }
}

extension SharesDesk {
  /// Whether the date is written out on the page and in the editor.
  var hasLongDate: Bool { size.columns >= MainLayout.threePanes }
}
