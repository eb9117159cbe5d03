import JournalCore
import TerminalKit

/// Where the parts of a dialog about keys are.
struct KeysLayout: ShowsSync {
  var desk: Desk
  private(set) var box = Rect(row: 0, column: 0, rows: 0, columns: 0)
  /// The line in which something is typed.
  private(set) var field = Rect(row: 0, column: 0, rows: 0, columns: 0)
  /// The words above what is shown or typed.
  private(set) var words: [String] = []
  /// The first row of the words, and of what is shown below them.
  private(set) var wordsRow = 0
  private(set) var shownRow = 0
  let title: String
  let shown: [String]
  /// How many of them stand in a row, and how wide the ground of each is.
  private(set) var perRow = 1
  let cell: Int
  /// Free rows between the parts; none in a low window.
  private(set) var air = 1
  /// Lines at the bottom, for what went wrong or was done.
  private(set) var footer = 1

  init(_ keys: KeysDialog, desk: Desk) {
    self.desk = desk
    let encryption = desk.syncing.status?.encryption
    let size = desk.size
    let columns = min(size.columns - 4, DialogLayout.widest)
    (title, shown, cell) = KeysLayout.content(keys, encryption, desk, columns: columns - 6)
    air = size.rows >= 20 ? 1 : 0
    perRow = max(1, min(keys.page == .waiting ? 3 : 4, (columns - 6) / (cell + 4)))
    let lines = (shown.count + perRow - 1) / perRow
    let middle = keys.hasField ? 1 : lines + max(0, lines - 1) * air
    let said = (keys.problem ?? keys.deed).map { wrapped($0, columns: max(1, columns - 6)).count } ?? 0
    footer = max(keys.hasField ? 2 : 1, min(4, said))
    // What is to be copied or typed is never pushed out by the words above it.
    let room = size.rows - 2 - 2 - 3 * air - middle - footer
    words = wrapped(KeysLayout.text(keys), columns: max(1, columns - 6))
    if words.count > room { words = wrapped(KeysLayout.shortText(keys), columns: max(1, columns - 6)) }
    words = Array(words.prefix(max(0, room)))
    let rows = min(size.rows - 2, 2 + air + words.count + air + middle + air + max(2, footer))
    box = Rect(
      row: max(1, (size.rows - rows) * 2 / 5), column: max(0, (size.columns - columns) / 2), rows: rows,
      columns: columns)
    let inside = box.inside
    wordsRow = inside.row + air
    shownRow = wordsRow + words.count + air
    field = Rect(row: shownRow, column: inside.column + 2, rows: 1, columns: max(1, inside.columns - 4))
  }

  private static func content(
    _ keys: KeysDialog, _ encryption: EncryptionStatus?, _ desk: Desk, columns: Int
  ) -> (title: String, shown: [String], cell: Int) {
    switch keys.page {
    case .recovery(let key): return ("Your recovery key", key.groups, 8)
    case .picture: return ("", [], 0)
    case .check: return ("Check the recovery key", [], 0)
    // The longest word has eight letters.
    case .waiting: return ("This computer needs the key", encryption?.words ?? [], columns < 48 ? 10 : 12)
    case .enter: return ("Type the recovery key", [], 0)
    case .approve:
      guard let name = encryption?.asking.first else { return ("Let a device read this journal?", [], 0) }
      let safe = TerminalSafe(String(name.prefix(32)), keepingLines: false).text
      let others = (encryption?.asking.count ?? 1) - 1
      return ("Let “\(safe)”\(others > 0 ? " or another one" : "") read this journal?", [], 0)
    }
  }

  private static func text(_ keys: KeysDialog) -> String {
    switch keys.page {
    case .recovery:
      "What you write is encrypted before it leaves this computer. If all your devices are lost, this key and your password "
        + "bring it back. There is no other copy, and it cannot be made again."
    case .picture: ""
    case .check(_, let first, let second): "Type groups \(first + 1) and \(second + 1) as you wrote them down."
    case .waiting:
      "The journal on the server is encrypted. Until this computer has the key nothing comes and nothing is sent. You can "
        + "write. On a device that can read it press A, then a, and type the six words that appear here:"
    case .enter: "Eight groups of four characters. Capitals and spaces do not matter."
    case .approve:
      "Type the six words that it shows; four letters of each are enough. If you did not just sign in somewhere, press Esc and "
        + "change your password: another person knows it."
    }
  }

