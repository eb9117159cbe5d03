import JournalCore
import TerminalKit

/// The list of entries, as it is drawn.
struct ListPainter: ShowsPictures {
  var desk: Desk
  let list: ListPane
  let search: SearchLine?
  let around: Surroundings
  /// The contexts that hear a key now.
  let contexts: [KeyContext]
  /// What of the list is on the screen.
  let view: ListViewport

  func drawListPane(_ rect: Rect, _ canvas: inout Canvas) {
    let isFocused = around.focus == .list
    var inside = canvas.pane("", label: listLabel, rect, isFocused: isFocused)
    if let search {
      let total = list.isSearch ? list.total(tallies) : nil
      SearchPainter(desk: desk, search: search).draw(&inside, total: total, &canvas)
    }
    guard !list.rows.isEmpty else {
      if let failure = list.failure {
        desk.drawFailure(failure, inside, &canvas)
      } else if list.isLoaded {
        drawEmptyList(inside, &canvas)
      }
      return
    }
    let highlighter = list.highlighter
    let lines = list.lines(in: view)
    var title = ""
    for (offset, line) in lines.enumerated() {
      let place = Rect(row: inside.row + offset, column: rect.column, rows: 1, columns: rect.columns)
      switch line {
      case .blank: break
      case .group(let group): drawHeading(group, place, &canvas)
      case .row(let index, let part):
        let look = RowLook(list, index: index, isFocused: isFocused, theme)
        if let fill = look.selected { canvas.fill(place, fill) }
        if part == 0 {
          title = drawTitleLine(index, look, place, highlighter, &canvas)
        } else {
          // The title of the first row may be above the window.
          let standIn = offset == 0 ? list.rows[index].withWordsOfLinks.standIn : title
          drawPreviewLine(index, below: standIn, look, place, highlighter, &canvas)
          drawThumbnail(list.rows[index], place, clip: rect, style: look.on(theme.secondary), &canvas)
        }
      }
    }
  }

  /// How far down the list is, on the hairline beside it or at its right edge.
  func drawListThumb(_ rect: Rect, _ canvas: inout Canvas) {
    guard let start = list.startIndex, let total = list.total(tallies), !list.rows.isEmpty else { return }
    var rect = rect
    // An entry takes several lines.
    let visible = list.visibleRows(in: view)
    if around.layout.reader != nil { rect.columns += 1 }
    canvas.scrollbar(rect, total: total, offset: start + list.top, visible: visible)
  }

  private func drawHeading(_ group: ListGroup, _ place: Rect, _ canvas: inout Canvas) {
    var column = place.column + 2
    column += canvas.put(
      group.name, row: place.row, column: column, limit: place.columns - 4, style: theme.title)
    column += canvas.put(" \(DateText.year(group.year))", row: place.row, column: column, limit: 6, style: theme.faint)
    canvas.hairline(row: place.row, from: column + 1, to: place.endColumn - 2)
  }

  /// How a row looks: selected or not, marked or not.
  private struct RowLook {
    var selected: Style?
    /// The bar at the left; nil where the row has none.
    var bar: Style?
    var isMarked: Bool
    var isSelected: Bool
    private let theme: Theme

    init(_ list: ListPane, index: Int, isFocused: Bool, _ theme: Theme) {
      self.theme = theme
      isSelected = list.selection == index
      isMarked = list.marks.isActive && list.marks.ids.contains(list.rows[index].id)
      selected = isSelected ? (isFocused ? theme.selection : theme.unfocusedSelection) : nil
      bar = isSelected && isFocused ? theme.selectionBar : nil
    }

    /// A style of words or signs, as it is on this row.
    func on(_ style: Style) -> Style { theme.sign(style, on: selected) }
    /// What matters least; a step brighter on the tint of a selection.
    var faint: Style { on(isSelected ? theme.secondary : theme.faint) }
  }

  private var listLabel: String {
    if list.marks.isActive { return "\(grouped(list.marks.ids.count)) marked" }
    if list.scope == .trash, !list.rows.isEmpty, let label = desk.removedLabel { return label }
    let order = list.order
    guard order.sort != .date || order.reversed else { return "" }
    return order.reversed ? "\(order.sort.name), reversed" : "by \(order.sort.name)"
  }

  // MARK: The left of a row: its day

  /// The columns of a row, from its left end.
  private struct Columns {
    /// The day ends before this one.
    let dayEnd: Int
    var category: Int { dayEnd + 1 }
    var title: Int { dayEnd + 3 }
  }

  /// Rows of one line have room for both halves of the day behind a time; others have them below it.
  private var columns: Columns { Columns(dayEnd: view.spacing.parts == 1 && ClockStyle.current == .twelve ? 9 : 6) }

