import JournalCore
import TerminalKit

/// A question that is answered by typing a line.
struct Prompt: Sendable {
  enum Kind: Hashable, Sendable {
    case date(DateUse)
    case newCategory
    case renameCategory(RecordName)
    case categoryColor(RecordName)
    case exportPath([RecordName], ExportFormat)
    /// Where the journal's name must be typed before something goes that does not come back.
    case confirmName(ErasePurpose)
    case caption(EntryImage)
    /// Where a copy of a picture is written.
    case savePicture(EntryImage)

    /// Whether nothing is an answer, too.
    var mayBeEmpty: Bool { if case .caption = self { true } else { false } }
  }

  enum DateUse: Hashable, Sendable {
    case change(EditTarget)
    /// Moves to the entry nearest to a day, or shows those of a month or a year.
    case goTo
  }

  var kind: Kind
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

  var isDate: Bool { if case .date = kind { true } else { false } }

  /// Whether Enter does what cannot be undone.
  var isGrave: Bool { if case .confirmName = kind { true } else { false } }
}

extension Model {
  mutating func open(_ prompt: Prompt) {
    var prompt = prompt
    understand(&prompt)
    dialogs.append(.prompt(prompt))
  }

  mutating func openDatePrompt(_ use: Prompt.DateUse) {
    let text: String
    let title: String
    switch use {
    case .change(.editor):
      text = editor.map { plainDate($0.draft.date) } ?? ""
      title = "Date of this entry"
    case .change(.entries(let ids)):
      let only = ids.count == 1 ? list.rows.first { $0.id == ids[0] } : nil
      text = only.map { plainDate($0.date) } ?? ""
      title = "Date of \(named(ids))"
    case .goTo:
      text = ""
      title = "Go to a date"
    }
    openPrompt(
      .date(use), title, hint: "yesterday at 9pm · last friday · 21 nov 2026 14:30", text: text)
  }

  mutating func openDatePrompt(_ target: EditTarget) { openDatePrompt(.change(target)) }

  private func plainDate(_ date: EntryDate) -> String { "\(date.local.date.iso) \(date.local.clock)" }

  /// Says how what was typed is understood.
  func understand(_ prompt: inout Prompt) {
    prompt.understood = ""
    prompt.isProblem = false
    let text = prompt.field.text
    switch prompt.kind {
    case .date(let use):
      prompt.date = nil
      guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else { return }
      do {
        let parsed = try NaturalDate.parse(text, now: now, zone: environment.zone, order: environment.dateOrder)
        prompt.date = parsed.date
        prompt.isDayOnly = parsed.precision <= .day
        prompt.days = parsed.firstDay...parsed.lastDay
        prompt.understood = understood(parsed, use)
      } catch {
        prompt.understood = error.sentence
        prompt.isProblem = true
      }
    case .newCategory, .renameCategory: checkName(&prompt)
    case .categoryColor:
      guard !text.isEmpty else { return }
      do { prompt.understood = try CategoryRules.color(text) } catch {
        prompt.understood = error.sentence
        prompt.isProblem = true
      }
    case .confirmName(let purpose):
      prompt.isProblem = !trimmed(text).isIdentical(to: environment.journalName)
      prompt.understood = purpose.consequence
    case .caption: break
    case .savePicture: prompt.understood = "Writes the picture as it is kept to this file."
    case .exportPath(let ids, _): prompt.understood = "Writes \(counted(ids.count, "entry", "entries")) to this file."
    }
  }

  /// A date in words, with the time that the entry is going to have.
  private func understood(_ parsed: NaturalDate, _ use: Prompt.DateUse) -> String {
    if case .goTo = use {
      return parsed.firstDay == parsed.lastDay ? fullDate(parsed.firstDay) : dateRange(parsed.firstDay, parsed.lastDay)
    }
    var local = parsed.date.local
    if parsed.precision <= .day {
      guard let former = formerDate(use) else { return "\(fullDate(local.date)) · each keeps its time" }
      local = keeping(timeOf: former, on: parsed.date).local
    }
    return "\(fullDate(local.date)) · \(local.clock)"
  }

  /// The date of the one entry that is to be dated anew; nil where it is not one.
  private func formerDate(_ use: Prompt.DateUse) -> EntryDate? {
    switch use {
    case .change(.editor): editor?.draft.date
    case .change(.entries(let ids)): ids.count == 1 ? list.rows.first { $0.id == ids[0] }?.date : nil
    case .goTo: nil
    }
  }

