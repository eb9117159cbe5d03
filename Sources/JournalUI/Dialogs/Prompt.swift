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
    /// What a device of the account is called.
    case renameDevice(String)
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
  /// The date that the one entry has, which is to be dated anew; nil where it is not one.
  var former: EntryDate?
  /// The days that were named: one, or all of a week, a month or a year.
  var days: ClosedRange<CivilDate>?
  /// Whether only a day was said, so that entries keep their time of the day.
  var isDayOnly = false

  var isDate: Bool { if case .date = kind { true } else { false } }

  /// Whether Enter does what cannot be undone.
  var isGrave: Bool { if case .confirmName = kind { true } else { false } }
}

extension SharesDesk {
  mutating func openDatePrompt(_ use: Prompt.DateUse, _ title: String, former: EntryDate?) {
    var prompt = Prompt(
      kind: .date(use), title: title, hint: "yesterday at 9pm · last friday · 21 nov 2026 14:30",
      field: LineField(former.map { "\($0.local.date.iso) \($0.local.clock)" } ?? "", selected: true))
    prompt.former = former
    understand(&prompt)
    dialogs.append(.prompt(prompt))
  }

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
        prompt.understood = understood(parsed, use, prompt.former)
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
      prompt.isProblem = !trimmingSpace(text).isIdentical(to: environment.journalName)
      prompt.understood = purpose.consequence
    case .caption, .renameDevice: break
    case .savePicture: prompt.understood = "Writes the picture as it is kept to this file."
    case .exportPath(let ids, _): prompt.understood = "Writes \(counted(ids.count, "entry", "entries")) to this file."
    }
  }

  /// A date in words, with the time that the entry is going to have.
  private func understood(_ parsed: NaturalDate, _ use: Prompt.DateUse, _ former: EntryDate?) -> String {
    if case .goTo = use {
      return parsed.firstDay == parsed.lastDay ? fullDate(parsed.firstDay) : dateRange(parsed.firstDay, parsed.lastDay)
    }
    var local = parsed.date.local
    if parsed.precision <= .day {
      guard let former else { return "\(fullDate(local.date)) · each keeps its time" }
      local = parsed.date.keepingTime(of: former, in: environment.zone).local
    }
    return "\(fullDate(local.date)) · \(local.clock)"
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