  /// What stands at the left of a row in its first and its second line: day and weekday, or the time of a later entry of a day.
  private func dayWords(at index: Int) -> (first: String, second: String) {
    let row = list.rows[index]
    let date = shownDate(row)
    if list.order.sort == .title {
      return view.spacing.parts == 1
        ? (DateText.year(date.year), "") : (String(monthNames[date.month - 1].prefix(3)), DateText.year(date.year))
    }
    if list.order.sort == .date, index > list.top, list.rows[index - 1].date.local.date == date {
      let time = row.date.local.shownClock
      guard view.spacing.parts > 1, ClockStyle.current == .twelve else { return (time, "") }
      return (String(time.prefix { $0 != " " }), ClockStyle.half(row.date.local.hour))
    }
    if view.spacing.parts == 1 { return ("\(date.day)", "") }
    return (String(date.day), date.weekday.shortName)
  }

  /// The date by which a row stands where it stands.
  private func shownDate(_ row: EntrySummary) -> CivilDate {
    guard list.order.sort == .modified else { return row.date.local.date }
    return CivilDateTime(instant: row.modifiedAt, offsetSeconds: now.offsetSeconds).date
  }

  /// A bar goes on in the second line of a row, the sign of an icon does not.
  private func drawCategory(
    _ row: EntrySummary, _ look: RowLook, isFirst: Bool, _ rect: Rect, _ canvas: inout Canvas
  ) {
    guard isFirst || preferences.categorySign == .bar, let category = category(row.category) else { return }
    canvas.put(
      sign(of: category), row: rect.row, column: rect.column + columns.category, limit: 1,
      style: look.on(theme.style(ofColor: category.colorHex)))
  }

  /// - Returns: What stands as the title.
  private func drawTitleLine(
    _ index: Int, _ look: RowLook, _ rect: Rect, _ highlighter: SearchHighlighter?, _ canvas: inout Canvas
  ) -> String {
    let row = list.rows[index].withWordsOfLinks
    if look.isMarked {
      canvas.put(
        String(glyphs.marked), row: rect.row, column: rect.column, limit: 1, style: look.on(theme.success))
    } else if let bar = look.bar {
      canvas.put(String(glyphs.selection), row: rect.row, column: rect.column, limit: 1, style: bar)
    }
    let day = dayWords(at: index)
    let isTime = day.first.contains(":")
    canvas.putRight(
      day.first, row: rect.row, endColumn: rect.column + columns.dayEnd, limit: columns.dayEnd - 1,
      style: isTime ? look.faint : look.on(theme.strong.with(.bold)))
    drawCategory(row, look, isFirst: true, rect, &canvas)
    let column = rect.column + columns.title
    let end = drawMarks(row, look, rect, &canvas)
    let title = row.title.isEmpty ? row.standIn(columns: end - column - 1, width) : row.title
    let isBold = !row.title.isEmpty && (isRoomy || look.isSelected)
    let style = row.title.isEmpty && !look.isSelected ? theme.text : isBold ? theme.heading : theme.text
    canvas.put(
      title, row: rect.row, column: column, limit: end - column - 1, style: look.on(style),
      lit: highlighter?.ranges(in: title) ?? [], litStyle: theme.match)
    return title
  }

  /// Sync, favourite, mood and pictures at the right end; returns the column where they begin.
  private func drawMarks(_ row: EntrySummary, _ look: RowLook, _ rect: Rect, _ canvas: inout Canvas) -> Int {
    var end = rect.endColumn - 2
    func put(_ mark: String, _ style: Style) {
      end = canvas.putRight(mark, row: rect.row, endColumn: end, limit: 5, style: look.on(style)) - 1
    }
    if row.imageCount > 0, desk.showsThumbnails {
      end -= Thumbnails.box.columns + 1
    } else if row.imageCount > 0 {
      put(row.imageCount == 1 ? "\(glyphs.image)" : "\(glyphs.image)\(row.imageCount)", theme.secondary)
    }
    if row.mood != nil { put(moodGlyph(row.mood), theme.style(of: row.mood)) }
    if row.isFavorite { put(String(glyphs.star), theme.star) }
    if row.remark.isNewerFormat || row.remark.removalReason != nil {
      // Not to be changed here, or not removed by the person: the reader says which.
      put(String(glyphs.localOnly), theme.warning)
    }
    if let mark = desk.shareMark(row) { put(mark, theme.secondary) }
    switch row.sync {
    case .none: break
    case .waiting: put(String(glyphs.waiting), theme.secondary)
    case .needsAttention: put(String(glyphs.attention), theme.error)
    }
    if let sharedBy = row.remark.sharedBy {
      // The title comes first, as far as it leaves half of the row.
      let room = end - rect.column - columns.title
      let title = width.columns(of: row.title.isEmpty ? row.standIn : row.title)
      let limit = max(8, room / 2, room - title - 1)
      var words = TerminalSafe(sharedBy.words, keepingLines: false).text
      if width.columns(of: words) > limit { words = TerminalSafe(sharedBy.owner, keepingLines: false).text }
      end = canvas.putRight(words, row: rect.row, endColumn: end, limit: limit, style: look.faint) - 1
    }
    return end + 1
  }

