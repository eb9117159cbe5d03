import JournalCore
import TerminalKit

/// A question that is answered by typing a line.
struct Prompt: Sendable {
  /// How what is typed is understood.
  enum Rule: Hashable, Sendable {
    /// A date for entries; the one that a single entry has.
    case moment(former: EntryDate?)
    /// A day, a week, a month or a year.
    case days
    /// A name that no other category has.
    case categoryName(besides: RecordName? = nil)
    case color
    /// Another name for a tag.
    case tagName(of: String)
    /// The journal's name, before something goes that does not come back; `deed` says in two words what Enter does then.
    case journalName(consequence: String, deed: String = "erase forever")
    case text(meaning: String = "", mayBeEmpty: Bool = false)
    /// Another name for a journal; those that are taken.
    case newJournalName(of: String, others: [String])
  }

  /// What it is asked for, as the screen below has it.
  let question: DialogAnswer
  let rule: Rule
  var title: String
  /// What can be typed, in one dim line.
  var hint: String
  var field: LineField
  /// How what was typed is understood, or why it is not.
  var understood = ""
  var isProblem = false
  var date: EntryDate?
  /// The days that were named: one, or all of a week, a month or a year.
  var days: ClosedRange<CivilDate>?
  /// Whether only a day was said, so that entries keep their time of the day.
  var isDayOnly = false

  var isDate: Bool {
    switch rule {
    case .moment, .days: true
    case .categoryName, .color, .tagName, .journalName, .newJournalName, .text: false
    }
  }

  /// Whether Enter does what cannot be undone.
  var isGrave: Bool { deed != nil }
  /// What Enter does, where that is no small matter.
  var deed: String? { if case .journalName(_, let deed) = rule { deed } else { nil } }

  /// Whether what is typed can be taken as it stands.
  var isAnswer: Bool {
    if isProblem { return false }
    return if case .text(_, mayBeEmpty: true) = rule { true } else { !field.isEmpty }
  }

  /// The date that the one entry has, which is to be dated anew; nil where it is not one.
  fileprivate var former: EntryDate? { if case .moment(let former) = rule { former } else { nil } }
}

extension SharesDesk {
  /// Asks for a line of text.
  mutating func openPrompt(
    _ question: some AnswerGroup, _ rule: Prompt.Rule, _ title: String, hint: String, text: String = ""
  ) {
    var prompt = Prompt(
      question: DialogAnswer(question), rule: rule, title: title, hint: hint, field: LineField(text, selected: true))
    understand(&prompt)
    dialogs.append(.prompt(prompt))
  }

  mutating func openDatePrompt(_ question: some AnswerGroup, _ rule: Prompt.Rule, _ title: String) {
    let former: EntryDate? = if case .moment(let former) = rule { former } else { nil }
    openPrompt(
      question, rule, title, hint: "yesterday at 9pm · last friday · 21 nov 2026 14:30",
      text: former.map { "\($0.local.date.iso) \($0.local.shownClock)" } ?? "")
  }

  /// Says how what was typed is understood.
  func understand(_ prompt: inout Prompt) {
    prompt.understood = ""
    prompt.isProblem = false
    let text = prompt.field.text
    switch prompt.rule {
    case .moment, .days: understandDate(&prompt, text)
    case .categoryName(let own): checkName(&prompt, besides: own)
    case .color:
      guard !text.isEmpty else { return }
      do { prompt.understood = try CategoryRules.color(text) } catch {
        prompt.understood = error.sentence
        prompt.isProblem = true
      }
    case .tagName(let tag): understandTag(&prompt, tag)
    case .journalName(let consequence, _):
      prompt.isProblem = !trimmingSpace(text).isIdentical(to: environment.journalName)
      prompt.understood = consequence
    case .newJournalName(let name, let others): understandJournalName(&prompt, name, others)
    case .text(let meaning, _): prompt.understood = meaning
    }
  }

  private func understandDate(_ prompt: inout Prompt, _ text: String) {
    prompt.date = nil
    guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else { return }
    do {
      let parsed = try NaturalDate.parse(text, now: now, zone: environment.zone, order: environment.dateOrder)
      prompt.date = parsed.date
      prompt.isDayOnly = parsed.precision <= .day
      prompt.days = parsed.firstDay...parsed.lastDay
      prompt.understood = understood(parsed, prompt)
    } catch {
      prompt.understood = error.sentence
      prompt.isProblem = true
    }
  }

  /// A date in words, with the time that the entry is going to have.
  private func understood(_ parsed: NaturalDate, _ prompt: Prompt) -> String {
    if prompt.rule == .days {
      return parsed.firstDay == parsed.lastDay ? fullDate(parsed.firstDay) : dateRange(parsed.firstDay, parsed.lastDay)
    }
    var local = parsed.date.local
    if parsed.precision <= .day {
      guard let former = prompt.former else { return "\(fullDate(local.date)) · each keeps its time" }
      local = parsed.date.keepingTime(of: former, in: environment.zone).local
    }
    return "\(fullDate(local.date)) · \(local.shownClock)"
  }

  private func checkName(_ prompt: inout Prompt, besides own: RecordName?) {
    guard !prompt.field.isEmpty else { return }
    do {
      let name = try CategoryRules.name(prompt.field.text)
      if liveCategories.contains(where: { $0.id != own && sameName($0.name, name) }) {
        prompt.understood = "There is a category “\(name)” already."
        prompt.isProblem = true
      }
    } catch {
      prompt.understood = error.sentence
      prompt.isProblem = true
    }
  }
}

extension Prompt {
  /// The date that was typed; where only a day was said, with the time that the entry has.
  func entryDate(in zone: any LocalZone) -> EntryDate? {
    guard let date else { return nil }
    return isDayOnly ? date.keepingTime(of: former ?? date, in: zone) : date
  }
}

extension EntryDate {
  /// This day at the time of another date.
  func keepingTime(of former: EntryDate, in zone: any LocalZone) -> EntryDate {
    var local = former.local
    local.date = self.local.date
    return zone.date(local: local)
  }
}

/// Whether two names of categories are one to a person.
func sameName(_ a: String, _ b: String) -> Bool { a.lowercased().isIdentical(to: b.lowercased()) }

/// `2–5 November 2026`, `28 November – 4 December 2026`.
func dateRange(_ first: CivilDate, _ last: CivilDate) -> String {
  let end = "\(last.day) \(monthNames[last.month - 1]) \(DateText.year(last.year))"
  guard first.year == last.year else {
    return "\(first.day) \(monthNames[first.month - 1]) \(DateText.year(first.year)) – \(end)"
  }
  return first.month == last.month ? "\(first.day)–\(end)" : "\(first.day) \(monthNames[first.month - 1]) – \(end)"
}

/// `Saturday, 21 November 2026`.
func fullDate(_ date: CivilDate) -> String {
  "\(date.weekday.name), \(date.day) \(monthNames[date.month - 1]) \(DateText.year(date.year))"
}

/// `Sat 21 Nov 2026`.
func shortDate(_ date: CivilDate) -> String { DateText.day(date) }
