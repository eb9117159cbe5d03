import JournalCore
import TerminalKit

/// What can be done with entries of the list: each a step that can be undone, named after the entries.
struct EntryEdits {
  /// The rows at hand, which say what the entries are called and what they have now.
  let rows: [EntrySummary]
  /// Behind what is said of a step: ` · u to undo`.
  let undoHint: String

  // MARK: Names and values

  /// `“Title”`, or `3 entries`.
  func named(_ ids: [RecordName], _ desk: Desk) -> String {
    guard ids.count == 1, let id = ids.first else { return counted(ids.count, "entry", "entries") }
    guard let row = rows.first(where: { $0.id == id }) else { return "an entry" }
    let title = row.title.isEmpty ? firstWords(of: EntryLink.shown(row.preview)) : row.title
    return title.isEmpty ? "an entry" : "“\(desk.shortened(title, 40))”"
  }

  /// What all of them have in common; nil where they differ.
  func common<Value: Equatable>(_ ids: [RecordName], _ value: (EntrySummary) -> Value) -> Value? {
    let wanted = Set(ids)
    var found: Value?
    for row in rows where wanted.contains(row.id) {
      if let found, found != value(row) { return nil }
      found = value(row)
    }
    return found
  }

  func change(
    _ ids: [RecordName], to change: EntryChange, name: String, said: String, on desk: inout Desk
  ) {
    desk.perform(name, ids.map { .editEntry($0, [change]) }, said: said + undoHint)
  }

  // MARK: Mood, category, tags, date

  func setMood(_ mood: Mood?, of ids: [RecordName], on desk: inout Desk) {
    let (name, what) = (named(ids, desk), mood?.title ?? "none")
    change(
      ids, to: .mood(mood), name: "set the mood of \(name) to \(what)", said: "Mood of \(name): \(what)", on: &desk)
  }

  func file(_ ids: [RecordName], under id: RecordName?, on desk: inout Desk) {
    let name = named(ids, desk)
    let words = desk.category(id).map {
      (step: "filed \(name) under \($0.name)", said: "Filed \(name) under \($0.name)")
    }
    change(
      ids, to: .category(id), name: words?.step ?? "unfiled \(name)", said: words?.said ?? "Unfiled \(name)",
      on: &desk)
  }

  /// Makes a category and files the entries in it, as one step.
  func createCategory(_ text: String, filing ids: [RecordName], on desk: inout Desk) {
    guard desk.canWrite(), let category = desk.newCategory(text) else { return }
    let name = named(ids, desk)
    desk.perform(
      "filed \(name) under \(category.name)",
      [.createCategory(category)] + ids.map { .editEntry($0, [.category(category.id)]) },
      said: "Filed \(name) under the new category \(category.name)\(undoHint)")
  }

  /// Opens the tags of entries that were just read for it.
  func openTagPicker(for entries: [Entry], on desk: inout Desk) {
    guard !entries.isEmpty, desk.dialogs.isEmpty, desk.screens.isEmpty else { return }
    let subjects = entries.map { TagChange.Subject(id: $0.id, tags: $0.tags) }
    desk.openTagPicker(TagChange(subjects: subjects), of: named(entries.map(\.id), desk))
  }

  /// Gives the entries the tags that were ticked, as one step.
  func take(_ change: TagChange, _ names: [String], on desk: inout Desk) {
    var operations: [JournalOperation] = []
    var ids: [RecordName] = []
    for subject in change.subjects {
      let result = change.result(for: subject, names: names)
      guard result != subject.tags, let id = subject.id else { continue }
      operations.append(.editEntry(id, [.tags(result)]))
      ids.append(id)
    }
    let name = named(ids, desk)
    desk.perform("changed the tags of \(name)", operations, said: "Changed the tags of \(name)\(undoHint)")
  }

  func askForDate(_ ids: [RecordName], on desk: inout Desk) {
    let only = ids.count == 1 ? rows.first { $0.id == ids[0] }?.date : nil
    desk.openDatePrompt(MainQuestion.date(of: ids), .moment(former: only), "Date of \(named(ids, desk))")
  }

  func changeDate(of ids: [RecordName], to date: EntryDate, _ prompt: Prompt, on desk: inout Desk) {
    let name = named(ids, desk)
    let day = "\(name) is now dated \(shortDate(date.local.date))"
    guard prompt.isDayOnly else {
      return change(
        ids, to: .date(date), name: "changed the date of \(name)", said: "\(day) · \(date.local.shownClock)", on: &desk)
    }
    let former = Dictionary(rows.map { ($0.id, $0.date) }) { first, _ in first }
    let dates = ids.map { date.keepingTime(of: former[$0] ?? date, in: desk.environment.zone) }
    let clock = dates.count == 1 ? " · \(dates[0].local.shownClock)" : ""
    desk.perform(
      "changed the date of \(name)", zip(ids, dates).map { .editEntry($0, [.date($1)]) },
      said: "\(day)\(clock)\(undoHint)")
  }