  private func drawPreviewLine(
    _ index: Int, below title: String, _ look: RowLook, _ rect: Rect, _ highlighter: SearchHighlighter?,
    _ canvas: inout Canvas
  ) {
    let row = list.rows[index].withWordsOfLinks
    if let bar = look.bar {
      canvas.put(String(glyphs.selection), row: rect.row, column: rect.column, limit: 1, style: bar)
    }
    canvas.putRight(
      dayWords(at: index).second, row: rect.row, endColumn: rect.column + columns.dayEnd, limit: columns.dayEnd - 1,
      style: look.faint)
    drawCategory(row, look, isFirst: false, rect, &canvas)
    let column = rect.column + columns.title
    let hasPicture = desk.showsThumbnails && row.imageCount > 0
    let limit = rect.endColumn - column - 2 - (hasPicture ? Thumbnails.box.columns + 1 : 0)
    guard !row.preview.isEmpty else {
      canvas.put("no text", row: rect.row, column: column, limit: limit, style: look.faint.with(.italic))
      return
    }
    var text = TextPreview.onOneLine(
      row.previewBelow(title), lineBreak: preferences.isStrictMarkdown ? "" : String(glyphs.lineBreak))
    var lit = highlighter?.ranges(in: text) ?? []
    if let first = lit.first, width.columns(of: text.utf8Text(0..<first.upperBound)) > limit - 4 {
      // The words that were found are further on: the line begins shortly before them.
      text = String(glyphs.ellipsis) + text.utf8Text(wordStart(in: text, before: first.lowerBound)..<text.utf8.count)
      lit = highlighter?.ranges(in: text) ?? []
    }
    canvas.put(
      text, row: rect.row, column: column, limit: limit, style: look.on(theme.secondary), lit: lit,
      litStyle: theme.match)
  }

  /// The start of a word some words before an offset.
  private func wordStart(in text: String, before offset: Int) -> Int {
    let bytes = Array(text.utf8.prefix(offset))
    var spaces = 0
    for index in bytes.indices.reversed() where bytes[index] == 32 {
      spaces += 1
      if spaces == 3 { return index + 1 }
    }
    return spaces == 0 ? offset : 0
  }

  // MARK: Empty lists

  private func drawEmptyList(_ rect: Rect, _ canvas: inout Canvas) {
    if list.isEmptyJournal(isSearching: search != nil) { return drawWelcome(rect, &canvas) }
    // What is wrong with a search is said below it; fewer words would not help.
    if let search, search.problem(desk) != nil { return }
    let state: (title: String, sentence: String, key: (action: Action, verb: String)?) =
      switch list.scope {
      case .favorites:
        ("No favourites yet", "Entries that you like best are kept together here.", (.showAll, "all entries"))
      case .onThisDay:
        // Day and month stay on one line.
        (
          "No entries from earlier years on \(today.day)\u{A0}\(monthNames[today.month - 1])", "",
          (.showAll, "all entries")
        )
      case .trash where !desk.removedHint.isEmpty: ("No entries in the trash", "\(desk.removedHint).", nil)
      case .trash:
        ("The trash is empty", "What you move to the trash is kept here for 30 days.", (.showAll, "all entries"))
      case .category: ("Nothing in this category", "A new entry in this list is filed here.", (.newEntry, "new entry"))
      case .unfiled: ("Every entry is filed", "Entries without a category are listed here.", (.showAll, "all entries"))
      case .mood: ("No entry with this mood", "A new entry in this list gets this mood.", (.newEntry, "new entry"))
      case .tag: ("No entry with this tag", "A new entry in this list gets this tag.", (.newEntry, "new entry"))
      case .day: ("Nothing on this day", "A new entry in this list gets that date.", (.newEntry, "new entry"))
      case .search(let query) where query.linkedTitle != nil:
        (
          "No entry links here", "A link is [[\(desk.shortened(query.linkedTitle ?? "", 40))]] in a text.",
          (.back, "back")
        )
      // The hyphen stays beside what is said of it.
      case .search: ("Nothing found", "Fewer words find more; -\u{A0}before a word leaves it out.", (.back, "back"))
      case .shared where desk.addsToShared:
        (
          "Nothing in what others share yet", "A new entry goes into a category of theirs.",
          (.newEntry, "new entry")
        )
      case .shared:
        (
          "No one shares anything with you", "A link that leads to something is opened from the palette.",
          (.showAll, "all entries")
        )
      case .all: ("No entries", "", (.newEntry, "new entry"))
      }
    drawEmptyState(state.title, state.sentence, state.key, rect, &canvas)
  }

