import JournalCore
import TerminalKit

/// What was said since the program began, and the screen on which it can be read again, whole.
struct MessageLog: Sendable {
  /// How many are kept.
  static let most = 200

  struct Line: Hashable, Sendable {
    var at: EntryDate
    var text: String
    var tone: Notice.Tone
  }

  /// The latest last.
  private(set) var lines: [Line] = []

  mutating func add(_ notice: Notice, at date: EntryDate) {
    // What is said again and again while something goes on is one message.
    if let last = lines.last, last.text == notice.text, last.tone == notice.tone { lines.removeLast() }
    lines.append(Line(at: date, text: notice.text, tone: notice.tone))
    if lines.count > Self.most { lines.removeFirst(lines.count - Self.most) }
  }
}

struct MessageScreen: Sendable {
  var scroll = 0
}

extension Model {
  mutating func openMessages() {
    guard !screens.contains(.messages) else { return }
    // People mostly want to read the latest again.
    messageScreen = MessageScreen(scroll: .max / 2)
    screens.append(.messages)
  }

  mutating func performInMessages(_ action: Action) -> Bool {
    let page = max(1, messageBox.inside.rows - 1)
    switch action {
    case .moveUp: messageScreen?.scroll -= 1
    case .moveDown: messageScreen?.scroll += 1
    case .pageUp: messageScreen?.scroll -= page
    case .pageDown: messageScreen?.scroll += page
    case .moveFirst: messageScreen?.scroll = 0
    case .moveLast: messageScreen?.scroll = .max / 2
    default: return false
    }
    return true
  }

  private var messageBox: Rect { pageBox(columns: 120) }

  /// All messages, the latest last, wrapped beside their times.
  private var messageLines: [[StyledText]] {
    let columns = max(8, messageBox.inside.columns - 12)
    return messages.lines.flatMap { line -> [[StyledText]] in
      let clock = line.at.local.clock
      let style = style(of: line.tone)
      return wrapped(TerminalSafe(line.text, keepingLines: false).text, columns: columns).enumerated().map {
        row, text in
        let time = row == 0 ? clock : String(repeating: " ", count: clock.count)
        return [StyledText(time + "  ", theme.secondary), StyledText(text, style)]
      }
    }
  }

  func drawMessages(_ canvas: inout Canvas) {
    guard let screen = messageScreen else { return }
    let count = messages.lines.count
    let inside = canvas.pane("", label: counted(count, "message", "messages"), messageBox, isFocused: true)
    guard count > 0 else {
      return canvas.centered(
        [
          StyledText("No messages yet", theme.subheading),
          StyledText("Messages are kept here until the program ends.", theme.secondary),
        ], in: inside)
    }
    let lines = messageLines
    for row in 0..<inside.rows where lines.indices.contains(screen.scroll + row) {
      canvas.frame.put(
        lines[screen.scroll + row], row: inside.row + row, column: inside.column + 1, limit: inside.columns - 2,
        width: width)
    }
    canvas.scrollbar(messageBox, total: lines.count, offset: screen.scroll)
  }

  mutating func settleMessages() {
    guard let screen = messageScreen else { return }
    let last = messageLines.count - messageBox.inside.rows
    messageScreen?.scroll = max(0, min(screen.scroll, last))
  }

  func style(of tone: Notice.Tone) -> Style {
    switch tone {
    case .plain: theme.text
    case .success: theme.success
    case .warning: theme.warning
    case .error: theme.error
    }
  }
}
