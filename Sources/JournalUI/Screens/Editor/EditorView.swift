import JournalCore
import TerminalKit

/// Where the parts of the editor are: on the same page as for reading.
struct EditorLayout: Hashable, Sendable {
  /// A title that is longer than one row takes up to so many.
  static let titleRows = 3
  /// The rows from which on there is room for free ones.
  private static let roomy = 16

  var date: Rect
  var title: Rect
  var meta: Rect
  var rule: Rect
  /// One column wider than the words may be: there the caret stands behind a full row.
  var body: Rect
  /// What is looked for, and what is wrong; else free.
  var foot: Rect
  /// Where what is looked for is typed.
  var find: Rect
  /// Where what is to stand in its place is typed, once it is; what is looked for has only the left half then.
  var replacement: Rect

  init(size: Size, measure: Int, titleRows: Int, isReplacing: Bool = false) {
    let page = PageLayout(size, measure)
    let text = page.text
    var row = text.row + page.freeLines
    func take(_ rows: Int, wider: Int = 0) -> Rect {
      defer { row += rows }
      return Rect(row: row, column: text.column, rows: rows, columns: text.columns + wider)
    }
    date = take(1)
    title = take(max(1, titleRows), wider: 1)
    meta = take(1)
    rule = take(1)
    if size.rows >= Self.roomy { row += 1 }
    let end = size.rows - 2
    body = Rect(row: row, column: text.column, rows: max(0, end - row), columns: text.columns + 1)
    foot = Rect(row: end, column: text.column, rows: 1, columns: text.columns)
    let room = max(1, text.columns - 6 - 14)
    let half = isReplacing ? max(1, (room - 8) / 2) : room
    find = Rect(row: end, column: text.column + 6, rows: 1, columns: half)
    replacement = Rect(row: end, column: find.endColumn + 8, rows: 1, columns: half)
  }
}

/// One part of the line below the title, and what a press on it does.
struct MetaPart {
  var pieces: [StyledText]
  var action: Action
}

extension EditorScreen {
  var layout: EditorLayout {
    EditorLayout(
      size: size, measure: preferences.measure, titleRows: state.title.editor.rowCount,
      isReplacing: state.replacement != nil)
  }

  /// What the reader shows in this line, in the same places; behind it what could be added.
  func metaParts(of entry: Entry) -> [MetaPart] {
    var parts: [MetaPart] = []
    var missing: [MetaPart] = []
    func add(_ pieces: [StyledText], _ action: Action) { parts.append(MetaPart(pieces: pieces, action: action)) }
    func offer(_ name: String, _ action: Action) {
      missing.append(MetaPart(pieces: [StyledText("+ \(name)", theme.faint)], action: action))
    }
    if entry.isFavorite { add([StyledText(String(glyphs.star), theme.star)], .editorFavorite) }
    if let mood = entry.mood {
      add(
        [StyledText(moodGlyph(mood) + " ", theme.style(of: mood)), StyledText(mood.title, theme.secondary)],
        .editorMood)
    } else {
      offer("mood", .editorMood)
    }
    let people = people(of: entry)
    if let category = category(entry.category) {
      add(words(of: category) + (people.isEmpty ? [] : [StyledText(" ")] + people), .editorCategory)
    } else if !people.isEmpty {
      add(people, .editorCategory)
    } else if entry.id.guest == nil {
      offer("category", .editorCategory)
    }
    for tag in entry.tags { add([StyledText("#" + tag, theme.tag)], .editorTags) }
    if entry.tags.isEmpty { offer("tags", .editorTags) }
    if state.imageCount > 0 {
      add([StyledText("\(glyphs.image) \(grouped(state.imageCount))", theme.secondary)], .editorPictures)
    }
    if state.offers(.editorPictures) { offer("picture", .editorPictures) }
    return parts + missing
  }
}

extension SharesDesk {
  /// `⇄ Anna, Ben`: who will see what is written.
  fileprivate func people(of entry: Entry) -> [StyledText] {
    var names: [String] = []
    if entry.id.guest != nil {
      names = [desk.owner(of: entry.id)]
    } else if let thing = desk.shelf.ownShare(of: entry.id, in: entry.category) {
      names = thing.guests.map { TerminalSafe($0.name, keepingLines: false).text }
      if thing.linkAccess != .none { names.append("anyone with the link") }
    }
    guard !names.isEmpty else { return [] }
    let shown = names.count > 3 ? names[..<2] + ["\(names.count - 2) others"] : names[...]
    return [StyledText("\(glyphs.shared) " + shown.joined(separator: ", "), theme.secondary)]
  }
}