  /// What stands where there is nothing: a bold sentence, one that explains it, and the key that helps, at a third of the height.
  func drawEmptyState(
    _ title: String, _ sentence: String, _ key: (action: Action, verb: String)?, _ rect: Rect, _ canvas: inout Canvas
  ) {
    var lines = [StyledText(title, theme.heading)]
    if !sentence.isEmpty { lines.append(StyledText(sentence, theme.secondary)) }
    let end = canvas.stack(lines, in: rect)
    guard let key,
      let name = keymap.shownKey(of: key.action, in: contexts + [.list, .journal])?.shortName(glyphs: glyphs)
    else { return }
    let columns = width.columns(of: name) + 1 + width.columns(of: key.verb)
    guard end + 1 < rect.endRow, columns + 2 < rect.columns else { return }
    canvas.put(
      [StyledText(name, theme.keyName), StyledText(" " + key.verb, theme.keyText)], row: end + 1,
      column: rect.column + (rect.columns - columns) / 2, limit: rect.columns)
  }

  // A function of its own: written out in the loop, it made the optimizer of Swift 6.3.1 crash.
  private func drawHint(_ hint: KeyHints.Hint, row: Int, left: Int, limit: Int, _ canvas: inout Canvas) {
    canvas.put(hint.key, row: row, column: left, limit: 5, style: theme.keyName)
    canvas.put(hint.text, row: row, column: left + 4, limit: limit - 5, style: theme.text)
  }

  /// What an empty journal says: four keys are enough to begin.
  private func drawWelcome(_ rect: Rect, _ canvas: inout Canvas) {
    let account =
      syncing.status?.encryption?.state == .waiting
      ? "Let this computer read the journal"
      : syncing.status?.who == nil ? "Sign in and fetch a journal" : "See your account and devices"
    // Who moved all entries to the trash has written before, and looks for them.
    let trashed = tallies?.trash ?? 0
    let first = KeyHints.Hint(keyName(.newEntry), trashed == 0 ? "Write your first entry" : "Write an entry")
    let trash = KeyHints.Hint(keyName(.showTrash), "See the trash: \(counted(trashed, "entry", "entries"))")
    let bring = KeyHints.Hint(keyName(.attachPictures), "Import from Day One, jrnl, Obsidian \(glyphs.ellipsis)")
    let hints =
      (trashed == 0 ? [first, bring] : [trash, first, bring]) + [
        KeyHints.Hint(keyName(.showAccount), account), KeyHints.Hint(keyName(.palette), "Find every command by name"),
        KeyHints.Hint(keyName(.help), "See all keys"),
      ]
    guard rect.columns >= 26 else { return }
    let isLocal = syncing.status?.who == nil
    let question = desk.colorQuestion
    let rows = hints.count + (isLocal ? 3 : 2) + (question == nil ? 0 : 4)
    var row = rect.row + max(0, (rect.rows - rows) / 3)
    let left = rect.column + max(1, (rect.columns - 46) / 2)
    let limit = rect.endColumn - left - 1
    canvas.put("A journal of your own", row: row, column: left, limit: limit, style: theme.heading)
    row += 1
    if isLocal {
      canvas.put(
        "It stays on this computer. Sync can come later.", row: row, column: left, limit: limit, style: theme.secondary)
      row += 1
    }
    row += 1
    for index in hints.indices where row + index < rect.endRow {
      drawHint(hints[index], row: row + index, left: left, limit: limit, &canvas)
    }
    row += hints.count + 1
    if let question, row + 2 < rect.endRow {
      drawColorQuestion(question, row: row, left: left, limit: limit, &canvas)
    }
  }
}

extension ListPane {
  /// Whether there is no entry at all to be shown anywhere.
  func isEmptyJournal(isSearching: Bool) -> Bool { isLoaded && rows.isEmpty && scope == .all && !isSearching }

  var isSearch: Bool { if case .search = scope { true } else { false } }

  /// What lights the words that were searched for.
  var highlighter: SearchHighlighter? {
    guard case .search(let query) = scope else { return nil }
    let highlighter = SearchHighlighter(query)
    return highlighter.isEmpty ? nil : highlighter
  }
}

extension Desk {
  /// The name of a list.
  func title(of scope: ListScope) -> String {
    switch scope {
    case .all: "All entries"
    case .favorites: "Favourites"
    case .onThisDay: "On this day, \(today.day) \(monthNames[today.month - 1])"
    case .trash: "Trash"
    case .category(let id): category(id)?.name ?? "Category"
    case .unfiled: "Unfiled"
    case .mood(let mood): "Mood: \(mood.title)"
    case .tag(let tag): "#\(tag)"
    case .day(let day): shortDate(day)
    case .search: searches.one(showing: scope)?.name ?? "Search"
    case .shared: "Shared with me"
    }
  }
}