  /// Another day at the same time of the day.
  private func keeping(timeOf former: EntryDate, on date: EntryDate) -> EntryDate {
    var local = former.local
    local.date = date.local.date
    return environment.zone.date(local: local)
  }

  private func checkName(_ prompt: inout Prompt) {
    guard !prompt.field.isEmpty else { return }
    do {
      let name = try CategoryRules.name(prompt.field.text)
      let own: RecordName? = if case .renameCategory(let id) = prompt.kind { id } else { nil }
      if liveCategories.contains(where: { $0.id != own && sameName($0.name, name) }) {
        prompt.understood = "There is a category “\(name)” already."
        prompt.isProblem = true
      }
    } catch {
      prompt.understood = error.sentence
      prompt.isProblem = true
    }
  }

  /// Takes a key for the topmost prompt.
  mutating func handlePrompt(_ prompt: Prompt, _ key: Key) {
    var prompt = prompt
    switch key.code {
    case .escape: dialogs.removeLast()
    case .enter: acceptPrompt(prompt)
    default:
      _ = prompt.field.handle(key)
      understand(&prompt)
      dialogs[dialogs.count - 1] = .prompt(prompt)
    }
  }

  private mutating func acceptPrompt(_ prompt: Prompt) {
    guard !prompt.isProblem, !prompt.field.isEmpty || prompt.kind.mayBeEmpty else { return }
    dialogs.removeLast()
    switch prompt.kind {
    case .date(let use):
      guard let date = prompt.date else { return }
      acceptDate(date, use, prompt)
    case .newCategory, .renameCategory, .categoryColor, .caption, .savePicture: workOnTop { $0.answered(prompt) }
    case .exportPath(let ids, let format):
      emit(.export(ExportRequest(entries: ids, format: format, path: prompt.field.text)))
      say("Writing \(counted(ids.count, "entry", "entries")) \(glyphs.ellipsis)")
    case .confirmName(let purpose): tellAccount(purpose.request)
    }
  }

  private mutating func acceptDate(_ date: EntryDate, _ use: Prompt.DateUse, _ prompt: Prompt) {
    switch use {
    case .goTo: if let days = prompt.days { goTo(days) }
    case .change(.editor):
      let former = formerDate(use)
      changeInEditor { [self] in $0.date = prompt.isDayOnly ? keeping(timeOf: former ?? date, on: date) : date }
    case .change(.entries(let ids)):
      guard prompt.isDayOnly else {
        return change(
          ids, to: .date(date), name: "changed the date of \(named(ids))",
          said: "\(named(ids)) is now dated \(shortDate(date.local.date)) · \(date.local.clock)\(undoHint)")
      }
      let rows = Dictionary(list.rows.map { ($0.id, $0.date) }) { first, _ in first }
      let dates = ids.map { keeping(timeOf: rows[$0] ?? date, on: date) }
      let clock = dates.count == 1 ? " · \(dates[0].local.clock)" : ""
      perform(
        "changed the date of \(named(ids))", zip(ids, dates).map { .editEntry($0, [.date($1)]) },
        said: "\(named(ids)) is now dated \(shortDate(date.local.date))\(clock)\(undoHint)")
    }
  }
}

/// Whether two names of categories are one to a person.
func sameName(_ a: String, _ b: String) -> Bool { a.lowercased().isIdentical(to: b.lowercased()) }

/// `2–5 November 2026`, `28 November – 4 December 2026`.
func dateRange(_ first: CivilDate, _ last: CivilDate) -> String {
  let end = "\(last.day) \(monthNames[last.month - 1]) \(last.year)"
  guard first.year == last.year else {
    return "\(first.day) \(monthNames[first.month - 1]) \(first.year) – \(end)"
  }
  return first.month == last.month ? "\(first.day)–\(end)" : "\(first.day) \(monthNames[first.month - 1]) – \(end)"
}

/// `Saturday, 21 November 2026`.
func fullDate(_ date: CivilDate) -> String {
  "\(date.weekday.name), \(date.day) \(monthNames[date.month - 1]) \(date.year)"
}

/// `Sat 21 Nov 2026`.
func shortDate(_ date: CivilDate) -> String {
  "\(date.weekday.shortName) \(date.day) \(monthNames[date.month - 1].prefix(3)) \(date.year)"
}
