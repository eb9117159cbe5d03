import JournalCore
import TerminalKit

/// What synchronising did, the latest first, and its filter.
extension Model {
  /// The lines that the filter lets through.
  var shownLog: [SyncStatus.LogLine] {
    guard let log = syncing.status?.log else { return [] }
    let words = (syncScreen?.filter?.text ?? "").lowercased().split(separator: " ")
    guard !words.isEmpty else { return log.reversed() }
    return log.reversed().filter { line in
      let text = "\(logTime(line.at)) \(line.text)".lowercased()
      return words.allSatisfy { text.contains($0) }
    }
  }

  /// `09:14:11`; with its day where that is not today.
  private func logTime(_ instant: Instant) -> String {
    let local = environment.zone.date(instant: instant).local
    let clock = String(local.iso.utf8.dropFirst(local.date.iso.utf8.count + 1)) ?? local.clock
    return local.date == today ? clock : "\(local.date.iso) \(clock)"
  }

  /// The lines of the log without its filter, inside its box.
  func logRows(_ inside: Rect) -> Rect {
    var rest = inside
    if syncScreen?.filter != nil { _ = rest.takeTop(1) }
    return rest
  }

  func drawLog(_ screen: SyncScreen, _ rect: Rect, _ canvas: inout Canvas) {
    let lines = shownLog
    let all = syncing.status?.log.count ?? 0
    let title = screen.filter == nil ? "Log" : "Log \(glyphs.separator) \(grouped(lines.count)) of \(grouped(all))"
    let inside = canvas.pane(title, rect, isFocused: screen.part == .log)
    if let filter = screen.filter, inside.rows > 0 {
      canvas.put("/", row: inside.row, column: inside.column + 1, limit: 1, style: theme.accent.with(.bold))
      let field = Rect(row: inside.row, column: inside.column + 3, rows: 1, columns: inside.columns - 4)
      filter.editor.draw(
        into: &canvas.frame, rect: field, styles: canvas.editorStyles, focused: screen.isTyping && dialogs.isEmpty)
    }
    let rows = logRows(inside)
    if lines.isEmpty, rows.rows > 0 {
      canvas.put(
        all == 0 ? "Nothing sent or fetched yet" : "No matching lines", row: rows.row,
        column: rows.column + 1,
        limit: rows.columns - 2, style: theme.secondary)
    }
    for line in 0..<rows.rows {
      let index = screen.logTop + line
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
      offset: screen.logTop)
  }

  // MARK: Filtering

  mutating func openLogFilter() {
    syncScreen?.part = .log
    syncScreen?.isTyping = true
    if syncScreen?.filter == nil { syncScreen?.filter = LineField() }
    syncScreen?.logTop = 0
  }

  /// Keys while the filter is typed: those of the search line.
  mutating func handleLogFilter(_ input: TerminalInput) {
    switch input {
    case .paste(let text):
      syncScreen?.filter?.paste(text)
      syncScreen?.logTop = 0
    case .key(let key):
      switch keymap.action(for: key, in: [.search]) {
      case .searchAccept:
        syncScreen?.isTyping = false
        if syncScreen?.filter?.isEmpty == true { syncScreen?.filter = nil }
      case .searchCancel:
        syncScreen?.isTyping = false
        syncScreen?.filter = nil
      case .searchUp: moveInSync(by: -1)
      case .searchDown: moveInSync(by: 1)
      case .help: openHelp()
      case .quit: requestQuit()
      default:
        _ = syncScreen?.filter?.handle(key)
        syncScreen?.logTop = 0
      }
    case .mouse, .focus, .resize: break
    }
  }
}
