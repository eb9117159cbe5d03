import JournalCore
import TerminalKit

/// Where one reads in the messages.
struct MessageModel: ScreenState {
  typealias Work = MessageScreen
  /// The first line on the screen; people mostly want to read the latest again.
  var scroll = Int.max / 2
}

/// What was said since the program began, whole, with the time of each.
struct MessageScreen: Screen {
  static let context = KeyContext.messages
  var desk: Desk
  var state: MessageModel
  var kept: OpenScreen { .messages(state) }

  let way = ["Messages"]
  let hints: [Action] = [.moveDown, .moveUp, .closeScreen, .pageDown, .help]
  var page: Int { max(1, box.inside.rows - 1) }

  mutating func move(by rows: Int) { state.scroll += rows }

  mutating func mouse(_ event: MouseEvent) { if let step = event.wheel { move(by: step * 3) } }

  mutating func settle() { state.scroll = max(0, min(state.scroll, lines.count - box.inside.rows)) }

  private var box: Rect { pageBox(columns: 120) }

  /// All messages, the latest last, wrapped beside their times.
  private var lines: [[StyledText]] {
    let style = ClockStyle.current
    let columns = max(8, box.inside.columns - 7 - style.columns)
    return messages.lines.flatMap { line -> [[StyledText]] in
      let clock = style.textInColumn(line.at.local)
      let tone = self.style(of: line.tone)
      return wrapped(TerminalSafe(line.text, keepingLines: false).text, columns: columns).enumerated().map {
        row, text in
        let time = row == 0 ? clock : String(repeating: " ", count: clock.count)
        return [StyledText(time + "  ", theme.secondary), StyledText(text, tone)]
      }
    }
  }

  func draw(_ canvas: inout Canvas) {
    let count = messages.lines.count
    let inside = canvas.pane(count == 0 ? "" : counted(count, "message", "messages"), box, isFocused: false)
    guard count > 0 else {
      return canvas.centered(
        [
          StyledText("No messages yet", theme.subheading),
          StyledText("Messages are kept here until the program ends.", theme.secondary),
        ], in: inside)
    }
    let lines = self.lines
    for row in 0..<inside.rows where lines.indices.contains(state.scroll + row) {
      canvas.frame.put(
        lines[state.scroll + row], row: inside.row + row, column: inside.column + 1, limit: inside.columns - 2,
        width: width)
    }
    canvas.scrollbar(box, total: lines.count, offset: state.scroll)
  }
}