  /// The same for windows that have no room for it.
  private static func shortText(_ keys: KeysDialog) -> String {
    switch keys.page {
    case .recovery: "This key and your password bring the journal back."
    case .waiting: "On a device that can read it press A, then a, and type the words:"
    case .approve: "Type the six words that it shows. If you did not just sign in, press Esc and change your password."
    case .picture, .check, .enter: text(keys)
    }
  }
}

extension DialogPainter {
  func drawKeys(_ keys: KeysDialog, _ canvas: inout Canvas) {
    if case .picture(_, let rows) = keys.page { return drawPicture(rows, &canvas) }
    let layout = KeysLayout(keys, desk: desk)
    let inside = canvas.sheet(layout.title, layout.box)
    for (line, text) in layout.words.enumerated() where layout.wordsRow + line < inside.endRow {
      canvas.put(
        text, row: layout.wordsRow + line, column: inside.column + 1, limit: inside.columns - 2, style: theme.text)
    }
    if keys.hasField {
      canvas.layField(layout.field)
      keys.field.editor.draw(
        into: &canvas.frame, rect: layout.field, styles: canvas.editorStyles, focused: !keys.isWorking)
    } else {
      drawCells(layout, inside, &canvas)
    }
    let row = inside.endRow - 1
    let (words, style) = keysWords(keys, layout)
    let lines = wrapped(words, columns: max(1, inside.columns - 2)).prefix(layout.footer)
    for (line, text) in lines.enumerated() where row - lines.count + 1 + line > layout.wordsRow {
      canvas.put(
        text, row: row - lines.count + 1 + line, column: inside.column + 1, limit: inside.columns - 2, style: style)
    }
  }

  /// A QR code in black on white, whatever the theme is: readers want it so.
  func drawPicture(_ rows: [String], _ canvas: inout Canvas) {
    let columns = rows.first?.count ?? 0
    let rect = Rect(
      row: max(0, (size.rows - rows.count) / 2), column: max(0, (size.columns - columns) / 2), rows: rows.count,
      columns: columns)
    let style = Style(.rgb(0, 0, 0), on: .rgb(255, 255, 255))
    for (line, text) in rows.enumerated() {
      canvas.put(text, row: rect.row + line, column: rect.column, limit: columns, style: style)
    }
  }

  /// What is to be copied by hand: numbered, each on a ground of its own.
  private func drawCells(_ layout: KeysLayout, _ inside: Rect, _ canvas: inout Canvas) {
    for (index, text) in layout.shown.enumerated() {
      let row = layout.shownRow + index / layout.perRow * (1 + layout.air)
      guard row < inside.endRow - 1 else { return }
      let column = inside.column + 1 + index % layout.perRow * (layout.cell + 4)
      canvas.put("\(index + 1)", row: row, column: column, limit: 2, style: theme.secondary)
      let ground = Rect(row: row, column: column + 2, rows: 1, columns: layout.cell)
      canvas.lay(.well, ground)
      canvas.put(text, row: row, column: ground.column + 2, limit: layout.cell - 2, style: theme.heading)
    }
  }

  private func keysWords(_ keys: KeysDialog, _ layout: KeysLayout) -> (String, Style) {
    if let problem = keys.problem { return (TerminalSafe(problem, keepingLines: false).text, theme.error) }
    if let deed = keys.deed { return (TerminalSafe(deed, keepingLines: false).text, theme.success) }
    if keys.isWorking { return ("Asking the server \(glyphs.ellipsis)", theme.secondary) }
    switch keys.page {
    case .recovery: return ("Keep it on paper, or in a password manager.", theme.secondary)
    case .waiting:
      let doing = layout.shown.isEmpty ? "Asking the server" : "Waiting"
      return ("\(doing) \(glyphs.ellipsis)", theme.secondary)
    case .picture, .check, .enter, .approve: return ("", theme.secondary)
    }
  }
}
