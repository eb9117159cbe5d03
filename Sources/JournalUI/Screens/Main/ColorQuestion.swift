import JournalCore
import TerminalKit

/// The one question of the first start: which colours are easiest to read, where the terminal does not tell its background.
///
/// It is asked with the words of welcome, and is over with the first entry. What is looked at is in force: going on
/// to write without Enter keeps it.
struct ColorQuestion: Hashable, Sendable {
  static let choices: [ThemeChoice] = [.ink, .paper, .terminal]
  /// What is on the screen until there is a choice.
  var choice = ThemeChoice.terminal

  /// What a key chooses, and whether the question is over with it; nil for a key of something else.
  func answer(to key: Key) -> (choice: ThemeChoice, isOver: Bool)? {
    let choices = Self.choices
    let place = choices.firstIndex(of: choice) ?? 0
    return switch key.code {
    case .right: (choices[(place + 1) % choices.count], false)
    case .left: (choices[(place + choices.count - 1) % choices.count], false)
    case .enter: (choice, true)
    default: nil
    }
  }
}

extension SharesDesk {
  /// Asks, unless there is a choice already, or none to be made.
  mutating func askForColors() {
    guard desk.hasDarkBackground == nil, preferences.theme == .auto, environment.colorDepth != .none,
      !environment.isReadOnly, !environment.configured.contains("theme")
    else { return }
    desk.colorQuestion = ColorQuestion()
  }
}

extension MainScreen {
  /// Whether the question is on the screen and hears keys.
  var asksForColors: Bool {
    desk.colorQuestion != nil && desk.screens.isEmpty && dialogs.isEmpty && focus == .list
      && list.isEmptyJournal(isSearching: search != nil)
  }

  /// Takes the keys of the question; false for any other.
  mutating func answerColors(_ input: TerminalInput) -> Bool {
    guard asksForColors, case .key(let key) = input, key.modifiers.isEmpty,
      let answer = desk.colorQuestion?.answer(to: key)
    else { return false }
    desk.colorQuestion = answer.isOver ? nil : ColorQuestion(choice: answer.choice)
    preferences.theme = answer.choice
    retheme()
    emit(.savePreferences(preferences))
    return true
  }
}

extension ListPainter {
  /// The question in three rows, with each theme in itself.
  func drawColorQuestion(_ question: ColorQuestion, row: Int, left: Int, limit: Int, _ canvas: inout Canvas) {
    canvas.put("Which one is easiest to read?", row: row, column: left, limit: limit, style: theme.secondary)
    var column = left
    for choice in ColorQuestion.choices {
      let isChosen = choice == question.choice
      let room = left + limit - column
      if let tokens = environment.themes.theme(choice) {
        let depth = environment.colorDepth
        let sample =
          depth == .ansi16
          ? tokens.isDark ? Style(.ansi(7), on: .ansi(0)) : Style(.ansi(0), on: .ansi(7))
          : Style(tokens[.text].color(depth), on: tokens[.base].color(depth))
        let style = isChosen ? sample.with([.bold, .underline]) : sample
        column += canvas.put(" \(tokens.title) ", row: row + 1, column: column, limit: room, style: style) + 2
      } else {
        let style = isChosen ? theme.heading.with(.underline) : theme.text
        canvas.put("your terminal’s own colours", row: row + 1, column: column, limit: room, style: style)
      }
    }
    let name =
      environment.themes.theme(question.choice).map { "\($0.title) looks right here" } ?? "these look right here"
    canvas.put(
      [
        StyledText(glyphs.enter, theme.keyName), StyledText(" \(name)   ", theme.keyText),
        StyledText("\(glyphs.left) \(glyphs.right)", theme.keyName), StyledText(" another", theme.keyText),
      ], row: row + 2, column: left, limit: limit)
  }
}