  func toggleFavorites(_ ids: [RecordName], on desk: inout Desk) {
    let wanted = Set(ids)
    let shown = rows.filter { wanted.contains($0.id) }
    let name = named(ids, desk)
    // As long as one of them is not a favourite, all become one.
    if shown.isEmpty || shown.contains(where: { !$0.isFavorite }) {
      change(
        ids, to: .isFavorite(true), name: "added \(name) to favourites", said: "Added \(name) to favourites", on: &desk)
    } else {
      change(
        ids, to: .isFavorite(false), name: "removed \(name) from favourites", said: "Removed \(name) from favourites",
        on: &desk)
    }
  }

  // MARK: Trash

  /// Whether it is to be moved there at once; otherwise it is asked for.
  func askToTrash(_ ids: [RecordName], on desk: inout Desk) {
    desk.dialogs.append(
      .choice(
        .confirm(
          "Move to the trash?", ["You can restore \(named(ids, desk)) from the trash at any time."],
          yes: "Move to the trash", .chose(MainChoice.trash(ids)))))
  }

  func trash(_ ids: [RecordName], on desk: inout Desk) {
    let name = named(ids, desk)
    change(
      ids, to: .trashedAt(desk.now.instant), name: "moved \(name) to the trash", said: "Moved \(name) to the trash",
      on: &desk)
  }

  func restore(_ ids: [RecordName], on desk: inout Desk) {
    let name = named(ids, desk)
    change(
      ids, to: .trashedAt(nil), name: "restored \(name) from the trash", said: "Restored \(name)", on: &desk)
  }

  func askToPurge(_ ids: [RecordName], on desk: inout Desk) {
    let lines = ["\(named(ids, desk)) will be deleted with its history.", "This cannot be undone."]
    desk.dialogs.append(
      .choice(.confirm("Delete forever?", lines, yes: "Delete forever", .chose(MainChoice.purge(ids)), isGrave: true)))
  }

  // MARK: Export

  func openExportPicker(_ ids: [RecordName], on desk: inout Desk) {
    guard !ids.isEmpty else { return desk.say("There is no entry here.") }
    let items = ExportFormat.allCases.map {
      Picker.Item(value: .of(MainChoice.export(ids, $0)), title: $0.title, detail: $0.fileExtension)
    }
    desk.dialogs.append(
      .picker(
        Picker("Export \(named(ids, desk)) as", items: items, form: .short)))
  }
}

extension Desk {
  mutating func askForExportPath(_ ids: [RecordName], _ format: ExportFormat) {
    let name = ids.count == 1 ? "entry" : environment.journalName
    openPrompt(
      MainQuestion.exportPath(ids, format),
      .text(meaning: "Writes \(counted(ids.count, "entry", "entries")) to this file."),
      "Write to", hint: "A file that does not exist yet; ~ is your home directory",
      text: "~/\(name)\(format.fileExtension)")
  }

  mutating func export(_ ids: [RecordName], _ format: ExportFormat, to path: String) {
    emit(.export(ExportRequest(entries: ids, format: format, path: path)))
    say("Writing \(counted(ids.count, "entry", "entries")) \(glyphs.ellipsis)")
  }
}

extension EntrySummary {
  /// The row with the words of links in its preview, as the page shows them; what is stored has the links.
  var withWordsOfLinks: EntrySummary {
    var row = self
    row.preview = EntryLink.shown(preview)
    return row
  }

  /// What stands for the title of an entry that has none: the first words of its first line, which are never stored as
  /// its title.
  var standIn: String {
    let words = firstWords(of: preview)
    return words.isEmpty ? "Untitled" : words
  }

  /// As ``standIn``, with no more words than fit a number of columns: the line below goes on with those after them.
  func standIn(columns: Int, _ width: any TextWidth) -> String {
    var words = standIn
    while width.columns(of: words) > columns, let blank = words.lastIndex(of: " ") { words = words[..<blank] + "…" }
    return words
  }

  /// The preview without the words that stand for the title already; empty where there are no more.
  ///
  /// - Parameter standIn: The words that stand for the title, with an ellipsis behind them where the text goes on.
  func previewBelow(_ standIn: String) -> String {
    guard title.isEmpty else { return preview }
    let isCut = standIn.hasSuffix("…") && !preview.hasPrefix(standIn)
    let words = isCut ? standIn.dropLast() : standIn[...]
    guard preview.hasPrefix(words) else { return preview }
    let rest = preview.dropFirst(words.count).trimmingPrefix(while: { $0 == " " || $0 == "\n" })
    return isCut ? "…" + rest : String(rest)
  }
}

/// The first words of a text's first line, never half a word where it has blanks; `…` where that line goes on.
func firstWords(of text: String) -> String {
  let limit = 40
  let line = text.prefix(while: { $0 != "\n" })
  guard line.count > limit else { return String(line) }
  let start = line.prefix(limit + 1)
  guard let blank = start.lastIndex(of: " "), blank > start.startIndex else { return line.prefix(limit) + "…" }
  return start[..<blank] + "…"
}
