package import JournalCore
import TerminalKit

/// Which question of the day is asked for.
package struct QuestionRequest: Hashable, Sendable {
  /// The day that asks.
  package var day: CivilDate
  /// How many questions further, as a person may like another one better; 0 for the day's own.
  package var turn = 0
}

/// The question that today asks, as the cards of all screens show it.
struct QuestionOfDay: Hashable, Sendable {
  private var request: QuestionRequest?
  /// The question; nil before it is read.
  private(set) var text: String?
  /// What an entry on it begins with.
  private(set) var template: EntryTemplate?
  private var turn = 0

  /// Turns to the next question.
  fileprivate mutating func turnOn() { turn += 1 }

  /// What has to be read for a day; nil where it is read, or on its way.
  fileprivate mutating func missing(on day: CivilDate) -> QuestionRequest? {
    if let request, request.day != day { turn = 0 }
    let wanted = QuestionRequest(day: day, turn: turn)
    guard wanted != request else { return nil }
    request = wanted
    return wanted
  }

  /// Takes what was read, unless something else was asked for since.
  mutating func take(_ request: QuestionRequest, _ text: String, _ template: EntryTemplate) {
    if request == self.request { (self.text, self.template) = (text, template) }
  }
}

extension Desk {
  /// Has the question of today read, so that it is there when a card or a key asks for it.
  mutating func readQuestion() { if let request = question.missing(on: today) { emit(.loadQuestion(request)) } }

  /// Shows another question in the place of the one that is shown.
  mutating func turnQuestion() {
    question.turnOn()
    readQuestion()
  }

  /// Begins an entry on the question that is shown; before one is read, on the program's own of today.
  mutating func answerQuestion() {
    guard canWrite() else { return }
    let template = question.template ?? EntryTemplate.shipped[0]
    ask(.answer(template, question: question.text ?? DailyQuestion.of(today)))
  }
}

extension SharesDesk {
  /// The card of the question: the question, and the keys that take it up.
  ///
  /// - Parameter context: Whose keys they are.
  func drawQuestion(_ rect: Rect, _ context: KeyContext, _ canvas: inout Canvas) {
    canvas.lay(.surface, rect)
    let inside = Rect(row: rect.row, column: rect.column + 2, rows: rect.rows, columns: rect.columns - 4)
    canvas.put(
      QuestionWords.title, row: inside.row, column: inside.column, limit: inside.columns, style: theme.secondary)
    drawQuestionText(inside, context, &canvas)
  }

  /// The lines of the question below the first row of a rectangle, and the keys in a row below them.
  func drawQuestionText(_ rect: Rect, _ context: KeyContext, _ canvas: inout Canvas) {
    guard let text = desk.question.text, rect.rows > 2 else { return }
    let room = rect.rows - 2
    var lines = wrapped(TerminalSafe(text, keepingLines: false).text, columns: rect.columns)
    if lines.count > room { lines = Array(lines.prefix(room - 1)) + [lines[room - 1] + String(glyphs.ellipsis)] }
    for (place, line) in lines.enumerated() {
      canvas.put(
        line, row: rect.row + 1 + place, column: rect.column, limit: rect.columns, style: theme.text.with(.italic))
    }
    var words: [StyledText] = []
    func add(_ action: Action, _ text: String) {
      guard let key = keymap.shownKey(of: action, in: [context])?.shortName(glyphs: glyphs) else { return }
      if !words.isEmpty { words.append(StyledText("   ", theme.keyText)) }
      words += [StyledText(key, theme.keyName), StyledText(" \(text)", theme.keyText)]
    }
    add(.answerQuestion, QuestionWords.write)
    add(.nextQuestion, QuestionWords.other)
    canvas.put(words, row: rect.row + 1 + lines.count, column: rect.column, limit: rect.columns)
  }
}

/// The words of the card.
enum QuestionWords {
  static let title = "Question of the day"
  static let write = "write with it"
  static let other = "another"
}
