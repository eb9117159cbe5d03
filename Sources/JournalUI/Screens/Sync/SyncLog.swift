import JournalCore
import TerminalKit

/// What synchronising did, the latest first, and its filter.
extension SyncScreen {
  /// The lines that the filter lets through.
  var shownLog: [SyncStatus.LogLine] {
    guard let log = syncing.status?.log else { return [] }
    return log.reversed().filter { state.filter.isEmpty || state.filter.lets("\(logTime($0.at)) \($0.text)") }
  }

  /// `09:14:11`; with its day where that is not today.
  private func logTime(_ instant: Instant) -> String {
    let local = environment.zone.date(instant: instant).local
    let clock = ClockStyle.current.textWithSeconds(local)
    return local.date == today ? clock : "\(shortDate(local.date)) · \(clock)"
  }

  /// The lines of the log without its filter, inside its box.
  func logRows(_ inside: Rect) -> Rect {
    var rest = inside
    if state.filter.field != nil { _ = rest.takeTop(1) }
    return rest
  }

  func drawLog(_ rect: Rect, _ canvas: inout Canvas) {
    let lines = shownLog
    let all = syncing.status?.log.count ?? 0
    let title = state.filter.field == nil ? "Log" : "Log \(glyphs.separator) \(grouped(lines.count)) of \(grouped(all))"
    let inside = canvas.pane(title, rect, isFocused: state.part == .log)
    if let filter = state.filter.field, inside.rows > 0 {
      canvas.put("/", row: inside.row, column: inside.column + 1, limit: 1, style: theme.accent.with(.bold))
      let field = Rect(row: inside.row, column: inside.column + 3, rows: 1, columns: inside.columns - 4)
      filter.editor.draw(
        into: &canvas.frame, rect: field, styles: canvas.editorStyles, focused: state.filter.isTyping && dialogs.isEmpty
      )
    }
    let rows = logRows(inside)
    if lines.isEmpty, rows.rows > 0 {
      // What an earlier start has done is not in the log, but in “Last sync”.
      let none =
        syncing.status?.lastSuccess == nil ? "Nothing sent or fetched yet" : "Nothing since the program started"
      canvas.put(
        all == 0 ? none : "No matching lines", row: rows.row,
        column: rows.column + 1,
        limit: rows.columns - 2, style: theme.secondary)
    }
    for line in 0..<rows.rows {
      let index = state.logTop + line
      guard lines.indices.contains(index) else { break }
      let style =
        switch lines[index].tone {
        case .plain: theme.text
        case .good: theme.success
        case .warning: theme.warning
        }
      let used = canvas.put(
        logTime(lines[index].at), row: rows.row + line, column: rows.column + 1, limit: rows.columns - 2,
        style: theme.secondary)
      canvas.put(
        lines[index].text, row: rows.row + line, column: rows.column + 3 + used, limit: rows.columns - 4 - used,
        style: style)
    }
    canvas.scrollbar(
      Rect(row: rows.row - 1, column: rect.column, rows: rows.rows + 2, columns: rect.columns), total: lines.count,
      offset: state.logTop)
  }

  // MARK: Filtering

  mutating func openLogFilter() {
    state.part = .log
    state.filter.begin()
    state.logTop = 0
  }

  mutating func type(_ input: TerminalInput) -> Bool {
    guard state.filter.isTyping else { return false }
    switch state.filter.take(input, keymap) {
    case .changed: state.logTop = 0
    case .cancelled: state.filter.end()
    case .moved(let step): move(by: step)
    case .asked(.help): ask(.perform(.help))
    case .asked(.quit): ask(.quit)
    case .accepted, .asked, .nothing: break
    }
    return true
  }
}
