import JournalCore
import JournalUI
import TerminalKit

/// Somebody at the terminal: presses keys, and looks at the screen when everything has been answered.
struct Person {
  var model: Model
  var journal: FakeJournal
  /// Every effect that was asked for, oldest first.
  private(set) var effects: [Effect] = []
  private(set) var timers: [TimerName] = []
  /// What the person's own editor makes of a text.
  var externalEditor: (String) -> String = { $0 }
  /// Answers are held back until this is false again.
  var isJournalSlow = false
  private var unanswered: [Effect] = []
  private var clock: Instant
  private var nextName = 1

  static let zone = FixedZone(name: "Europe/Berlin", offset: 3600)
  /// Saturday 21 November 2026, 09:14 in Berlin.
  static let morning = Instant(milliseconds: 1_795_248_840_000)

  init(
    _ journal: FakeJournal = FakeJournal(), columns: Int = 120, rows: Int = 36,
    preferences: Preferences = Preferences(),
    keymap: Keymap = .standard, isUTF8: Bool = true, depth: ColorDepth = .direct, isReadOnly: Bool = false,
    isDark: Bool? = true, isStarted: Bool = true, configured: Set<String> = [], themes: ThemeShelf = ThemeShelf(),
    facts: [String: String] = [:], isInVault: Bool = false, canSpell: Bool = false, weekBegin: Weekday = .monday,
    clock style: ClockStyle = .twentyFour
  ) {
    self.journal = journal
    self.journal.now = Self.morning
    clock = Self.morning
    var environment = Environment(
      textWidth: TableWidth(), zone: Self.zone, journalName: "Personal", owner: "me", isUTF8: isUTF8,
      colorDepth: depth, isReadOnly: isReadOnly, configured: configured, weekBegin: weekBegin, themes: themes,
      facts: facts, isInVault: isInVault, canSpell: canSpell)
    environment.clock = style
    model = Model(
      environment: environment,
      size: Size(rows: rows, columns: columns), preferences: preferences, keymap: keymap, hasDarkBackground: isDark,
      moment: Moment(now: Self.zone.date(instant: Self.morning), freshName: RecordName("new-0")))
    if isStarted { send(.started) }
  }

  mutating func send(_ message: Message) {
    clock = Instant(milliseconds: clock.milliseconds + 10)
    let moment = Moment(now: Self.zone.date(instant: clock), freshName: RecordName("new-\(nextName)"))
    nextName += 1
    for effect in update(&model, message, at: moment) { run(effect) }
  }

  private mutating func run(_ effect: Effect) {
    effects.append(effect)
    switch effect {
    case .startTimer(let name, _):
      timers.removeAll { $0 == name }
      timers.append(name)
    case .stopTimer(let name): timers.removeAll { $0 == name }
    case .editExternally(let text): send(.externalEditFinished(externalEditor(text)))
    case .suspend: send(.resumed)
    case .attach(let request, let ticket) where !isJournalSlow && journal.failure == nil:
      for message in journal.attach(request, ticket, clock) { send(message) }
    default:
      if isJournalSlow {
        unanswered.append(effect)
      } else if let answer = journal.answer(effect) {
        send(answer)
      }
    }
  }

  /// The journal answers what it still owes.
  mutating func journalAnswers() {
    isJournalSlow = false
    let owed = unanswered
    unanswered = []
    for effect in owed {
      if let answer = journal.answer(effect) { send(answer) }
    }
  }

  /// Presses keys, given by their names, with blanks between them.
  mutating func press(_ names: String) {
    for name in names.split(separator: " ") {
      guard let key = Key(parsing: String(name)) else { preconditionFailure("no key is called \(name)") }
      send(.input(.key(key)))
    }
  }

  mutating func type(_ text: String) {
    for scalar in text.unicodeScalars {
      send(.input(.key(scalar == "\n" ? Key(.enter) : .character(scalar))))
    }
  }

  mutating func paste(_ text: String) { send(.input(.paste(text))) }

  mutating func mouse(_ kind: MouseEvent.Kind, row: Int, column: Int) {
    send(.input(.mouse(MouseEvent(kind, at: Position(row: row, column: column)))))
  }

  mutating func resize(columns: Int, rows: Int) { send(.input(.resize(Size(rows: rows, columns: columns)))) }

  /// Waits until a timer fires that was started; false where none was.
  @discardableResult
  mutating func wait(for name: TimerName) -> Bool {
    guard timers.contains(name) else { return false }
    timers.removeAll { $0 == name }
    send(.timerFired(name))
    return true
  }

  /// Lets time go by; nothing is told of it but with the next message.
  mutating func pass(seconds: Int64) { clock = Instant(milliseconds: clock.milliseconds + seconds * 1000) }

  mutating func forgetEffects() { effects.removeAll() }

  var screen: String { view(model).text }
  /// The line of keys, and behind it the words of the message that lies above it.
  var bottomLine: String {
    let keys = screen.lines.last ?? ""
    return message.isEmpty ? keys : "\(keys) \(message)"
  }
  /// The words of the message on the screen, on one line; empty where there is none.
  var message: String {
    guard let rect = model.messageRect else { return "" }
    let frame = view(model)
    let rows = (rect.row..<rect.row + rect.rows).map { row in
      (rect.column + 1..<rect.column + rect.columns).map { frame[row, $0].text }.joined()
    }
    return rows.map { $0.trimming { $0 == " " } }.filter { !$0.isEmpty }.joined(separator: " ")
  }
  var topLine: String { screen.lines.first ?? "" }

  func sees(_ text: String) -> Bool { screen.contains(text) }

  /// Whether a pane has a heading that begins so.
  func seesPane(_ title: String) -> Bool {
    screen.lines.contains {
      $0.contains("▌\(title)") || $0.contains(" \(title)") && ($0.contains("─") || $0.contains(" Esc"))
    }
  }

  /// Whether a list of this name is shown, with so many entries.
  func shows(_ list: String, _ count: Int) -> Bool {
    topLine.contains("›  \(list)") && (count == 0 || screen.lines.last?.hasSuffix(" of \(count)") == true)
  }
}

extension String {
  var lines: [String] { unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) } }
}

extension String {
  fileprivate func trimming(_ isLeftOut: (Character) -> Bool) -> String {
    let start = drop(while: isLeftOut)
    return String(start.reversed().drop(while: isLeftOut).reversed())
  }
}
